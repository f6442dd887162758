-- One session under a limit: 82_memory_limit.sh runs it. Environment LIMIT_ABOVE: kB above what the session has now;
-- psql variables before, statement: what is asked before and under the limit.
\set VERBOSITY terse
\set SHOW_CONTEXT never
-- the library, catalogs and everything else that stock would need are there before
select jbind_populate(null::limits.small, '{}'), json_populate_record(null::limits.small, '{}') \g /dev/null
do $$ begin perform 1; end $$;
:before \g /dev/null
select pg_backend_pid() as pid \gset
\setenv SESSION :pid
\! prlimit --pid $SESSION --as=$(($(sed -n 's/^VmSize:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$SESSION/status) * 1024 + LIMIT_ABOVE * 1024)):
select 'done ' || (:statement)::text;
\! prlimit --pid $SESSION --as=unlimited:
select 'after ' || bool_and(stock is not distinct from jbind) from (
	select json_populate_record(null::limits.big, d::json)::text, jbind_populate(null::limits.big, d)::text from limits.documents() d union all
	select jsonb_populate_record(null::limits.big, d::jsonb)::text, jbind_populate(null::limits.big, d::jsonb)::text from limits.documents() d union all
	select (select array_agg(r)::text from json_populate_recordset(null::limits.big, '[{"ia":[1]}]') r), (select array_agg(r)::text from jbind_populate_recordset(null::limits.big, '[{"ia":[1]}]') r)) s(stock, jbind);
