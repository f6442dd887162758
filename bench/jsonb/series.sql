\set stock '''jsonb_populate_record(null::jsonb_scenario.ord10, doc)'''
\set jbind '''jbind_populate(null::jsonb_scenario.ord10, doc)'''
call bench.add_calls('jsonb', 'ord10 cached', 'jsonb_scenario.jsonb_cached', :stock, :jbind);
call bench.add_calls('jsonb', 'ord10', 'jsonb_scenario.jsonb_rows', :stock, :jbind);
