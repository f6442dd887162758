-- One sequence of steps in which types, domains, enums, settings and sessions change under living
-- statements.  40_changes.sh runs it once with stock's functions and once with jbind's and compares the
-- outputs section by section; a section begins with a line "== name".
-- psql variables: populate, populate_set, to_record, to_recordset (function names), doc (type of the
-- documents), sets (are there set functions), database (for the second session), rounds.
\set SHOW_CONTEXT never
\set VERBOSITY default
\pset null '<null>'
set client_min_messages = error;
drop schema if exists changes cascade;
drop schema if exists other cascade;
drop schema if exists third cascade;
create schema changes;
set search_path = changes, public;
set datestyle = 'ISO, MDY';
set timezone = 'UTC';

-- the answer or the error of a query, without ending anything
create function attempt(query text) returns text language plpgsql as $$
declare
	answer text; state text; message text; detail text; hint text;
begin
	execute query into answer;
	return coalesce(answer, '<null>');
exception when others then
	get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail, hint = pg_exception_hint;
	return concat_ws(' | ', state, message, nullif(detail, ''), nullif(hint, ''));
end $$;

\echo == composite type: attributes added, dropped, renamed, retyped
create type t as (a int, b text);
prepare p(:doc) as select :populate(null::t, $1)::text;
prepare p_columns(:doc) as select * from :populate(null::t, $1);
select format('create function f(doc %s) returns text language plpgsql as $b$ begin return %s(null::t, doc)::text; end $b$', :'doc', :'populate') \gexec
execute p('{"a":1,"b":"x","c":3}');
execute p_columns('{"a":1,"b":"x","c":3}');
select f('{"a":1,"b":"x","c":3}');
alter type t add attribute c int;
execute p('{"a":1,"b":"x","c":3}');
execute p_columns('{"a":1,"b":"x","c":3}');
select f('{"a":1,"b":"x","c":3}');
alter type t drop attribute a;
execute p('{"a":1,"b":"x","c":3}');
select f('{"a":1,"b":"x","c":3}');
alter type t rename attribute b to bb;
execute p('{"a":1,"b":"x","bb":"y","c":3}');
select f('{"a":1,"b":"x","bb":"y","c":3}');
alter type t alter attribute c type text;
execute p('{"a":1,"bb":"y","c":[3, 4]}');
select f('{"a":1,"bb":"y","c":[3, 4]}');
alter type t alter attribute c type int[], add attribute a date;
execute p('{"a":"2024-01-02","bb":"y","c":[3, 4]}');
select f('{"a":"2024-01-02","bb":"y","c":[3, 4]}');
alter type t drop attribute a, drop attribute bb, drop attribute c;
execute p('{"a":"2024-01-02","bb":"y","c":[3, 4]}');
alter type t add attribute a int;
execute p('{"a":5}');
select f('{"a":5}');
alter type t rename to t_renamed;
execute p('{"a":5}');
select f('{"a":6}');
alter type t_renamed rename to t;
alter type t set schema public;
execute p('{"a":5}');
select f('{"a":6}');
alter type public.t set schema changes;

\echo == type modifiers
create type m as (n numeric(5,2), v varchar(3), c char(4), ts timestamp(0), b bit(3), i interval second(0));
prepare pm(:doc) as select :populate(null::m, $1)::text;
execute pm('{"n":1.239,"v":"abc","c":"x","ts":"2024-01-01 00:00:00.7","b":"101","i":"1.5"}');
alter type m alter attribute n type numeric(6,1), alter attribute v type varchar(5), alter attribute c type char(2), alter attribute ts type timestamp(3), alter attribute b type bit(4), alter attribute i type interval;
execute pm('{"n":1.239,"v":"abcde","c":"x","ts":"2024-01-01 00:00:00.7","b":"1010","i":"1.5"}');
execute pm('{"n":99999.99,"v":"abcdef"}');
execute pm('{"c":"xyz"}');
execute pm('{"b":"101"}');

\echo == nested types
create type leaf as (x int);
create type branch as (l leaf, ls leaf[]);
create domain leaf_domain as leaf;
create type tree as (b branch, d leaf_domain, bs branch[], z text);
prepare pt(:doc) as select :populate(null::tree, $1)::text;
select format('create function ft(doc %s) returns text language plpgsql as $b$ begin return %s(null::tree, doc)::text; end $b$', :'doc', :'populate') \gexec
\set nested '{"b":{"l":{"x":1,"y":"2"},"ls":[{"x":3,"y":4},null]},"d":{"x":5,"y":6},"bs":[{"l":{"x":7,"y":8}}],"z":"end"}'
execute pt(:'nested');
select ft(:'nested');
alter type leaf add attribute y int;
execute pt(:'nested');
select ft(:'nested');
alter type leaf rename attribute x to w;
execute pt(:'nested');
alter type leaf alter attribute y type text;
execute pt(:'nested');
alter type leaf drop attribute w;
execute pt(:'nested');
alter type branch drop attribute l;
execute pt(:'nested');
alter type branch add attribute l text;
execute pt(:'nested');
select ft(:'nested');

