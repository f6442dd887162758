\set jbind '''jbind_populate(null::tiny, doc)'''
call bench.add_calls('tiny', 'one column', 'tiny_one', 'json_populate_record(null::tiny, doc)', :jbind);
call bench.add_calls('tiny', 'empty object', 'tiny_empty', 'json_populate_record(null::tiny, doc)', :jbind);
call bench.add_calls('tiny', 'text', 'tiny_text', 'json_populate_record(null::tiny, doc::json)', :jbind);
