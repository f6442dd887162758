-- The loops: bench.loop_ENGINE() over a query, bench.assign_ENGINE(documents) over an array that is in memory.
\ir ../documents/ord10.sql
select format($f$create function bench.loop_%1$s() returns bigint language plpgsql as $$
declare
  r %2$s;
  d json;
  n bigint := 0;
begin
  for d in select doc from ord10_cached loop
    r := %3$s;
    n := n + 1;
  end loop;
  return n;
end $$$f$, engine, type, call),
       format($f$create function bench.assign_%1$s(documents json[]) returns bigint language plpgsql as $$
declare
  r %2$s;
  d json;
begin
  foreach d in array documents loop
    r := %3$s;
  end loop;
  return cardinality(documents);
end $$$f$, engine, type, call)
  from (values ('stock', 'ord10', 'json_populate_record(null::ord10, d)'),
               ('jbind', 'ord10', 'jbind_populate(null::ord10, d)'),
               ('floor', 'json', 'd')) e(engine, type, call)
\gexec