\echo == tables: columns added with defaults, dropped, retyped; rows stored before as base
create table tab (a int, b text);
insert into tab values (1, 'old');
select format('create function ftab(doc %s) returns setof text language sql as $b$ select %s(tab, doc)::text from tab $b$', :'doc', :'populate') \gexec
prepare ptab(:doc) as select :populate(tab, $1)::text from tab;
execute ptab('{"b":"new"}');
alter table tab add column c int default 7, add column d text default 'dflt';
execute ptab('{"b":"new"}');
execute ptab('{}');
select ftab('{"d":"x"}');
alter table tab drop column a;
execute ptab('{"a":3,"b":"new"}');
alter table tab alter column c type numeric(4,1);
execute ptab('{"c":2.55}');
alter table tab add column g int generated always as (5) stored, add column k int generated by default as identity;
execute ptab('{"g":2,"k":9}');
select ftab('{"g":2}');
alter table tab rename column d to dd;
execute ptab('{"d":"x","dd":"y"}');
truncate tab;
insert into tab (b) values ('again');
execute ptab('{}');
create table child (extra date) inherits (tab);
insert into child (b, k, extra) values ('child', 3, '2024-01-01');
execute ptab('{"b":"q"}');
select :populate(child, '{"extra":"2024-02-02","b":"r"}':::doc)::text from child;

\echo == partitions with another column order
create table part (a int, b text, c date) partition by list (a);
create table part_1 (dropped int, c date, b text, a int);
alter table part_1 drop column dropped;
alter table part attach partition part_1 for values in (1);
insert into part values (1, 'x', '2024-01-01');
prepare ppart(:doc) as select :populate(part, $1)::text, :populate(null::part_1, $1)::text from part;
execute ppart('{"b":"y","c":"2024-05-05"}');
alter table part add column e int;
execute ppart('{"b":"y","e":4}');
alter table part detach partition part_1;
execute ppart('{"b":"y","e":4}');
execute ppart('{}');

\echo == views
create view vw as select 1 as a, 'x'::text as b;
prepare pv(:doc) as select :populate(null::vw, $1)::text;
execute pv('{"a":5,"b":"y","c":6}');
alter view vw rename column b to c;
execute pv('{"a":5,"b":"y","c":6}');
create or replace view vw as select 1 as a, 'x'::text as c, 2 as d;
execute pv('{"a":5,"b":"y","c":6,"d":7}');
drop view vw;
execute pv('{"a":5}');
create view vw as select 'x'::text as a;
execute pv('{"a":5}');

\echo == domains: constraints added, dropped, replaced
create domain positive as int;
create domain pair_domain as leaf;
create type withdomain as (p positive, ps positive[], q text);
prepare pd(:doc) as select :populate(null::withdomain, $1)::text;
select format('create function fd(doc %s) returns text language plpgsql as $b$ begin return %s(null::withdomain, doc)::text; end $b$', :'doc', :'populate') \gexec
execute pd('{"p":-1,"ps":[-2],"q":"x"}');
alter domain positive add constraint over_zero check (value > 0);
execute pd('{"p":-1,"q":"x"}');
execute pd('{"ps":[1,-2],"q":"x"}');
select fd('{"p":-1,"q":"x"}');
execute pd('{"p":1,"ps":[2],"q":"x"}');
alter domain positive drop constraint over_zero;
execute pd('{"p":-1,"ps":[-2],"q":"x"}');
alter domain positive add constraint under_ten check (value < 10) not valid;
execute pd('{"p":11}');
alter domain positive rename constraint under_ten to small;
execute pd('{"p":11}');
alter domain positive drop constraint small;
alter domain positive set not null;
execute pd('{"q":"x"}');
execute pd('{"p":1,"ps":[null]}');
execute pd('{"p":1,"ps":[1]}');
select fd('{"p":null}');
alter domain positive drop not null;
execute pd('{"q":"x"}');
select fd('{"p":null}');
create function limit_of() returns int language sql immutable as 'select 5';
create function below_limit(v int) returns bool language sql stable as 'select v < changes.limit_of() or v is null';
alter domain positive add constraint limited check (below_limit(value));
execute pd('{"p":6}');
execute pd('{"p":4}');
create or replace function limit_of() returns int language sql immutable as 'select 50';
execute pd('{"p":6}');
select fd('{"p":6}');
create or replace function below_limit(v int) returns bool language plpgsql as 'begin raise exception ''asked about %'', v using hint = ''none''; end';
execute pd('{"p":6}');
execute pd('{}');
alter domain positive drop constraint limited;
execute pd('{"p":6}');
create domain stacked as positive check (value % 2 = 0);
create type withstack as (s stacked, ss stacked[]);
prepare ps(:doc) as select :populate(null::withstack, $1)::text;
execute ps('{"s":3}');
alter domain positive add check (value > 100);
execute ps('{"s":4}');
execute ps('{"s":104,"ss":[2]}');

