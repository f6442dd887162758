\set stock '''jsonb_populate_record(null::ord10, doc)'''
\set jbind '''jbind_populate(null::ord10, doc)'''
call bench.add_calls('jsonb', 'ord10 cached', 'jsonb_cached', :stock, :jbind);
call bench.add_calls('jsonb', 'ord10', 'jsonb_rows', :stock, :jbind);
