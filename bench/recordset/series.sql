-- What is compared: one large array a call, in FROM and in the target list. Lengths follow the size of ord10_json:
-- 200,000 documents of about 256 bytes give 12 MB with a quarter of them, 200 MB with all of them four times.
select count(*) / 4 as quarter, count(*) * 4 as large, 'select (''['' || string_agg(doc::text, '','') || '']'')::' as array_as from ord10_json \gset
select :'array_as' || 'json from (select doc from ord10_json limit ' || :quarter || ') d' as quarter_json,
       :'array_as' || 'text from (select doc from ord10_json limit ' || :quarter || ') d' as quarter_text,
       :'array_as' || 'jsonb from (select doc from ord10_json limit ' || :quarter || ') d' as quarter_jsonb,
       :'array_as' || 'json from ord10_json, generate_series(1, 4)' as large_json \gset

call bench.add_list('recordset', '12 MB json', :quarter, :'quarter_json', 'json',
                    'json_populate_recordset(null::ord10, argument) x', 'jbind_populate_recordset(null::ord10, argument) x');
call bench.add_list('recordset', '12 MB text', :quarter, :'quarter_text', 'text',
                    'json_populate_recordset(null::ord10, argument::json) x', 'jbind_populate_recordset(null::ord10, argument) x');
call bench.add_list('recordset', '12 MB jsonb', :quarter, :'quarter_jsonb', 'jsonb',
                    'jsonb_populate_recordset(null::ord10, argument) x', 'jbind_populate_recordset(null::ord10, argument) x');
call bench.add_list('recordset', '12 MB json, target list', :quarter, :'quarter_json', 'json',
                    '(select json_populate_recordset(null::ord10, argument) as r offset 0) x',
                    '(select jbind_populate_recordset(null::ord10, argument) as r offset 0) x');
call bench.add_list('recordset', '200 MB json', :large, :'large_json', 'json',
                    'json_populate_recordset(null::ord10, argument) x', 'jbind_populate_recordset(null::ord10, argument) x');
