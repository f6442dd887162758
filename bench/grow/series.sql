-- What is compared: the same call at growing sizes. A series' name ends with the number that bench/report plots it against.
create procedure pg_temp.add(name text, source text, type text) language sql as $$
  call bench.add_calls('grow', name, source::regclass, format('json_populate_record(null::%s, doc)', type), format('jbind_populate(null::%s, doc)', type))
$$;
select format('call pg_temp.add(%L, %L, %L)', 'document bytes ' || size, 'grow_size_' || size, 'grow_text')
  from (values (100), (300), (1000), (3000), (10000), (100000), (1000000)) s(size)
\gexec
select format('call pg_temp.add(%L, %L, %L)', 'columns ' || columns, 'grow_columns_' || columns, 'grow_row_' || columns)
  from (values (1), (3), (10), (30), (100), (300), (1000)) c(columns)
\gexec
select format('call pg_temp.add(%L, %L, %L)', 'unknown keys ' || keys, 'grow_unknown_' || keys, 'grow_unknown')
  from (values (2), (10), (30), (100), (300), (1000)) k(keys)
\gexec
select format('call bench.add_list(%L, %L, %s, %L, %L, %L, %L)', 'grow', 'rows a list ' || length, length,
              format('select (''['' || string_agg(doc::text, '','') || '']'')::json from (select doc from ord10_json limit %s) d', length), 'json',
              'json_populate_recordset(null::ord10, argument) x', 'jbind_populate_recordset(null::ord10, argument) x')
  from (values (1), (10), (100), (1000), (10000), (100000)) l(length)
 where length <= (select count(*) from ord10_json)
\gexec