\echo == a domain over a composite type
create type pair as (x int, y int);
create domain ordered as pair check ((value).x < (value).y);
create type holder as (o ordered, os ordered[], z text);
prepare po(:doc) as select :populate(null::holder, $1)::text;
prepare pdirect(:doc) as select :populate((select null::ordered), $1)::text;
execute po('{"o":{"x":2,"y":1}}');
execute po('{"o":{"x":1,"y":2},"os":[{"x":1,"y":2}]}');
execute pdirect('{"x":2,"y":1}');
execute pdirect('{"x":1,"y":2}');
alter domain ordered drop constraint ordered_check;
execute po('{"o":{"x":2,"y":1}}');
execute pdirect('{"x":2,"y":1}');
alter type pair add attribute z int;
execute po('{"o":{"x":2,"y":1,"z":3}}');
execute pdirect('{"x":2,"y":1,"z":3}');
alter domain ordered add check ((value).z > 5);
execute po('{"o":{"x":2,"y":1,"z":3}}');
execute pdirect('{"x":2,"y":1,"z":6}');
alter domain ordered set not null;
execute po('{"z":"q"}');
execute pdirect('{"x":2,"y":1,"z":7}');

\echo == how often and in which order a volatile CHECK runs
create table calls (n serial, v text);
create function noted(v int) returns bool language plpgsql volatile as 'begin insert into changes.calls (v) values (coalesce(v::text, ''null'')); return coalesce(v, 0) < 100; end';
create domain watched as int check (noted(value));
create domain watched_twice as watched check (noted(value + 1000) or true);
create type observed as (a watched, b watched[], c watched_twice, d text, e watched);
prepare pw(:doc) as select :populate(null::observed, $1)::text;
execute pw('{"e":5,"b":[2,3,null],"a":1,"c":4}');
select v from calls order by n;
truncate calls;
execute pw('{}');
execute pw('{"d":"x"}');
select v from calls order by n;
truncate calls;
select (:populate(null::observed, '{"a":1,"e":2,"b":[3]}':::doc)).*;
select v from calls order by n;
truncate calls;
execute pw('{"a":1,"b":[2,200,3],"e":4}');
execute pw('{"a":1,"a":200,"a":2,"e":"bad"}');
select v from calls order by n;
truncate calls;
select :populate(row(1, null, null, 'x', 2)::observed, '{"d":"y"}':::doc)::text;
select v from calls order by n;
truncate calls;

\echo == enums: labels added and renamed
create type mood as enum ('sad', 'ok');
create type feeling as (m mood, ms mood[], z int);
prepare pe(:doc) as select :populate(null::feeling, $1)::text;
select format('create function fe(doc %s) returns text language plpgsql as $b$ begin return %s(null::feeling, doc)::text; end $b$', :'doc', :'populate') \gexec
execute pe('{"m":"ok","ms":["sad",null]}');
execute pe('{"m":"happy"}');
select fe('{"m":"happy"}');
alter type mood add value 'happy';
execute pe('{"m":"happy","ms":["happy"]}');
select fe('{"m":"happy"}');
alter type mood add value 'first' before 'sad';
execute pe('{"m":"first","ms":["first","sad"]}');
alter type mood rename value 'ok' to 'fine';
execute pe('{"m":"ok"}');
execute pe('{"m":"fine"}');
select fe('{"m":"fine"}');
begin;
alter type mood add value 'unsafe';
execute pe('{"m":"sad"}');
savepoint s;
execute pe('{"m":"unsafe"}');
rollback to s;
select fe('{"m":"first"}');
rollback;
execute pe('{"m":"unsafe"}');
begin;
alter type mood rename value 'fine' to 'okay';
execute pe('{"m":"okay"}');
rollback;
execute pe('{"m":"fine"}');
execute pe('{"m":"okay"}');
begin;
create type fresh as enum ('new');
create type holds_fresh as (f fresh);
select :populate(null::holds_fresh, '{"f":"new"}':::doc)::text;
alter type fresh add value 'newer';
savepoint s;
select :populate(null::holds_fresh, '{"f":"newer"}':::doc)::text;
rollback to s;
commit;
select :populate(null::holds_fresh, '{"f":"newer"}':::doc)::text;

