-- What is compared: statements that bind one document. New connections are measured by bench/run.sh, see connect-*.sql.
create procedure pg_temp.add(name text, stock text, jbind text, floor text) language sql as $$
  insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
  select 'one_shot', name, n, format('select bench.one_shot(%L, %s)', stock, n), format('select bench.one_shot(%L, %s)', jbind, n),
         format('select bench.one_shot(%L, %s)', floor, n),
         bench.calls_agree('ord10_cached', 'json_populate_record(null::ord10, doc)', 'jbind_populate(null::ord10, doc)')
    from (select least(count(*), 2000) from ord10_cached) c(n)
$$;

create function bench.one_shot_prepared(engine text, n bigint) returns bigint language plpgsql as $$
begin
  set local plan_cache_mode = force_generic_plan;
  if not exists (select from pg_prepared_statements where name = 'one_shot_' || engine) then
    execute format('prepare one_shot_%s(json) as select count(%s)', engine,
                   case engine when 'stock' then 'json_populate_record(null::ord10, $1)' when 'jbind' then 'jbind_populate(null::ord10, $1)' else '$1' end);
  end if;
  return bench.one_shot('execute one_shot_' || engine || '(%L)', n::int);
end $$;

call pg_temp.add('new statement', 'select json_populate_record(null::ord10, %L::json)', 'select jbind_populate(null::ord10, %L::json)', 'select %L::json');
call pg_temp.add('new statement text', 'select json_populate_record(null::ord10, %L::text::json)', 'select jbind_populate(null::ord10, %L::text)', 'select %L::text');
insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
select scenario, 'prepared', documents, format('select bench.one_shot_prepared(''stock'', %s)', documents), format('select bench.one_shot_prepared(''jbind'', %s)', documents),
       format('select bench.one_shot_prepared(''floor'', %s)', documents), agreement
  from bench.series where scenario = 'one_shot' and name = 'new statement';
