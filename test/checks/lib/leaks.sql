-- Calls and documents for 87_leaks.sh; leaks_session.sql makes the calls.
create schema leaks;
create type leaks.mood as enum ('sad', 'ok');
create domain leaks.positive as int check (value > 0);
create domain leaks.positives as leaks.positive[] check (cardinality(value) < 5);
create type leaks.part as (x int, y text, p leaks.positive);
create domain leaks.checked_part as leaks.part check ((value).x is distinct from 13);
create type leaks.row_type as (a int, b text, e leaks.mood, es leaks.mood[], n numeric(9,2), f float8, ts timestamptz, d date, i interval, u uuid, by bytea, j json, jb jsonb,
	p leaks.positive, ps leaks.positives, part leaks.part, parts leaks.part[], c leaks.checked_part, r int4range, ia int[], ch char(5), bi bit(3));

create table leaks.docs (n serial, good text, bad text);
insert into leaks.docs (good, bad) values
	('{"a":1,"b":"x","e":"ok","n":12.5,"f":1e10,"ts":"2020-01-01T00:00:00Z","d":"2020-02-03","u":"00112233-4455-6677-8899-aabbccddeeff"}', '{"a":"x"}'),
	('{"es":["ok","sad"],"by":"\\x0011","j":{"k":[1,2]},"jb":{"k":{"l":[1,2,{"m":null}]}},"i":"1 day","ch":"abc","bi":"101"}', '{"a":1,"b":"x"'),
	('{"p":5,"ps":[1,2,3],"part":{"x":1,"y":"why","p":7},"parts":[{"x":1},null,{"y":"\u00e9\n"}],"c":{"x":5}}', '{"p":-1,"b":"long enough to be something"}'),
	('{"r":"[1,5)","ia":[1,null,3],"b":"escaped \u0041\t\"","unknown":[1,{"k":2}],"another unknown":"x"}', '{"e":"happy"}'),
	('{"a":null,"b":null,"part":null,"parts":[],"ia":[],"j":null}', '{"part":{"x":1,"p":0}}'),
	('{}', '{"parts":[{"x":1},{"x":"bad"}]}'),
	('{"\u0061":7,"b":17.50,"f":"1e400x"}', '{"ps":[1,2,3,4,5,6]}'),
	('{"a":"12","n":"1e3","d":"January 5 2020","ts":"yesterday","f":"1.5"}', '{"c":{"x":13}}'),
	('{"part":{"x":1,"y":"a text that is a little longer than others","z":{"q":[1,2,3]}},"jb":[1,2,3,"four",5.5,true]}', '{"r":"[5,1)"}'),
	('{"ia":[[1,2],[3,4]],"es":["sad",null],"jb":"text"}', '{"ia":[[1],[2,3]]}'),
	('{"a":5,"b":"again","e":"sad"}', '{"n":12345678901}'),
	('{"b":"x","a":6}', '{"ts":"2020-13-01T00:00:00Z","jb":{"a":[1,2,3]}}');
-- a document with a wrong value may be left over among the good ones
update leaks.docs set good = '{"\u0061":7,"b":17.50,"f":"1e40"}' where good like '%1e400x%';

-- a call with DOC for the document and SET for an array of it; bad: what is called instead when it has to fail
create table leaks.calls (n serial, what text, call text, bad text);
insert into leaks.calls (what, call, bad)
select format('%s, %s', fn, form), replace(call, 'TYPE', form), replace(call, 'TYPE', form)
from (values ('json'), ('jsonb'), ('text')) f(form), (values
	('populate', 'jbind_populate(null::leaks.row_type, DOC::TYPE)'),
	('recordset', '(select count(*) from jbind_populate_recordset(null::leaks.row_type, SET::TYPE) r)'),
	('to_record', '(select r.a from jbind_to_record(DOC::TYPE) as r(a int, e leaks.mood, p leaks.positive, ps leaks.positives, part leaks.part, parts leaks.part[], c leaks.checked_part, r int4range, ia int[], n numeric(9,2), jb jsonb, ts timestamptz))'),
	('to_recordset', '(select count(*) from jbind_to_recordset(SET::TYPE) as r(a int, e leaks.mood, p leaks.positive, ps leaks.positives, part leaks.part, parts leaks.part[], c leaks.checked_part, r int4range, ia int[], n numeric(9,2), jb jsonb, ts timestamptz))')) v(fn, call);
