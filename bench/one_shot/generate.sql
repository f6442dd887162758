\ir ../documents/ord10.sql
insert into one_shot_document select doc from ord10_json limit 1;

-- Executes a statement for each of some documents; %L in it is the document.
create function bench.one_shot(statement text, executions int) returns bigint language plpgsql as $$
declare
  statements text[] := (select array_agg(format(statement, doc)) from (select doc from ord10_cached limit executions) d);
  one text;
begin
  foreach one in array statements loop
    execute one;
  end loop;
  return executions;
end $$;
