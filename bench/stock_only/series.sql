\set jbind '''jbind_populate(null::stock_only, doc)'''
call bench.add_calls('stock_only', 'json', 'stock_only_json', 'json_populate_record(null::stock_only, doc)', :jbind);
call bench.add_calls('stock_only', 'jsonb', 'stock_only_jsonb', 'jsonb_populate_record(null::stock_only, doc)', :jbind);
