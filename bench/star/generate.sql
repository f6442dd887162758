\ir ../documents/ord10.sql

-- CREATE TABLE AS, and away with it.
create function bench.create_table_as(query text) returns bigint language plpgsql as $$
declare
  filled bigint;
begin
  execute 'create table bench_star as ' || query;
  get diagnostics filled = row_count;
  drop table bench_star;
  return filled;
end $$;
