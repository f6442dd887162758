-- What is compared: one call a row.
\set stock '''json_populate_record(null::wide, doc)'''
\set stock_text '''json_populate_record(null::wide, doc::json)'''
\set jbind '''jbind_populate(null::wide, doc)'''
call bench.add_calls('wide', 'cached', 'wide_cached', :stock, :jbind);
call bench.add_calls('wide', 'json', 'wide_json', :stock, :jbind);
call bench.add_calls('wide', 'text cached', 'wide_text_cached', :stock_text, :jbind);
call bench.add_calls('wide', 'text', 'wide_text', :stock_text, :jbind);
call bench.add_calls('wide', 'toasted', 'wide_toasted', :stock, :jbind);
