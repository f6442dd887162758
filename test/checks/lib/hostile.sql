-- Bad and big input in one session: the same answer as stock, and the next call is right.
-- Needs compare.sql of the differential test; 30_hostile.sh reads what stands in hostile.result.
\set SHOW_CONTEXT never
create schema hostile;
create type hostile.mood as enum ('sad', 'ok');
create type hostile.inner_type as (x int2, y text);
create domain hostile.positive as int check (value > 0);
create domain hostile.needed as text not null;
create type hostile.row_type as (a int, b text, c bool, d date, e hostile.mood, f float8, n numeric(5,2), u uuid, ts timestamptz, j json, jb jsonb, ia int[], sub hostile.inner_type, subs hostile.inner_type[], p hostile.positive, i2 int2, i8 int8, f4 float4, vc varchar(3), x xml, z text);
create type hostile.strict_type as (a int, needed hostile.needed);
create table hostile.wide ();
do $$ begin
	for i in 1 .. 1600 loop execute format('alter table hostile.wide add column c%s %s', i, (array['int', 'text', 'bool', 'int8'])[i % 4 + 1]); end loop;
end $$;

create table hostile.result (n serial, name text, failed text, at timestamptz default clock_timestamp());

-- what both engines say about a document that is held in a one-row table, so that no literal is needed
create table hostile.doc (doc text);
alter table hostile.doc alter doc set storage external;

-- text taken for json as it stands: deep documents are valid but json_in refuses them
create function hostile.raw_json(text) returns json language internal immutable strict as 'btrim1';

-- "offset 0" keeps the planner from asking once for each use of the answer
create function hostile.ask(fn text, form text, engine text, base text) returns text language sql as $$
	select diff.outcome('select left(answer, 2000) || length(answer) || md5(answer) from (select '
		|| diff.fill_solo(diff.solo_template(fn, null), fn, form, engine, 'doc', base)
		|| ' as answer from hostile.doc offset 0) s')
$$;

-- a plain call that must be right whatever came before it
create function hostile.next_call(base text, form text) returns text language sql as $$
	select case when diff.outcome(format('select jbind_populate(null::hostile.row_type, ''{"a": 5, "b": "next", "zz": [1], "z": "last"}''::%s)::text', form))
		<> diff.outcome(format('select json_populate_record(null::hostile.row_type, ''{"a": 5, "b": "next", "zz": [1], "z": "last"}'')::text'))
		then 'the next call is wrong: ' || diff.outcome(format('select jbind_populate(null::hostile.row_type, ''{"a": 5, "b": "next", "zz": [1], "z": "last"}''::%s)::text', form)) end
$$;

create function hostile.judge(name text, fn text, form text, base text) returns void language plpgsql as $$
declare
	stock text := hostile.ask(fn, form, 'stock', base);
	jbind text := hostile.ask(fn, form, 'jbind', base);
	after text := hostile.next_call(base, form);
begin
	insert into hostile.result (name, failed) values (format('%s (%s %s)', name, fn, form),
		coalesce(after, case when stock is distinct from jbind then format(E'stock: %s\n      jbind: %s', left(stock, 400), left(jbind, 400)) end));
end $$;

-- through every function and form that jbind has and that can take the document
create function hostile.check(name text, document text, base text default 'null::hostile.row_type') returns void language plpgsql as $$
declare
	f record;
begin
	truncate hostile.doc;
	insert into hostile.doc values (document);
	for f in select fn, form from diff.available where fn in ('populate', 'recordset') and (form = 'text' or diff.castable(document, form)) order by 1, 2 loop
		perform hostile.judge(name, f.fn, f.form, base);
	end loop;
end $$;

-- a deep document as json value: json_in would refuse it, but other ways to make one exist
create function hostile.check_raw_json(name text, document text) returns void language plpgsql as $$
declare
	stock text; jbind text;
