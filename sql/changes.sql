-- changes: what living statements see when types change under them
\i sql/include/compare.sql

create type e as enum ('x', 'y');
create domain d as int check (value > 0);
create type inner_row as (p int);
create type t as (a int, e e, d d, i inner_row);

-- statements that stay prepared, and functions whose expressions plpgsql keeps
create function live() returns void language plpgsql as $$
declare
	form text;
begin
	deallocate all;
	foreach form in array '{json,jsonb,text}'::text[] loop
		if form <> 'text' then
			execute format('prepare stock_%1$s(%1$s) as select %1$s_populate_record(null::t, $1)::text', form);
			execute format('prepare stock_set_%1$s(%1$s) as select array_agg(r::text) from %1$s_populate_recordset(null::t, $1) r', form);
		end if;
		execute format('prepare jbind_%1$s(%1$s) as select jbind_populate(null::t, $1)::text', form);
		execute format('prepare jbind_set_%1$s(%1$s) as select array_agg(r::text) from jbind_populate_recordset(null::t, $1) r', form);
	end loop;
	create or replace function kept_stock(doc json) returns text language plpgsql as 'begin return json_populate_record(null::test.t, doc); end';
	create or replace function kept_jbind(doc json) returns text language plpgsql as 'begin return jbind_populate(null::test.t, doc); end';
end $$;
select live();

-- the document in all of them: do stock and jbind agree, and on what?
create function living(doc text, out verdict text, out answer text, out path text) language plpgsql as $$
declare
	form text; form_of_stock text; before jsonb := coalesce(test.work_done(), '{}'); stock text; jbind text; differences text;
begin
	for form, form_of_stock in values ('json', 'json'), ('jsonb', 'jsonb'), ('text', 'json') loop
		stock := test.outcome(format('execute stock_%s(%L)', form_of_stock, doc));
		jbind := test.outcome(format('execute jbind_%s(%L)', form, doc));
		answer := coalesce(answer, stock);
		if stock <> jbind then differences := concat_ws('; ', differences, form || ': ' || jbind); end if;
		stock := test.outcome(format('execute stock_set_%s(%L)', form_of_stock, '[' || doc || ']'));
		jbind := test.outcome(format('execute jbind_set_%s(%L)', form, '[' || doc || ']'));
		if stock <> jbind then differences := concat_ws('; ', differences, form || ' set: ' || jbind); end if;
	end loop;
	stock := test.outcome(format('select test.kept_stock(%L)', doc));
	jbind := test.outcome(format('select test.kept_jbind(%L)', doc));
	if stock <> jbind then differences := concat_ws('; ', differences, 'kept: ' || jbind); end if;
	verdict := coalesce('DIFFERENT: ' || differences, 'same');
	path := test.path_since(before);
end $$;
-- each codec asks stock for a label once
select * from living('{"e": "x"}'), living('{"e": "y"}') again;

\set doc '{"a": 1, "b": 2, "e": "x", "d": 5, "i": {"p": 1, "q": 2}}'
select * from living(:'doc');

-- columns come, go, change their type and name
alter type t add attribute b text;
select * from living(:'doc');
alter type t alter attribute a type text;
select * from living(:'doc');
alter type t drop attribute a;
select * from living(:'doc');
alter type t rename attribute b to a;
select * from living(:'doc');
alter type t rename attribute a to b;
alter type inner_row add attribute q numeric(4, 2);
select * from living(:'doc');

-- in a transaction that is rolled back, wholly or to a savepoint
begin;
alter type t add attribute a int8;
select * from living(:'doc');
savepoint s;
alter type t drop attribute d;
select * from living(:'doc');
rollback to s;
select * from living(:'doc');
rollback;
select * from living(:'doc');

-- labels
select * from living('{"e": "z"}');
alter type e add value 'z';
select * from living('{"e": "z"}');
alter type e rename value 'x' to 'w';
select * from living('{"e": "x"}'), living('{"e": "w"}') w;
begin;
alter type e rename value 'w' to 'x';
select * from living('{"e": "x"}');
rollback;
select * from living('{"e": "x"}'), living('{"e": "w"}') w;
begin;
alter type e add value 'new';
select * from living('{"e": "new"}');
rollback;
select * from living('{"e": "new"}');

