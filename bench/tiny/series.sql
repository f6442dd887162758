-- What is compared: one call a row.
\set json '''json_populate_record(null::tiny, doc)'''
\set text '''json_populate_record(null::tiny, doc::json)'''
\set jsonb '''jsonb_populate_record(null::tiny, doc)'''
\set jbind '''jbind_populate(null::tiny, doc)'''
call bench.add_calls('tiny', 'one column json', 'tiny_one', :json, :jbind);
call bench.add_calls('tiny', 'one column text', 'tiny_one_text', :text, :jbind);
call bench.add_calls('tiny', 'one column jsonb', 'tiny_one_jsonb', :jsonb, :jbind);
call bench.add_calls('tiny', 'empty json', 'tiny_empty', :json, :jbind);
call bench.add_calls('tiny', 'empty text', 'tiny_empty_text', :text, :jbind);
call bench.add_calls('tiny', 'empty jsonb', 'tiny_empty_jsonb', :jsonb, :jbind);
