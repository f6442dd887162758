-- What is compared: to_recordset with a column list, prepared, the list as parameter.
\set columns 'id int8, customer_id int4, status text, total numeric(12,2), created timestamptz, paid bool, rating float8, ref uuid, note text, day date'
select format('call bench.add_list(%L, %L, %s, %L, %L, %L, %L)', 'typed_list', format('%s rows %s', length, type), length,
              format('select (''['' || string_agg(doc::text, '','') || '']'')::%s from (select doc from ord10_json limit %s) d', type, length),
              type,
              format('%s as x(%s)', stock, :'columns'),
              format('jbind_to_recordset(argument) as x(%s)', :'columns'))
  from (values (1), (10), (1000), (10000)) l(length),
       (values (1, 'json', 'json_to_recordset(argument)'),
               (2, 'text', 'json_to_recordset(argument::json)'),
               (3, 'jsonb', 'jsonb_to_recordset(argument)')) t(place, type, stock)
 where length <= (select count(*) from ord10_json)
 order by place, length
\gexec