-- constraints of domains
alter domain d add check (value < 100);
select * from living('{"d": 100}');
alter domain d drop constraint d_check;
select * from living('{"d": 0}');
alter domain d set not null;
select * from living('{"b": "no d"}');
alter domain d drop not null;
begin;
alter domain d add constraint small check (value < 10);
select * from living('{"d": 50}');
rollback;
select * from living('{"d": 50}');

-- settings
set timezone = 'UTC';
alter type t add attribute ts timestamptz;
select * from living('{"ts": "2024-01-01T00:00:00Z"}');
set timezone = 'Asia/Tokyo';
select * from living('{"ts": "2024-01-01T00:00:00Z"}'), living('{"ts": "2024-01-01T00:00:00"}') local;
set datestyle = 'SQL, DMY';
select * from living('{"ts": "02/01/2024 00:00"}');
set datestyle = 'ISO, MDY';
select jbind_reset();
select * from living('{"ts": "2024-01-01T00:00:00Z", "b": "after a reset"}');

-- dropped, and made again with the same name
drop type t;
select verdict from living(:'doc');
create type t as (b int2[], e text);
select verdict from living('{"b": [1, 2], "e": "new"}');
select live();
select * from living('{"b": [1, 2], "e": "new"}');

-- a table: its columns, and a default that a row type doesn't know
drop type t;
create table t (a int, b text);
select live();
select * from living('{"b": "x"}');
alter table t add c int not null default 5, drop a;
select * from living('{"b": "x"}');
alter table t alter b type int using null;
select * from living('{"b": "x"}'), living('{"b": 7}') seven;

-- codecs of types that are gone go as well
do $$ begin
	for i in 1 .. 200 loop
		execute 'create type passing as (a int)';
		execute $q$ select jbind_populate(null::passing, '{"a": 1}') $q$;
		execute 'drop type passing';
	end loop;
end $$;
select count(*) < 20 as few_codecs from jbind_codecs();

-- nothing that a session may discard is missed
discard all;
set client_min_messages = warning;
set search_path = test, public;
select live();
select * from living('{"b": 7}');

-- known differences, as parity.txt has them: a document left to stock after the type has changed in the same statement
create type late as (a text);
create function ddl(command text) returns text language plpgsql as $$ begin execute command; return ''; end $$;
create view late_document as select n, case n when 1 then '{"a": "x"}' else format('{"a": "y", "b": 5, "deep": %s%s}', repeat('[', 130), repeat(']', 130)) end::json as doc from generate_series(1, 3) n;
select string_agg(case n when 2 then ddl('alter type late add attribute b int') else json_populate_record(null::late, doc)::text end, ' ' order by n) as stock from late_document;
alter type late drop attribute b;
select string_agg(case n when 2 then ddl('alter type late add attribute b int') else jbind_populate(null::late, doc)::text end, ' ' order by n) as jbind from late_document;
-- a constant text whose call is never reached
select test.outcome('select case when false then json_populate_record(null::test.late, ''bad'') end') as stock;
select test.outcome('select case when false then jbind_populate(null::test.late, ''bad''::text) end') as jbind;
select test.outcome('select case when false then json_populate_record(null::test.late, ''bad''::text::json) end') as stock;
set jbind.accelerate_stock = on;
select test.outcome('select case when false then json_populate_record(null::test.late, ''bad''::text::json) end') as accelerated;
-- the extension is dropped under a plan (later versions plan SQL functions' statements one by one)
create function planned(doc json) returns text language sql volatile as 'select 1; select json_populate_record(null::test.late, doc)::text';
create function drop_jbind() returns text language plpgsql as $$ begin drop extension jbind; return ''; end $$;
create function drop_within() returns text language plpgsql as $$
declare answer text;
begin
	select string_agg(test.planned('{"a":"x"}') || case n when 1 then test.drop_jbind() else '' end, ' ') into answer from generate_series(1, 2) n;
	return answer;
exception when internal_error or undefined_function then return 'function is gone';
end $$;
select drop_within() in ('(x,) (x,)', 'function is gone') as "as stock, or an error";
create extension if not exists jbind;
reset jbind.accelerate_stock;

drop schema test cascade;
