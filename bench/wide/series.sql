\set stock '''json_populate_record(null::wide, doc)'''
\set jbind '''jbind_populate(null::wide, doc)'''
call bench.add_calls('wide', 'cached', 'wide_cached', :stock, :jbind);
call bench.add_calls('wide', 'json', 'wide_json', :stock, :jbind);
call bench.add_calls('wide', 'text', 'wide_text', 'json_populate_record(null::wide, doc::json)', :jbind);