\echo == types dropped and made again under the same name
create type again as (a int);
prepare pa(:doc) as select :populate(null::again, $1)::text;
select format('create function fa(doc %s) returns text language plpgsql as $b$ begin return %s(null::again, doc)::text; end $b$', :'doc', :'populate') \gexec
execute pa('{"a":1,"b":"x"}');
select fa('{"a":1,"b":"x"}');
drop type again;
execute pa('{"a":1,"b":"x"}');
create type again as (b text, a text);
execute pa('{"a":1,"b":"x"}');
select fa('{"a":1,"b":"x"}');
select :populate(null::again, '{"a":1,"b":"x"}':::doc)::text;
drop type again;
create table again (c date);
execute pa('{"c":"2024-01-01"}');
select fa('{"c":"2024-01-01"}');
select :populate(null::again, '{"c":"2024-01-01"}':::doc)::text;
drop table again;
create domain again as pair;
execute pa('{"x":1,"y":2}');
select :populate(null::again, '{"x":1,"y":2}':::doc)::text;
drop domain again;
create type again as (a int);
select :populate(null::again, '{"a":1,"b":"x"}':::doc)::text;
select :populate(null::again, '{"a":"x"}':::doc)::text;
drop type feeling;
drop type mood cascade;
create type mood as enum ('ok', 'other', 'sad');
create type feeling as (ms mood[], m mood);
execute pe('{"m":"ok","ms":["sad","other"]}');
select fe('{"m":"happy"}');
select :populate(null::feeling, '{"m":"ok","ms":["sad","other"]}':::doc)::text;
select :populate(null::feeling, '{"m":"fine"}':::doc)::text;

\echo == in a transaction that is rolled back
create type tx as (a int, b text);
prepare ptx(:doc) as select :populate(null::tx, $1)::text;
select format('create function ftx(doc %s) returns text language plpgsql as $b$ begin return %s(null::tx, doc)::text; end $b$', :'doc', :'populate') \gexec
execute ptx('{"a":1,"b":"x","c":3}');
begin;
alter type tx add attribute c int;
execute ptx('{"a":1,"b":"x","c":3}');
rollback;
execute ptx('{"a":1,"b":"x","c":3}');
begin;
alter type tx drop attribute a;
execute ptx('{"a":1,"b":"x","c":3}');
savepoint s1;
alter type tx add attribute c text;
execute ptx('{"a":1,"b":"x","c":3}');
savepoint s2;
alter type tx rename attribute b to a;
execute ptx('{"a":1,"b":"x","c":3}');
savepoint s3;
select ftx('{"a":1,"b":"x","c":3}');
rollback to s3;
rollback to s2;
execute ptx('{"a":1,"b":"x","c":3}');
rollback to s1;
execute ptx('{"a":1,"b":"x","c":3}');
savepoint s3;
select ftx('{"a":1,"b":"x","c":3}');
rollback to s3;
select :populate(null::tx, '{"a":1,"b":"x","c":3}':::doc)::text;
alter type tx add attribute c int[];
release s1;
execute ptx('{"a":1,"b":"x","c":[3]}');
rollback;
execute ptx('{"a":1,"b":"x","c":3}');
select ftx('{"a":1,"b":"x","c":3}');
begin;
alter type tx alter attribute a type text;
savepoint s1;
execute ptx('{"a":"bad {","b":"x","c":3}');
execute ptx('{"a":[1, 2],"b":"x"}');
rollback;
execute ptx('{"a":"bad {","b":"x","c":3}');
begin;
alter domain positive add constraint gone check (value < -5);
execute pd('{"p":200}');
rollback;
execute pd('{"p":200}');
begin;
drop type tx cascade;
create type tx as (z int);
execute ptx('{"a":1,"z":2}');
rollback;
execute ptx('{"a":1,"z":2}');
begin;
create type only_here as (a int);
select :populate(null::only_here, '{"a":1}':::doc)::text;
rollback;
begin;
create type only_here as (a text, b int);
select :populate(null::only_here, '{"a":1,"b":2}':::doc)::text;
rollback;

\echo == changed inside a plpgsql block that fails
create or replace function changing(doc text) returns text language plpgsql as $$
begin
	begin
		alter type tx add attribute c int;
		perform ftx('{"a":1,"c":2}');
		raise exception 'back';
	exception when others then
		return sqlerrm || ' ' || ftx('{"a":1,"c":2}');
	end;
end $$;
select changing('x');
execute ptx('{"a":1,"c":2}');
create or replace function changing_in_loop() returns text language plpgsql as $$
declare
	r text := '';
begin
	for i in 1 .. 4 loop
		begin
			execute format('alter type tx add attribute c%s int', i);
			r := r || ftx('{"a":1,"c1":1,"c2":2,"c3":3}') || ' ';
			if i = 2 then raise exception 'back'; end if;
		exception when raise_exception then
			r := r || 'back ';
		end;
	end loop;
	return r;
