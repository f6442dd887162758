-- What is compared: one call a row, see README.md.
\set stock '''json_populate_record(null::ord10, doc)'''
\set stock_text '''json_populate_record(null::ord10, doc::json)'''
\set jbind '''jbind_populate(null::ord10, doc)'''
call bench.add_calls('ord10', 'cached', 'ord10_cached', :stock, :jbind);
call bench.add_calls('ord10', 'json', 'ord10_json', :stock, :jbind);
call bench.add_calls('ord10', 'text cached', 'ord10_text_cached', :stock_text, :jbind);
call bench.add_calls('ord10', 'text', 'ord10_text', :stock_text, :jbind);
call bench.add_calls('ord10', 'nulls', 'ord10_nulls', :stock, :jbind);
call bench.add_calls('ord10', 'escapes', 'ord10_escapes', :stock, :jbind);
call bench.add_calls('ord10', 'reordered', 'ord10_reordered', :stock, :jbind);
call bench.add_calls('ord10', 'spaced', 'ord10_spaced', :stock, :jbind);
call bench.add_calls('ord10', 'shuffled', 'ord10_shuffled', :stock, :jbind);
call bench.add_calls('ord10', 'missing', 'ord10_missing', :stock, :jbind);