begin
	if not exists (select from diff.available where fn = 'populate' and form = 'json') then return; end if;
	truncate hostile.doc;
	insert into hostile.doc values (document);
	stock := diff.outcome('select left(a, 2000) || md5(a) from (select json_populate_record(null::hostile.row_type, hostile.raw_json(doc))::text a from hostile.doc offset 0) s');
	jbind := diff.outcome('select left(a, 2000) || md5(a) from (select jbind_populate(null::hostile.row_type, hostile.raw_json(doc))::text a from hostile.doc offset 0) s');
	insert into hostile.result (name, failed) values (name || ' (populate json, not through json_in)',
		coalesce(hostile.next_call('', 'json'), case when stock is distinct from jbind then format(E'stock: %s\n      jbind: %s', left(stock, 400), left(jbind, 400)) end));
end $$;

create function hostile.expect(name text, failed text) returns void language sql as $$
	insert into hostile.result (name, failed) values (name, failed)
$$;

create temp table session as select pg_backend_pid() as pid;

-- ---- wrong documents and wrong values ------------------------------------------------------------
select hostile.check('wrong JSON: ' || doc, doc) from (values ('{"a":1'), ('{"a":1}}'), ('{"a":1,}'), ('{a:1}'), ('{"a":1 "b":2}'), ('{"a":01}'), ('{"a":+1}'), ('{"a":1.}'), ('{"b":"x'), ('{"b":"\q"}'),
	('{"b":"\u12"}'), (E'{"b":"tab\there"}'), ('{"a":NaN}'), ('{"a":1}x'), (E'\uFEFF{"a":1}'), (''), (' '), ('{"zz":[1,2}'), ('{"zz":{"q":}}'), ('{"zz":tru}'), ('{"zz":"\"}'), ('{"a":"bad","zz":[}'), ('{"p":-1,"zz":nul}'), ('[{"a":1},{"a":}]'), ('[{"a":"bad"},{"a":}]')) v(doc) \g /dev/null
select hostile.check('root: ' || doc, doc) from (values ('1'), ('"x"'), ('null'), ('true'), ('[]'), ('[1]'), ('[{}]'), ('[[{}]]'), ('{}'), ('[{"a":1},2]'), ('[{"a":1},null]'), ('[{"a":1},[]]'), ('-1.5e3'), ('[[]]')) v(doc) \g /dev/null
select hostile.check('value: ' || doc, doc) from (values ('{"a":"x"}'), ('{"a":1.5}'), ('{"a":true}'), ('{"a":{}}'), ('{"a":[1]}'), ('{"c":"maybe"}'), ('{"c":2}'), ('{"d":"2024-02-30"}'), ('{"d":"x"}'), ('{"e":"happy"}'), ('{"e":1}'), ('{"e":""}'),
	('{"f":"x"}'), ('{"f":1e400}'), ('{"f":-1e400}'), ('{"f":1e-400}'), ('{"f4":1e39}'), ('{"n":1000}'), ('{"n":999.995}'), ('{"n":"x"}'), ('{"u":"123"}'), ('{"u":1}'), ('{"ts":"2024-01-01T25:00"}'), ('{"ts":"2024-01-01 00:00 Mars/Crater"}'),
	('{"j":"x"}'), ('{"ia":1}'), ('{"ia":{}}'), ('{"ia":["x"]}'), ('{"ia":[[1],[2,3]]}'), ('{"ia":[1,[2]]}'), ('{"ia":"{1,2"}'), ('{"sub":1}'), ('{"sub":[]}'), ('{"sub":{"x":40000}}'), ('{"sub":"(1"}'), ('{"sub":{"x":{"q":1}}}'),
	('{"subs":[1]}'), ('{"subs":[{"x":"q"}]}'), ('{"subs":{"x":1}}'), ('{"p":0}'), ('{"p":"x"}'), ('{"vc":"abcd"}'), ('{"x":"<a>"}')) v(doc) \g /dev/null