end $$;
select changing_in_loop();
execute ptx('{"a":1,"c1":1,"c2":2,"c3":3,"c4":4}');

\echo == settings between calls of living statements
create type timed as (d date, ts timestamp, tz timestamptz, t time, tt timetz, i interval, x xml, f float8, b bytea, m money);
prepare pset(:doc) as select :populate(null::timed, $1)::text;
select format('create function fset(doc %s) returns text language plpgsql as $b$ begin return %s(null::timed, doc)::text; end $b$', :'doc', :'populate') \gexec
\set dates '{"d":"05/06/2007","ts":"05/06/2007 10:00","tz":"2024-01-01 00:00","tt":"10:00","i":"1-2","x":"<a>1</a>","f":0.1234567890123456,"b":"\\\\x6162"}'
execute pset(:'dates');
set datestyle = 'SQL, DMY';
execute pset(:'dates');
select fset(:'dates');
set datestyle = 'German';
execute pset(:'dates');
set timezone = 'America/New_York';
execute pset('{"tz":"2024-01-01 00:00"}');
execute pset('{"tz":"2024-07-01T00:00:00Z","tt":"10:00"}');
select fset('{"tz":"2024-07-01T00:00:00"}');
set timezone = 'Asia/Kathmandu';
execute pset('{"tz":"2024-01-01 00:00"}');
select fset('{"tz":"2024-01-01T00:00:00"}');
set local timezone = 'UTC';
begin;
set local timezone = 'UTC';
execute pset('{"tz":"2024-01-01T00:00:00"}');
rollback;
execute pset('{"tz":"2024-01-01T00:00:00"}');
set intervalstyle = 'iso_8601';
execute pset('{"i":"1 day -2 hours"}');
set intervalstyle = 'sql_standard';
execute pset('{"i":"-1 2:03:04"}');
set xmloption = document;
execute pset('{"x":"just text"}');
execute pset('{"x":"<a/>"}');
set xmloption = content;
execute pset('{"x":"just text"}');
set timezone_abbreviations = 'Australia';
execute pset('{"tz":"2024-01-01 00:00 EST"}');
reset timezone_abbreviations;
execute pset('{"tz":"2024-01-01 00:00 EST"}');
set extra_float_digits = -5;
execute pset('{"f":0.1234567890123456}');
reset extra_float_digits;
set bytea_output = 'escape';
execute pset('{"b":"\\x6162"}');
reset all;
set search_path = changes, public;
set client_min_messages = error;
set timezone = 'UTC';
execute pset(:'dates');

\echo == search_path and names that are looked up
create schema other;
create schema third;
create table changes.thing (a int);
create table other.thing (a text);
create type changes.named as (c regclass, t regtype, p regproc);
create type other.named as (c regclass, z text);
prepare pn(:doc) as select :populate(null::changes.named, $1)::text;
prepare pn_short(:doc) as select :populate(null::named, $1)::text;
select format('create function third.fn(doc %s) returns text language plpgsql as $b$ begin return %s(null::named, doc)::text; end $b$', :'doc', :'populate') \gexec
execute pn('{"c":"thing","t":"thing"}');
execute pn_short('{"c":"thing","z":"z"}');
select third.fn('{"c":"thing","z":"z"}');
set search_path = other, changes, public;
execute pn('{"c":"thing","t":"thing"}');
execute pn('{"c":"changes.thing"}');
execute pn_short('{"c":"thing","z":"z"}');
select third.fn('{"c":"thing","z":"z"}');
set search_path = changes, public;
select third.fn('{"c":"thing","z":"z"}');
execute pn_short('{"c":"thing","z":"z"}');
drop table changes.thing;
execute pn('{"c":"thing"}');
set search_path = other, public;
execute pn('{"c":"thing"}');
set search_path = changes, public;
create function changes.lim() returns int language sql as 'select 10';
create function other.lim() returns int language sql as 'select 20';
create function under_path(v int) returns bool language sql stable as 'select v < lim()';
create domain by_path as int check (under_path(value));
create type pathed as (a by_path);
select attempt(format('select %s(null::changes.pathed, ''{"a":15}''::%s)::text', :'populate', :'doc'));
set search_path = other, changes, public;
select changes.attempt(format('select %s(null::changes.pathed, ''{"a":15}''::%s)::text', :'populate', :'doc'));
set search_path = changes, public;
select attempt(format('select %s(null::changes.pathed, ''{"a":15}''::%s)::text', :'populate', :'doc'));

