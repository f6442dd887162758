\set jbind '''jbind_populate(null::nested_order, doc)'''
call bench.add_calls('nested', 'cached', 'nested_cached', 'json_populate_record(null::nested_order, doc)', :jbind);
call bench.add_calls('nested', 'json', 'nested_json', 'json_populate_record(null::nested_order, doc)', :jbind);
call bench.add_calls('nested', 'jsonb', 'nested_jsonb', 'jsonb_populate_record(null::nested_order, doc)', :jbind);