insert into leaks.calls (what, call, bad) values
	('base', 'jbind_populate(row(1,''b'',null,null,null,null,null,null,null,null,null,null,null,1,null,null,null,null,null,null,null,null)::leaks.row_type, DOC)', null),
	('accelerated', 'json_populate_record(null::leaks.row_type, DOC::json)', 'json_populate_record(null::leaks.row_type, DOC::json)'),
	('describe', '(select count(*) from jbind_describe((case i % 2 when 0 then ''leaks.row_type'' else ''leaks.part'' end)::regtype))', 'jbind_describe(''int4'')::text'),
	('trace', '(select count(*) from jbind_trace(null::leaks.row_type, DOC::json))', '(select count(*) from jbind_trace(null::leaks.row_type, DOC::json))'),
	('codecs', '(select count(*) from jbind_codecs())', null),
	('reset', '(jbind_reset()::text || jbind_populate(null::leaks.part, DOC)::text)', null);

-- what the session has now: in its contexts, and of the system
create function leaks.contexts() returns bigint language sql as $$ select sum(total_bytes)::bigint from pg_backend_memory_contexts $$;
create function leaks.process() returns bigint language sql as $$ select (regexp_match(pg_read_file('/proc/self/status', 0, 20000), 'RssAnon:\s*(\d+) kB'))[1]::bigint * 1024 $$;

create table leaks.measured (n serial, what text, calls bigint, contexts bigint, process bigint, as_expected bool, pid int default pg_backend_pid());
create table leaks.planted (contexts bigint);

-- calls in a loop, each caught if it fails (a trace tells errors instead, but for what is no json); memory is taken after a tenth and at the end
create procedure leaks.loop(what text, call text, bad bool, calls bigint) language plpgsql as $$
declare
	contexts bigint; process bigint; errors bigint := 0;
begin
	execute format($f$
		create or replace function leaks.run(calls bigint, inout contexts bigint, inout process bigint, inout errors bigint) language plpgsql as $body$
		declare
			docs text[] := (select array_agg(%1$I order by n) from leaks.docs);
			kinds int := cardinality(docs);
		begin
			for i in 1 .. calls loop
				%2$s
				if i = calls / 10 then
					contexts := leaks.contexts();
					process := leaks.process();
				end if;
			end loop;
			contexts := leaks.contexts() - contexts;
			process := leaks.process() - process;
		end $body$ $f$, case when bad then 'bad' else 'good' end,
		case when bad then 'begin perform ' || leaks.with_document(call) || '; exception when others then errors := errors + 1; end;' else 'perform ' || leaks.with_document(call) || ';' end);
	-- once for what a first call brings
	execute 'select from leaks.run(1000, 0, 0, 0)';
	execute 'select * from leaks.run($1, 0, 0, 0)' into contexts, process, errors using calls;
	insert into leaks.measured (what, calls, contexts, process, as_expected) values (what, calls, contexts, process, case when not bad then errors = 0 when what like 'trace%' then errors < calls / 2 else errors > calls / 2 end);
end $$;

create function leaks.with_document(call text) returns text language sql as $$
	select replace(replace(call, 'DOC', 'docs[i % kinds + 1]'), 'SET', '(''['' || docs[i % kinds + 1] || '',{}]'')')
$$;

-- one query with all calls at one call site; memory is taken within it
create function leaks.note(n bigint) returns int language plpgsql volatile as $$
begin
	perform set_config('leaks.contexts_' || n, leaks.contexts()::text, false), set_config('leaks.process_' || n, leaks.process()::text, false);
	return 1;
end $$;
create procedure leaks.query(what text, call text, calls bigint) language plpgsql as $$
begin
	execute format('select count(%s), count(case i when $1 / 10 then leaks.note(1) when $1 then leaks.note(2) end) from generate_series(1, $1) i, (select array_agg(good order by n) as docs, count(*) as kinds from leaks.docs) d',
		leaks.with_document(call)) using calls;
	insert into leaks.measured (what, calls, contexts, process, as_expected) values (what, calls, current_setting('leaks.contexts_2')::bigint - current_setting('leaks.contexts_1')::bigint,
		current_setting('leaks.process_2')::bigint - current_setting('leaks.process_1')::bigint, true);
end $$;

-- types that come, are bound and go; with jbind's contexts alone, as catalogs and their caches grow by themselves
create procedure leaks.types(rounds bigint) language plpgsql as $$
declare
	before record; after record; process bigint;
begin
	for i in 1 .. rounds loop
		execute format('create type leaks.passing as (a int, b text, c%s leaks.mood, d leaks.part[])', i % 10);
		execute 'select jbind_populate(null::leaks.passing, ''{"a":1,"b":"x","d":[{"x":1}]}''), jbind_populate(null::leaks.passing, ''{"a":1,"x":2}''::jsonb)';
		execute 'drop type leaks.passing';
		commit;
		if i = rounds / 10 then
			before := leaks.memory();
			process := leaks.process();
		end if;
	end loop;
	after := leaks.memory();
	insert into leaks.measured (what, calls, contexts, process, as_expected) values ('types made, bound and dropped', rounds, after.jbind - before.jbind, leaks.process() - process, true);
end $$;
set search_path = leaks;
\ir memory.sql
reset search_path;