\echo == another session changes things
create type shared as (a int, b text);
create domain shared_domain as int;
create type shared_enum as enum ('x');
create type shared_holder as (s shared, d shared_domain, e shared_enum);
prepare psh(:doc) as select :populate(null::shared, $1)::text;
prepare psh_holder(:doc) as select :populate(null::shared_holder, $1)::text;
select format('create function fsh(doc %s) returns text language plpgsql as $b$ begin return %s(null::shared, doc)::text; end $b$', :'doc', :'populate') \gexec
execute psh('{"a":1,"b":"x","c":3}');
execute psh_holder('{"s":{"a":1,"b":"x","c":3},"d":-1,"e":"x"}');
select fsh('{"a":1,"b":"x","c":3}');
\setenv JBIND_TEST_DATABASE :database
\! psql -Xq -d "$JBIND_TEST_DATABASE" -c 'alter type changes.shared add attribute c int'
execute psh('{"a":1,"b":"x","c":3}');
execute psh_holder('{"s":{"a":1,"b":"x","c":3},"d":-1,"e":"x"}');
select fsh('{"a":1,"b":"x","c":3}');
\! psql -Xq -d "$JBIND_TEST_DATABASE" -c 'alter domain changes.shared_domain add check (value > 0)'
execute psh_holder('{"d":-1}');
execute psh_holder('{"e":"y"}');
\! psql -Xq -d "$JBIND_TEST_DATABASE" -c "alter type changes.shared_enum add value 'y'"
execute psh_holder('{"e":"y"}');
\! psql -Xq -d "$JBIND_TEST_DATABASE" -c "alter type changes.shared_enum rename value 'x' to 'xx'"
execute psh_holder('{"e":"x"}');
execute psh_holder('{"e":"xx"}');
\! psql -Xq -d "$JBIND_TEST_DATABASE" -c 'begin; alter type changes.shared drop attribute a; rollback'
execute psh('{"a":1,"b":"x","c":3}');
begin;
execute psh('{"a":1,"b":"x","c":3}');
\! psql -Xq -d "$JBIND_TEST_DATABASE" -c 'alter type changes.shared drop attribute a'
execute psh('{"a":1,"b":"x","c":3}');
select fsh('{"a":1,"b":"x","c":3}');
\! psql -Xq -d "$JBIND_TEST_DATABASE" -c 'alter domain changes.shared_domain add constraint even check (value % 2 = 0)'
execute psh_holder('{"d":3}');
rollback;
execute psh_holder('{"d":3}');
execute psh_holder('{"s":{"a":1,"b":"x","c":3}}');
\! psql -Xq -d "$JBIND_TEST_DATABASE" -c 'drop type changes.shared cascade; create type changes.shared as (c text, a date)'
execute psh('{"a":"2024-01-01","c":3}');
select fsh('{"a":"2024-01-01","c":3}');

\echo == a cursor that is open while the type changes
create table docs (n int, doc text);
insert into docs select i, format('{"a":%s,"b":"x%s","c":%s}', i, i, i * 10) from generate_series(1, 6) i;
create type cur as (a int, b text);
begin;
select format('declare c cursor for select n, %s(null::cur, doc::%s)::text from docs', :'populate', :'doc') \gexec
fetch 2 from c;
alter type cur add attribute c int;
fetch 2 from c;
alter type cur drop attribute a;
fetch 2 from c;
close c;
rollback;
select format('select n, %s(null::cur, doc::%s)::text from docs order by n limit 2', :'populate', :'doc') \gexec

\echo == DISCARD and the like
execute ptx('{"a":1,"b":"x"}');
discard plans;
execute ptx('{"a":1,"b":"x"}');
discard temp;
discard sequences;
discard all;
set search_path = changes, public;
set client_min_messages = error;
set timezone = 'UTC';
prepare ptx(:doc) as select :populate(null::tx, $1)::text;
execute ptx('{"a":1,"b":"x"}');
select ftx('{"a":1,"b":"x"}');
create temp table temporary (a int);
select :populate(null::temporary, '{"a":1,"b":2}':::doc)::text;
discard temp;
create temp table temporary (b int);
select :populate(null::temporary, '{"a":1,"b":2}':::doc)::text;
discard all;
set search_path = changes, public;
set client_min_messages = error;
set timezone = 'UTC';

\echo == rows with values out of line and compressed as base
create table fat (a int, big text, squeezed text, small text);
alter table fat alter big set storage external, alter squeezed set storage main;
insert into fat select 1, string_agg(md5(i::text), ''), repeat('squeeze me ', 3000), 's' from generate_series(1, 3000) i;
create table fat_results (r fat);
select format('insert into fat_results select %s(fat, %L::%s) from fat', :'populate', d, :'doc') from (values ('{"a":2}'), ('{}'), ('{"small":"t","a":null}'), ('{"big":"b"}'), ('{"squeezed":null}')) v(d) \gexec
select (r).a, md5((r).big), md5((r).squeezed), (r).small, pg_column_size((r).squeezed), pg_column_size((r).big) from fat_results;
select format('select (r).a, md5((r).big), md5((r).squeezed), pg_column_size(r), pg_column_size((r).squeezed) from (select %s(fat, %L::%s) r from fat offset 0) s', :'populate', d, :'doc') from (values ('{"a":2}'), ('{}'), ('{"small":"t","a":null}'), ('{"big":"b"}')) v(d) \gexec
drop table fat_results;

