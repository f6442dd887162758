\ir ../documents/ord10.sql
alter table many_types_document set (toast_tuple_target = 8160);
do $$
begin
  for i in 0..9 loop
    execute format('alter table many_types_document alter doc%s set storage external', i);
  end loop;
end $$;
insert into many_types_document
select (number - 1) / 10, doc[1], doc[2], doc[3], doc[4], doc[5], doc[6], doc[7], doc[8], doc[9], doc[10]
  from (select min(number) as number, array_agg(doc order by number) as doc
          from (select row_number() over () as number, doc from ord10_json limit :cached_rows) d group by (number - 1) / 10) ten
 where cardinality(doc) = 10
 order by number;

-- One prepared statement a type, executed in rotation: each execution starts without what the last one knew.
create function bench.execute_in_rotation(engine text, types int, executions int) returns bigint language plpgsql as $$
declare
  documents text[] := (select array_agg(doc::text) from (select doc from ord10_cached limit 100) d);
  statements text[];
  prepared int;
begin
  prepared := (select count(*) from pg_prepared_statements where starts_with(name, engine || '_'));
  for i in prepared + 1..types loop
    execute format('prepare %s_%s(json) as select count(%s)', engine, i,
                   case engine when 'stock' then format('json_populate_record(null::many_types_%s, $1)', i)
                                when 'jbind' then format('jbind_populate(null::many_types_%s, $1)', i)
                                 else '$1' end);
  end loop;
  set local plan_cache_mode = force_generic_plan;
  select array_agg(format('execute %s_%s(%L)', engine, 1 + i % types, documents[1 + i % cardinality(documents)])) into statements from generate_series(0, executions - 1) i;
  for i in 1..executions loop
    execute statements[i];
  end loop;
  return executions;
end $$;
