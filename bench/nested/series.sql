-- What is compared: one call a row.
\set stock '''json_populate_record(null::nested_order, doc)'''
\set jbind '''jbind_populate(null::nested_order, doc)'''
call bench.add_calls('nested', 'cached', 'nested_cached', :stock, :jbind);
call bench.add_calls('nested', 'json', 'nested_json', :stock, :jbind);
call bench.add_calls('nested', 'reordered cached', 'nested_reordered', :stock, :jbind);
call bench.add_calls('nested', 'text cached', 'nested_text', 'json_populate_record(null::nested_order, doc::json)', :jbind);
call bench.add_calls('nested', 'jsonb cached', 'nested_jsonb', 'jsonb_populate_record(null::nested_order, doc)', :jbind);