\if :sets
\echo == sets: types that change between and during calls
create type st as (a int, b text);
prepare pst(:doc) as select * from :populate_set(null::st, $1);
prepare pst_text(:doc) as select s::text from :populate_set(null::st, $1) s;
select format('create function fst(doc %s) returns setof text language plpgsql as $b$ begin return query select s::text from %s(null::st, doc) s; end $b$', :'doc', :'populate_set') \gexec
execute pst('[{"a":1,"b":"x","c":3},{}]');
execute pst_text('[{"a":1,"b":"x","c":3},{}]');
select fst('[{"a":1,"b":"x","c":3},{}]');
alter type st add attribute c int;
execute pst('[{"a":1,"b":"x","c":3},{}]');
execute pst_text('[{"a":1,"b":"x","c":3},{}]');
select fst('[{"a":1,"b":"x","c":3},{}]');
alter type st drop attribute a;
execute pst('[{"a":1,"b":"x","c":3},{}]');
execute pst_text('[{"a":1,"b":"x","c":3},{}]');
begin;
alter type st alter attribute c type text;
execute pst_text('[{"a":1,"b":"x","c":[3, 4]},{}]');
rollback;
execute pst_text('[{"a":1,"b":"x","c":[3, 4]},{}]');
select fst('[{"c":5}]');

\echo == sets: a CHECK that counts
truncate calls;
select s::text from :populate_set(null::observed, '[{"a":1},{"e":2},{}]':::doc) s;
select v from calls order by n;
truncate calls;
select attempt(format('select count(*) from %s(null::observed, ''[{"a":1},{"a":200},{"a":3}]''::%s)', :'populate_set', :'doc'));
select v from calls order by n;
truncate calls;
select count(*) from (select :populate_set(null::observed, '[{"a":1},{"a":2},{"a":3}]':::doc) limit 1) s;
select v from calls order by n;

\echo == types that change between the calls of one statement: what a call site saw first, it keeps
create function ddl(command text) returns text language plpgsql as $$ begin execute command; return ''; end $$;
create type seen_inner as (p int);
create domain seen_domain as seen_inner;
create type seen as (d seen_domain, ds seen_domain[]);
-- the row type of a domain is looked up for a NULL, too; also in an array
select string_agg(case n when 2 then ddl('alter type seen_inner add attribute q int')
    else :populate(null::seen, (case n when 1 then '{}' else '{"d":{"p":1,"q":2}}' end):::doc)::text end, ' ' order by n) from generate_series(1, 3) n;
alter type seen_inner drop attribute q;
select string_agg(case n when 2 then ddl('alter type seen_inner add attribute q int')
    else :populate(null::seen, (case n when 1 then '{"d":null}' else '{"d":{"p":1,"q":2},"ds":[{"p":3,"q":4}]}' end):::doc)::text end, ' ' order by n) from generate_series(1, 3) n;
alter type seen_inner drop attribute q;
select string_agg(case n when 2 then ddl('alter type seen_inner add attribute q int')
    else :populate(null::seen, (case n when 1 then '{"ds":[null]}' else '{"ds":[{"p":1,"q":2}]}' end):::doc)::text end, ' ' order by n) from generate_series(1, 3) n;
alter type seen_inner drop attribute q;
select string_agg(case n when 2 then ddl('alter type seen_inner alter attribute p type text')
    else :populate(null::seen, (case n when 1 then '{}' else '{"d":{"p":"x"}}' end):::doc)::text end, ' ' order by n) from generate_series(1, 3) n;
-- bases whose type is another one from row to row: looked up anew where it isn't that of the row before
create type taking_turns as (a int);
create type taking_turns_too as (x int);
create type within as (i int);
create type with_within as (w within);
create function base(k int) returns record language plpgsql as $$
declare r record; begin
  case k when 1 then r := row(1)::taking_turns; when 2 then r := row(2)::taking_turns_too; else r := row(row(3))::with_within; end case;
  return r;
end $$;
select string_agg(:populate(b, '{"a":7,"b":8,"x":9}':::doc)::text || case n when 2 then ddl('alter type taking_turns add attribute b int') else '' end, ' ' order by n)
  from (select n, base(case n when 2 then 2 else 1 end) b from generate_series(1, 3) n offset 0) s;
select string_agg(:populate(b, '{"a":7,"c":8,"x":9}':::doc)::text || case n when 2 then ddl('alter type taking_turns add attribute c int') else '' end, ' ' order by n)
  from (select n, base(1) b from generate_series(1, 3) n offset 0) s;
