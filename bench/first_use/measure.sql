create temp table first_use (type int, attempt int, engine text, nanoseconds float8);

create temp table document as select
  '{"id":700000000001,"customer_id":123456789,"status":"paid","total":1234.56,"created":"2024-01-02T03:04:05.678901+00:00",'
  '"paid":true,"rating":0.25,"ref":"2c0864ce-4c03-7249-b05f-c4c2265405c1","note":"lorem ipsum dolor sit amet","day":"2024-01-02"}'::json as doc;

create type pg_temp.warm_up as (a int);
select jbind_populate(null::pg_temp.warm_up, '{"a":1}'::json) \g /dev/null

-- The catalog's own caches are filled by a look at the type that calls neither side.
do $$
declare
  began timestamptz;
  query text;
  t text;
begin
  for i in 1..200 loop
    t := 'first_use_' || i;
    execute format('select (null::%1$s).*, null::%1$s = null::%1$s, row(1, 2, ''x'', 3, now(), true, 4, null, ''y'', ''2024-01-02'')::%1$s::text', t);
    query := format('select count(%s(null::%s, doc)) from document', case when i <= 100 then 'jbind_populate' else 'json_populate_record' end, t);
    for attempt in 1..3 loop
      began := clock_timestamp();
      execute query;
      insert into first_use values (i, attempt, case when i <= 100 then 'jbind' else 'stock' end, 1e9 * extract(epoch from clock_timestamp() - began));
    end loop;
  end loop;
end $$;

select engine, count(*) as types,
       round((percentile_cont(0.5) within group (order by first.nanoseconds) / 1000)::numeric, 1) as "first call us",
       round((percentile_cont(0.5) within group (order by later.nanoseconds) / 1000)::numeric, 1) as "later call us",
       round((percentile_cont(0.5) within group (order by first.nanoseconds - later.nanoseconds) / 1000)::numeric, 1) as "first use us"
  from first_use first join first_use later using (type, engine)
 where first.attempt = 1 and later.attempt = 3
 group by engine order by engine desc;

select name, count(*) as contexts, round(avg(total_bytes)) as "bytes each", max(total_bytes) as "largest"
  from pg_backend_memory_contexts where name ilike '%jbind%' or ident ilike '%first_use%' and parent <> 'CacheMemoryContext'
 group by name order by name;
