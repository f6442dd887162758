-- What is compared: one call a row.
\set stock '''json_populate_record(null::sparse, doc)'''
\set stock_text '''json_populate_record(null::sparse, doc::json)'''
\set jbind '''jbind_populate(null::sparse, doc)'''
call bench.add_calls('sparse', 'inline cached', 'sparse_cached', :stock, :jbind);
call bench.add_calls('sparse', 'inline', 'sparse_json', :stock, :jbind);
call bench.add_calls('sparse', 'text inline cached', 'sparse_text_cached', :stock_text, :jbind);
call bench.add_calls('sparse', 'text inline', 'sparse_text', :stock_text, :jbind);
call bench.add_calls('sparse', 'toasted', 'sparse_toasted', :stock, :jbind);
call bench.add_calls('sparse', 'text toasted', 'sparse_text_toasted', :stock_text, :jbind);