select hostile.check('overflow: ' || doc, doc) from (values ('{"a":2147483648}'), ('{"a":-2147483649}'), ('{"a":99999999999999999999}'), ('{"i2":32768}'), ('{"i2":-32769}'), ('{"i8":9223372036854775808}'), ('{"i8":-9223372036854775809}'), ('{"i8":1e18}'), ('{"a":-2147483648,"i2":-32768,"i8":-9223372036854775808}')) v(doc) \g /dev/null
select hostile.check('escape: ' || doc, doc) from (values ('{"b":"x\u0000y"}'), ('{"zz":"x\u0000y"}'), ('{"zz":{"q":["\u0000"]}}'), ('{"k\u0000":2}'), ('{"zz":{"k\u0000":2}}'), ('{"j":{"q":"\u0000"}}'), ('{"jb":"\u0000"}'), ('{"b":"\ud800"}'), ('{"zz":"\ud800"}'), ('{"zz":["\udc00\ud800"]}'),
	('{"b":"\ud800\ud800"}'), ('{"\ud800":1}'), ('{"b":"\ud83dx"}'), ('{"b":"\ude00"}'), ('{"a":"bad","zz":"\u0000"}'), ('{"b":"\\u0000"}'), ('{"b":"\u0001\u001f\u007f"}'), ('{"e":"\u0073ad"}'), ('{"a":"\u0031"}'), ('{"\u0061":1,"a":2}'), ('{"\u0061":"bad","a":2}')) v(doc) \g /dev/null
select hostile.check('missing and null: ' || doc, doc, 'null::hostile.strict_type') from (values ('{}'), ('{"a":1}'), ('{"needed":null}'), ('{"needed":"x"}'), ('{"needed":1,"a":"x"}')) v(doc) \g /dev/null
select hostile.check('duplicates', '{' || string_agg(format('"a":"bad %s","b":{"q":[%s]}', i, i), ',') || ',"a":7,"b":"kept"}') from generate_series(1, 1000) i \g /dev/null

