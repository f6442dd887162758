-- settings: each does what it says, and none changes an answer
\i sql/include/compare.sql
set jbind.fallback = quiet; -- stock readers are expected from here

create type inner_row as (x int, y inet);
create type t as (a int, b text, n numeric, i inner_row, rs inner_row[]);
select name, setting, vartype, enumvals, context from pg_settings where name like 'jbind.%' order by name collate "C";
\set doc '{"a": 1, "b": "x", "n": 1.5, "i": {"x": 2}, "rs": [{"x": 3}]}'

-- jbind.enabled: the same answers, and the codecs' counters stand still
select jbind_populate(null::t, :'doc');
select row_type, documents from jbind_codecs() order by 1;
set jbind.enabled = off;
select jbind_populate(null::t, :'doc'), jbind_populate(null::t, :'doc'::json), jbind_populate(null::t, :'doc'::jsonb);
select * from jbind_populate_recordset(null::inner_row, '[{"x": 1}, {}]');
select * from jbind_to_record(:'doc') as r(b text, n numeric(3, 1));
select * from jbind_to_recordset('[{"x": 1}, {}]'::jsonb) as r(x int);
select row_type, documents from jbind_codecs() order by 1;
select document, c.* from (values (:'doc'), ('{}'), ('{"a": "x"}'), ('[]'), ('{"a": ')) v(document), compare_populate('null::t', document) c;
select document, c.* from (values ('[{"x": 1}, {}]'), ('[1]')) v(document), compare_to_recordset('x int', document) c;
reset jbind.enabled;
select c.* from compare_populate('null::t', :'doc') c;

-- in the middle of a statement
select n, jbind_populate(null::t, format('{"a": %s}', n)), set_config('jbind.enabled', case when n = 2 then 'off' else 'on' end, false) from generate_series(1, 4) n;
select row_type, documents from jbind_codecs() order by 1;
reset jbind.enabled;

-- jbind.disable_readers
set jbind.disable_readers = 'int4, numeric';
select column_name, reader, reason from jbind_describe('t');
select document, c.* from (values (:'doc'), ('{"a": "x"}'), ('{"n": "x"}')) v(document), compare_populate('null::t', document) c;
set jbind.disable_readers = '';
select c.* from compare_populate('null::t', :'doc') c;
\set VERBOSITY terse
set jbind.disable_readers = 'int4, no_such_reader';
set jbind.disable_readers = 'composite';
set jbind.disable_readers = 'int4,,';
\set VERBOSITY default

-- jbind.fallback: said once for each row type
set jbind.fallback = warning;
select jbind_populate(null::inner_row, '{"x": 1}'), jbind_populate(null::inner_row, '{"x": 2}');
select jbind_populate(null::inner_row, '{"x": 3}');
select * from jbind_to_record('{"a": 1}') as r(a int, b text);
-- a stricter setting has its say, a milder one need not
set jbind.fallback = error;
select jbind_populate(null::inner_row, '{"x": 1}');
select jbind_populate(null::inner_row, '{"x": 1}');
select jbind_populate(null::t, '{"i": {"x": 1}}');
-- to look is no fault
select column_name, reader from jbind_describe('inner_row');
select how, detail from jbind_trace(null::inner_row, '{"y": "::1"}') where phase = 'form';
set jbind.fallback = notice;
select jbind_populate(null::inner_row, '{"x": 1}');
set client_min_messages = notice;
select jbind_reset();
select jbind_populate(null::inner_row, '{"x": 1}');
set client_min_messages = warning;
set jbind.fallback = error;
select * from jbind_to_record('{"a": 1}') as r(a int, b text);
reset jbind.fallback;
select jbind_populate(null::inner_row, '{"x": 1}');

-- jbind.error_context
select jbind_populate(null::t, '{"a": "bad"}');
select jbind_populate_recordset(null::t, '[{}, {"rs": [{}, {"x": "bad"}]}]');
-- names that would make a path ambiguous are quoted
create type odd as ("a.b" int, "c[0]" int[], "say ""x""" t, "größe" int, "Upper" int);
select jbind_populate(null::odd, '{"a.b": "bad"}');
select jbind_populate(null::odd, '{"c[0]": [1, "bad"]}');
select jbind_populate(null::odd, '{"say \"x\"": {"rs": [{"x": "bad"}]}}');
select jbind_populate(null::odd, '{"größe": "bad"}');
select jbind_populate(null::odd, '{"Upper": "bad"}');
set jbind.error_context = off;
select jbind_populate(null::t, '{"a": "bad"}');
reset jbind.error_context;

-- jbind.accelerate_stock: stock's own calls get a codec
select jbind_reset();
select json_populate_record(null::inner_row, '{"x": 1}'), jsonb_populate_record(null::inner_row, '{"x": 1}');
select count(*) from jbind_codecs();
set jbind.accelerate_stock = on;
select json_populate_record(null::inner_row, '{"x": 1}'), jsonb_populate_record(null::inner_row, '{"x": 1}');
select row_type, documents from jbind_codecs();
reset jbind.accelerate_stock;

-- no others
set jbind.no_such_setting = 1;

drop schema test cascade;
