-- What is compared: one call a row, see README.md.
\set stock '''json_populate_record(null::ord10, doc)'''
\set stock_text '''json_populate_record(null::ord10, doc::json)'''
\set jbind '''jbind_populate(null::ord10, doc)'''
\set arrows '''row((doc->>''''id'''')::int8, (doc->>''''customer_id'''')::int4, doc->>''''status'''', (doc->>''''total'''')::numeric(12,2), (doc->>''''created'''')::timestamptz, (doc->>''''paid'''')::bool, (doc->>''''rating'''')::float8, (doc->>''''ref'''')::uuid, doc->>''''note'''', (doc->>''''day'''')::date)::ord10'''
\set json_table '''(select row(t.*)::ord10 from json_table(doc, ''''$'''' columns (id int8, customer_id int4, status text, total numeric(12,2), created timestamptz, paid bool, rating float8, ref uuid, note text, day date)) t)'''
call bench.add_calls('ord10', 'cached', 'ord10_cached', :stock, :jbind);
call bench.add_peer_call('->> with casts', 'ord10_cached', :stock, :arrows);
select :SERVER_VERSION_NUM >= 170000 as has_json_table \gset
\if :has_json_table
call bench.add_peer_call('JSON_TABLE', 'ord10_cached', :stock, :json_table);
\else
\echo ord10: this server has no JSON_TABLE, so that peer is skipped
\endif
call bench.add_calls('ord10', 'json', 'ord10_json', :stock, :jbind);
call bench.add_calls('ord10', 'text cached', 'ord10_text_cached', :stock_text, :jbind);
call bench.add_calls('ord10', 'text', 'ord10_text', :stock_text, :jbind);
call bench.add_calls('ord10', 'nulls', 'ord10_nulls', :stock, :jbind);
call bench.add_calls('ord10', 'escapes', 'ord10_escapes', :stock, :jbind);
call bench.add_calls('ord10', 'reordered', 'ord10_reordered', :stock, :jbind);
call bench.add_calls('ord10', 'spaced', 'ord10_spaced', :stock, :jbind);
call bench.add_calls('ord10', 'shuffled', 'ord10_shuffled', :stock, :jbind);
call bench.add_calls('ord10', 'missing', 'ord10_missing', :stock, :jbind);
call bench.add_calls('ord10', 'absent', 'ord10_absent', :stock, :jbind);
