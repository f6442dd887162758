\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type setting as (a int, p point, d date);
set jbind.enabled = off;
select * from pg_temp.bind('populate', 'null::setting', '{"a":1,"p":"(1,2)"}');
select * from pg_temp.bind('populate_recordset', 'null::setting', '[{"a":1}]');
reset jbind.enabled;
select * from pg_temp.bind('populate', 'null::setting', '{"a":1,"p":"(1,2)"}');
set jbind.disable_readers = 'int4, date';
select * from jbind_describe('setting');
select * from pg_temp.bind('populate', 'null::setting', '{"a":1,"d":"2024-01-01"}');
set jbind.disable_readers = 'composite';
set jbind.disable_readers = 'nonsense';
reset jbind.disable_readers;
select jbind_reset();
set jbind.fallback = warning;
select jbind_populate(null::setting, '{"a":1}');
select jbind_populate(null::setting, '{"a":1}');
select jbind_reset();
set jbind.fallback = error;
select jbind_populate(null::setting, '{"a":1}');
reset jbind.fallback;
set jbind.error_context = on;
\set VERBOSITY default
\set SHOW_CONTEXT errors
create type holder as (items setting[], one setting);
select jbind_populate(null::holder, '{"items":[{"a":1},{"a":"x"}]}');
select * from jbind_populate_recordset(null::holder, '[{},{"one":{"d":"never"}}]'::jsonb);
reset jbind.error_context;
drop type holder; drop type setting;