select string_agg(:populate(b, '{"w":{"i":7,"j":8},"x":9}':::doc)::text || case n when 2 then ddl('alter type within add attribute j int') else '' end, ' ' order by n)
  from (select n, base(case n when 2 then 2 else 3 end) b from generate_series(1, 3) n offset 0) s;

\echo == column definition lists whose types change
create domain listed as int;
create type listed_row as (x int);
create type listed_enum as enum ('l');
prepare pl(:doc) as select r::text from :to_record($1) as r(a listed, b listed_row, c listed_enum, d listed[]);
prepare pls(:doc) as select r::text from :to_recordset($1) as r(a listed, b listed_row, c listed_enum);
execute pl('{"a":-1,"b":{"x":1,"y":2},"c":"l","d":[-1]}');
execute pls('[{"a":-1,"b":{"x":1,"y":2},"c":"l"},{}]');
alter domain listed add check (value > 0);
execute pl('{"a":-1,"b":{"x":1,"y":2},"c":"l"}');
execute pl('{"d":[-1]}');
execute pls('[{"a":1},{"a":-1}]');
alter type listed_row add attribute y text;
execute pl('{"a":1,"b":{"x":1,"y":2},"c":"l"}');
execute pls('[{"a":1,"b":{"x":1,"y":2}}]');
alter type listed_enum rename value 'l' to 'm';
execute pl('{"c":"l"}');
execute pl('{"c":"m"}');
execute pls('[{"c":"m"}]');
begin;
alter type listed_row drop attribute x;
execute pl('{"b":{"x":1,"y":2}}');
rollback;
execute pl('{"b":{"x":1,"y":2}}');
-- lists of the same length and names but other types, in turn
select r::text from :to_record('{"a":1,"b":2}':::doc) as r(a int, b text);
select r::text from :to_record('{"a":1,"b":2}':::doc) as r(a text, b int);
select r::text from :to_record('{"a":1.26,"b":2}':::doc) as r(a numeric(3,1), b int);
select r::text from :to_record('{"a":1.26,"b":2}':::doc) as r(a numeric(3,2), b int);
select r::text from :to_record('{"a":1,"b":2}':::doc) as r(b int, a text);
\endif

\echo == many types in turn
do $$ begin for i in 1 .. 300 loop execute format('create type turn_%s as (a int, "c%s" text, b %s)', i, i, (array['int', 'text', 'date', 'int[]'])[i % 4 + 1]); end loop; end $$;
select format($f$
create function turns() returns text language plpgsql as $b$
declare r text := ''; one text;
begin
	for round in 1 .. 3 loop
		for i in 1 .. 300 loop
			execute format('select %1$s(null::turn_%%s, ''{"a":%%s,"c%%s":"v"}'')::text', i, i, i) into one;
			r := r || one;
		end loop;
	end loop;
	return md5(r);
end $b$ $f$, :'populate') \gexec
select turns();
do $$ begin for i in 1 .. 300 loop execute format('alter type turn_%s drop attribute a', i); end loop; end $$;
select turns();
do $$ begin for i in 1 .. 300 loop execute format('drop type turn_%s', i); end loop; end $$;

\echo == rounds of create, bind and drop leave nothing behind
\ir memory.sql
select format($f$
create procedure rounds(n int, per_commit int) language plpgsql as $b$
declare one text;
begin
	for i in 1 .. n loop
		execute 'create type passing_enum as enum (''a'', ''b'')';
		execute 'create domain passing_domain as int check (value > 0)';
		execute 'create type passing_leaf as (x int, y text)';
		execute 'create type passing as (a int, e passing_enum, d passing_domain, l passing_leaf, ls passing_leaf[], t text, n numeric)';
		execute 'select %1$s(null::passing, ''{"a":1,"e":"b","d":5,"l":{"x":1},"ls":[{"y":"q"}],"t":"text","n":1.5}'')::text' into one;
		if one <> '(1,b,5,"(1,)","{""(,q)""}",text,1.5)' then raise exception 'wrong: %%', one; end if;
		execute 'drop type passing';
		execute 'drop type passing_leaf, passing_enum';
		execute 'drop domain passing_domain';
		if per_commit > 0 and i %% per_commit = 0 then commit; end if;
	end loop;
end $b$ $f$, :'populate') \gexec
call rounds(100, 1);
create table sizes as select jbind as bytes from memory();
call rounds(:rounds, 10);
select case when jbind - bytes < 500000 then 'the same' else format('grew from %s to %s bytes', bytes, jbind) end from sizes, memory();
call rounds(300, 0);
select case when jbind - bytes < 500000 then 'the same' else format('grew from %s to %s bytes', bytes, jbind) end from sizes, memory();

\echo == still alive
select ftx('{"a":1,"b":"x"}');
\echo == end