-- ---- first arguments -----------------------------------------------------------------------------
select hostile.expect('first argument ' || base || ' (' || form || ')', case when s <> j then s || ' / ' || j end)
from (values ('null::record'), ('null::int'), ('1'), ('''x''::text'), ('row(1,2)'), ('row()'), ('null::hostile.row_type[]'), ('null::hostile.mood'), ('null::hostile.wide'), ('row(5)::hostile.strict_type')) b(base), diff.available,
	lateral (select replace(diff.outcome(format('select json_populate_record(%s, %L::json)::text', base, '{"f1":7,"c3":true}')), 'jsonb_', 'json_'),
		replace(diff.outcome(format('select jbind_populate(%s, %L::%s)::text', base, '{"f1":7,"c3":true}', form)), 'jsonb_', 'json_')) o(s, j)
where fn = 'populate' \g /dev/null
select hostile.expect('null document, base ' || base || ' (' || form || ')', case when s <> j then s || ' / ' || j end)
from (values ('null::hostile.row_type'), ('null::hostile.strict_type'), ('row(1,''x'')::hostile.strict_type'), ('null::record'), ('row(1)')) b(base), diff.available,
	lateral (select replace(diff.outcome(format('select json_populate_record(%s, null::json)::text', base)), 'jsonb_', 'json_'),
		replace(diff.outcome(format('select jbind_populate(%s, null::%s)::text', base, form)), 'jsonb_', 'json_')) o(s, j)
where fn = 'populate' \g /dev/null

-- ---- depth ---------------------------------------------------------------------------------------
create temp table shapes as select * from (values
	('array', '[', ']', ''), ('object', '{"k":', '}', '1'), ('mixed', '[{"k":', '}]', 'null'), ('escaped key', '{"\u006b":', '}', '1')) v(shape, open, close, middle);
create temp table depths as select * from (values (1000), (3000), (100000)) v(depth);
create temp table nests as select * from (values ('unknown key', '{"a":1,"zz":', ',"z":"last"}'), ('text column', '{"b":', '}'), ('json column', '{"j":', '}'), ('jsonb column', '{"jb":', '}'), ('int column', '{"a":', '}'),
	('int[] column', '{"ia":', '}'), ('nested column', '{"sub":', '}'), ('nested text column', '{"sub":{"y":', '}}'), ('nested array', '{"subs":', '}'), ('whole document', '', ''), ('in a set', '[{"a":1},{"zz":', '}]')) v(place, before, after);
select hostile.check(format('%s levels of %s, %s', depth, shape, place), before || repeat(open, depth) || middle || repeat(close, depth) || after) from shapes, depths, nests where shape in ('array', 'object') or place = 'unknown key' \g /dev/null
select hostile.check(format('%s levels of %s, never closed, %s', depth, shape, place), before || repeat(open, depth)) from shapes, depths, nests where depth = 100000 and place in ('unknown key', 'json column', 'whole document') \g /dev/null
select hostile.check_raw_json(format('%s levels of %s, %s', depth, shape, place), before || repeat(open, depth) || middle || repeat(close, depth) || after) from shapes, depths, nests where shape in ('array', 'object') and place <> 'in a set' \g /dev/null

-- ---- size ----------------------------------------------------------------------------------------
create procedure hostile.check_big(name text, document text) language plpgsql as $$
declare
	f record;
begin
	truncate hostile.doc;
	insert into hostile.doc values (document);
	for f in select fn, form from diff.available where fn = 'populate' and form <> 'jsonb' loop
		perform hostile.judge(name, f.fn, f.form, 'null::hostile.row_type');
	end loop;
end $$;
call hostile.check_big('100 MB in a text column', '{"a":1,"b":"' || repeat('x', 100 * 1024 * 1024) || '","z":"last"}');
call hostile.check_big('100 MB in an unknown key', '{"a":1,"zz":"' || repeat('x', 100 * 1024 * 1024) || '","z":"last"}');
call hostile.check_big('24 MB of escapes in a text column', '{"a":1,"b":"' || repeat('\u0041\n', 3 * 1024 * 1024) || '","z":"last"}');
call hostile.check_big('24 MB of escapes in an unknown key', '{"a":1,"zz":"' || repeat('\u0041\n', 3 * 1024 * 1024) || '","z":"last"}');
call hostile.check_big('20 MB without an end', '{"a":1,"zz":"' || repeat('x', 20 * 1024 * 1024));
call hostile.check_big('20 MB, wrong at the end', '{"a":"bad","zz":"' || repeat('x', 20 * 1024 * 1024) || '",}');
call hostile.check_big('20 MB of numbers in an unknown key', '{"a":1,"zz":[' || repeat('1234567,', 2500000) || '0],"z":"last"}');
call hostile.check_big('10 MB in a json column', '{"j":[' || repeat('{"k":[1,2]},', 850000) || '0],"z":"last"}');
call hostile.check_big('2 MB in a jsonb column', '{"jb":[' || repeat('{"k":[1,2]},', 180000) || '0],"z":"last"}');
call hostile.check_big('1,000,000 array elements', '{"ia":[' || repeat('12,', 1000000) || 'null],"z":"last"}');
call hostile.check_big('50,000 nested elements', '{"subs":[' || repeat('{"x":1,"y":"s"},', 50000) || 'null],"z":"last"}');
call hostile.check_big('a number of 1,000,000 digits for int', '{"a":' || repeat('9', 1000000) || '}');
call hostile.check_big('a number of 1,000,000 digits for numeric', '{"n":' || repeat('9', 1000000) || '}');
call hostile.check_big('a number of 1,000,000 digits for float8', '{"f":0.' || repeat('9', 1000000) || '}');
call hostile.check_big('a key of 10 MB', '{"' || repeat('k', 10000000) || '":1,"a":2}');
call hostile.check_big('10 MB of white space', repeat(' ', 5000000) || '{' || repeat(E'\n', 5000000) || '"a":1}');
call hostile.check_big('a label of 1 MB', '{"e":"' || repeat('x', 1000000) || '"}');
create function hostile.many_keys() returns text language sql as $$ select '{' || string_agg('"u' || i || '":' || i, ',') || ',"a":1}' from generate_series(1, 1000000) i $$;
call hostile.check_big('a document of 1,000,000 unknown keys', hostile.many_keys());
truncate hostile.doc;

-- a row of 1600 columns
insert into hostile.doc select '{' || string_agg(format('"c%s":%s', i, case i % 4 when 0 then i::text when 1 then '"t' || i || '"' when 2 then 'true' else (i * 5)::text end), ',') || '}' from generate_series(1, 1600) i;
select hostile.judge('1600 columns', fn, form, 'null::hostile.wide') from diff.available where fn = 'populate' \g /dev/null

-- ---- interrupts ----------------------------------------------------------------------------------
-- a long document must not keep a session from being cancelled
truncate hostile.doc;
insert into hostile.doc select '{"ia":[' || repeat('12,', 8000000) || '1],"zz":[' || repeat('{"k":[1,2]},', 3000000) || '0]}';
create temp table started (at timestamptz);
insert into started values (clock_timestamp());
set statement_timeout = 50;
select length(jbind_populate(null::hostile.row_type, doc)::text) from hostile.doc \g /dev/null
set statement_timeout = 0;
select hostile.expect('statement_timeout ends a long document (populate text)', case when clock_timestamp() - at > '1.5 s' then format('took %s', clock_timestamp() - at) end) from started \g /dev/null
select hostile.expect('the call after the cancelled one', hostile.next_call('', 'text')) \g /dev/null
truncate hostile.doc;

-- ---- memory --------------------------------------------------------------------------------------
set search_path = hostile;
\ir memory.sql
reset search_path;

-- runs one statement after warming up with it, and looks at what it leaves behind
create procedure hostile.check_memory(name text, statement text, jbind_limit bigint, all_limit bigint) language plpgsql as $$
declare
	before record; after record;
begin
	execute statement;
	commit;
	select * into before from hostile.memory();
	for i in 1 .. 3 loop execute statement; commit; end loop;
	select * into after from hostile.memory();
	insert into hostile.result (name, failed) values (name, case when after.jbind - before.jbind > jbind_limit or after.everything - before.everything > all_limit
		then format('jbind''s contexts went from %s to %s bytes, all contexts from %s to %s', before.jbind, after.jbind, before.everything, after.everything) end);
end $$;

-- 4 x 250,000 keys that never came before
create sequence hostile.fresh;
create function hostile.unknown_keys(form text) returns text language sql as $$
	select format('select count(jbind_populate(null::hostile.row_type, doc::%s)) from (select ''{"a":1,'' || string_agg(format(''"u%%s":%%s'', nextval(''hostile.fresh''), i), '','') || '',"z":"last"}'' doc from generate_series(1, 250000) i group by i %% 2500) s', form)
$$;
create function hostile.failing_calls(form text) returns text language sql as $$
	select format($q$do 'begin for i in 1 .. 3000 loop begin perform jbind_populate(null::hostile.row_type, (''{"b":"'' || repeat(''x'', i) || ''","zz'' || i || ''":[1],"a":"bad"}'')::%s); exception when others then null; end; end loop; end'$q$, form)
$$;
create function hostile.shuffled_keys(form text) returns text language sql as $$
	select format($q$select count(jbind_populate(null::hostile.row_type, doc::%s)) from (select '{' || string_agg(format('"%%s":null', k), ',' order by md5(k || i)) || '}' doc from generate_series(1, 3000) i, unnest(array['a','b','c','d','e','f','n','u','ts','j','jb','ia','sub','z','q1','q2']) k group by i) s$q$, form)
$$;
select format('call hostile.check_memory(%L, hostile.%s(%L), 1000000, 4000000);', what || ' (' || form || ')', fun, form)
from diff.available, (values ('1,000,000 distinct unknown keys', 'unknown_keys'), ('12,000 failing calls', 'failing_calls'), ('12,000 orders of keys', 'shuffled_keys')) v(what, fun) where fn = 'populate' \gexec
select hostile.expect('jbind has a memory context of its own', case when jbind = 0 then 'no context whose name or parent says jbind' when jbind > 4000000 then jbind || ' bytes after all this' end) from hostile.memory() \g /dev/null

-- ---- and the session is still the same -----------------------------------------------------------
select hostile.expect('the same backend', case when pid <> pg_backend_pid() then 'the server process is another one' end) from session \g /dev/null
select hostile.expect('the last call', hostile.next_call('', 'text')) \g /dev/null
