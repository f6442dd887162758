-- What is compared: N row types in rotation. "N types": one statement that calls the function for each type in turn (ten calls at
-- least, on ten documents a row). "N prepared": one prepared statement a type, executed in turn.
create function pg_temp.calls(types int, call text) returns text language sql as $$
  select string_agg(format(call, 1 + i % types, i % 10), ', ' order by i) from generate_series(0, greatest(types, 10) - 1) i
$$;

-- How many calls a row gave a record, by an expression that takes none of them apart. A function has at most 100 arguments.
create function pg_temp.count_calls(types int, call text) returns text language sql as $$
  select 'sum(' || string_agg(format('num_nonnulls(%s)', arguments), ' + ') || ')'
    from (select string_agg(format(call, 1 + i % types, i % 10), ', ' order by i) as arguments
            from generate_series(0, greatest(types, 10) - 1) i group by i / 100) hundred
$$;

create function pg_temp.agreement(types int, rows int) returns text language sql as $$
  select format('select sum((select count(*) filter (where agrees) from unnest(array[%s]) u(agrees))), %s * count(*) from many_types_document where n < %s',
                pg_temp.calls(types, 'json_populate_record(null::many_types_%1$s, doc%2$s) *= jbind_populate(null::many_types_%1$s, doc%2$s)'),
                greatest(types, 10), rows)
$$;

insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
select 'many_types', format('%s types', types), greatest(types, 10) * rows,
       format('select %s from many_types_document where n < %s', pg_temp.count_calls(types, 'json_populate_record(null::many_types_%s, doc%s)'), rows),
       format('select %s from many_types_document where n < %s', pg_temp.count_calls(types, 'jbind_populate(null::many_types_%s, doc%s)'), rows),
       format('select %s from many_types_document where n < %s', pg_temp.count_calls(types, 'doc%2$s'), rows),
       pg_temp.agreement(types, least(rows, 20)::int)
  from (values (1), (10), (11), (12), (100), (1000)) t(types), (select count(*) as n from many_types_document) d,
       least(d.n, 20000 / greatest(types, 10)) rows
 order by types;

insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
select 'many_types', format('%s prepared', types), executions,
       format('select bench.execute_in_rotation(''stock'', %s, %s)', types, executions), format('select bench.execute_in_rotation(''jbind'', %s, %s)', types, executions),
       format('select bench.execute_in_rotation(''floor'', %s, %s)', types, executions), pg_temp.agreement(types, 2)
  from (values (1), (10), (11), (12), (100), (1000)) t(types), (select greatest(2000, 8 * max(n)) as executions from many_types_document) e
 order by types;
