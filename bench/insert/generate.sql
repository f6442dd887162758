-- The same rows as documents (ord10_json), and as files for COPY in the server's data folder.
\ir ../documents/ord10.sql
insert into insert_target select r.* from ord10_json, json_populate_record(null::ord10, doc) r;
do $$
begin
  execute format('copy insert_target to %L (format csv)', current_setting('data_directory') || '/insert.csv');
  execute format('copy insert_target to %L (format text)', current_setting('data_directory') || '/insert.text');
end $$;
create table insert_rows as table insert_target;

-- Empties the target and fills it. The statement has %s in place of the table.
create function bench.fill(target regclass, statement text) returns bigint language plpgsql as $$
declare
  filled bigint;
begin
  execute format('truncate %s', target);
  execute format(statement, target);
  get diagnostics filled = row_count;
  return filled;
end $$;

create function bench.fill_agreement(stock text, other text) returns table (agreeing bigint, total bigint) language plpgsql as $$
begin
  perform bench.fill('insert_stock', stock), bench.fill('insert_other', other);
  return query select count(*) filter (where s *= o), count(*) from insert_stock s full join insert_other o using (id);
end $$;
