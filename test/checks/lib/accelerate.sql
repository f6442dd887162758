-- Calls of the stock functions in every place where a query can have one.  50_accelerate.sh runs this once
-- with jbind.accelerate_stock off and once with it on and compares the outputs section by section; a section
-- begins with a line "== name".  That calls were replaced, and only where they should be, is claimed by
-- proof.bound() and proof.plan(), which expect nothing to be replaced in the run with the setting off.
-- psql variables: on (the setting: on or off), doc (json or jsonb), populate, populate_set, to_record,
-- to_recordset (stock's names for it), database.  GUC proof.accelerated says the same as :on.
\set SHOW_CONTEXT never
\set VERBOSITY default
\pset null '<null>'
set client_min_messages = error;
create schema proof;
create schema app;
grant all on schema proof, app to public;

-- the codecs of this backend, also without the extension
create function proof.codecs(
	out row_type regtype, out row_typmod int4, out columns int4,
	out documents int8, out in_place int8, out two_phase int8, out memo_hits int8, out stock_documents int8,
	out predicted_keys int8, out second_keys int8, out hashed_keys int8, out escaped_keys int8, out unknown_keys int8,
	out native_values int8, out stock_values int8, out bytes int8, out memory int8,
	out compiled_at timestamptz, out compile_us float8, out stock_reasons jsonb)
returns setof record language c as '$libdir/jbind', 'jbind_codecs';

create function proof.documents() returns bigint language sql as
	'select coalesce(sum(documents), 0)::bigint from proof.codecs()';

-- claim: jbind's functions bound so many documents since the last claim
create function proof.bound(expected bigint) returns text language plpgsql as $$
declare
	total bigint := proof.documents();
	got bigint := total - coalesce(nullif(current_setting('proof.seen', true), ''), '0')::bigint;
	wanted bigint := case when current_setting('proof.accelerated')::bool then expected else 0 end;
begin
	perform set_config('proof.seen', total::text, false);
	return case when got = wanted then 'bound as expected' else format('WRONG: %s documents bound by jbind, expected %s', got, wanted) end;
end $$;

-- claim: jbind's functions bound something since the last claim
create function proof.some() returns text language plpgsql as $$
declare
	total bigint := proof.documents();
	got bigint := total - coalesce(nullif(current_setting('proof.seen', true), ''), '0')::bigint;
begin
	perform set_config('proof.seen', total::text, false);
	return case when (got <> 0) = current_setting('proof.accelerated')::bool then 'bound as expected' else format('WRONG: %s documents bound by jbind', got) end;
end $$;

-- no claim about what was bound up to now
create function proof.forget() returns void language sql as
	$$ select set_config('proof.seen', proof.documents()::text, false) $$;

create function proof.explain(query text) returns text language plpgsql as $$
declare
	line text;
	plan text := '';
begin
	for line in execute 'explain (verbose, costs off) ' || query loop
		plan := plan || line || E'\n';
	end loop;
	return plan;
end $$;

-- claim: the plan has jbind's functions only ("jbind"), those with the document as text ("text"), or stock's only ("stock")
create function proof.plan(query text, expected text) returns text language plpgsql as $$
declare
	before bigint := proof.documents();
	plan text := proof.explain(query);
	wanted text := case when current_setting('proof.accelerated')::bool then expected else 'stock' end;
	got text := concat_ws(' and ',
		case when plan ~ 'jbind_' then case when plan ~ '::json' then 'jbind' else 'text' end end,
		case when plan ~ 'jsonb?_(populate|to)_record' then 'stock' end);
begin
	-- what the planner itself bound, for its estimates, is no part of a claim
	perform set_config('proof.seen', (coalesce(nullif(current_setting('proof.seen', true), ''), '0')::bigint + proof.documents() - before)::text, false);
	if wanted = got or (wanted = 'jbind' and got = 'text') then
		return 'planned as expected';
	end if;
	return format(E'WRONG: planned as %s, expected %s:\n%s', coalesce(nullif(got, ''), 'neither'), wanted, plan);
end $$;

set search_path = app, public;
create type t as (a int, b text);
create table d (n int, j :doc, x text);
insert into d select i, format('{"a":%s,"b":"b%s"}', i, i)::json, format('{"a":%s,"b":"b%s"}', i, i) from generate_series(1, 3) i;
create table list (l :doc);
insert into list values ('[{"a":1,"b":"x"},{"a":2}]'), ('[{"b":"z","a":3}]');
analyze d, list;
select proof.bound(0);

\echo == target list
select :populate(null::t, j) from d order by n;
select proof.bound(3);
select (:populate(null::t, j)).* from d order by n;
select proof.bound(6);
select n, :populate_set(null::t, l) from d, list order by 1, 2;
select proof.bound(9);
select (:populate_set(null::t, l)).b from list order by 1;
select proof.bound(3);
select :populate(row(7, 'base')::t, '{"b":"x"}');
select proof.bound(1);
select coalesce(:populate(null::t, null), :populate(null::t, j)), case when n > 1 then :populate(null::t, j) end from d order by n;
select proof.bound(5);
select array(select :populate(null::t, j) from d order by n), array[:populate(null::t, '{"a":5}')], row(:populate(null::t, '{"a":6}'));
select proof.bound(5);

\echo == from
select * from :populate(null::t, '{"a":1,"b":"x"}');
select * from :populate_set(null::t, '[{"a":1,"b":"x"},{"a":2}]') r order by a;
select * from :to_record('{"a":1,"b":"x"}') as r(b text, a int);
select * from :to_recordset('[{"a":1,"b":"x"},{"a":2}]') as r(a int, b text) order by a;
select proof.bound(6);
select * from :populate_set(null::t, '[{"a":1,"b":"x"},{"a":2}]') with ordinality as r(a, b, n) order by n;
select * from rows from (:to_recordset('[{"a":1},{"a":2}]') as (a int), :populate_set(null::t, '[{"a":3},{"b":"y"},{"a":5}]')) with ordinality as r(x, a, b, n) order by n;
select proof.bound(7);
select proof.plan(format('select * from %s(''[]'') as r(a int)', :'to_recordset'), 'jbind');
select proof.plan(format('select * from %s(null::app.t, ''[]'') as r', :'populate_set'), 'jbind');
select proof.plan(format('select * from %s(''{}'') as r(a int)', :'to_record'), 'jbind');
select proof.plan(format('select * from %s(null::app.t, ''{}'') as r', :'populate'), 'jbind');

\echo == lateral
select n, r.* from d, :populate(null::t, j) r order by n;
select n, r.* from d cross join lateral :to_record(j) as r(b text) order by n;
select d.n, r.* from d left join lateral :to_recordset((select l from list limit 1)) as r(a int, b text) on r.a = d.n order by n;
select n, s.* from d, lateral (select r.a + d.n as total from :populate(null::t, d.j) r offset 0) s order by n;
select proof.bound(3 + 3 + 2 + 3);

\echo == subqueries and where it hides
select (select r.b from :populate(null::t, j) r) from d order by n;
select n from d where exists (select from :populate(null::t, j) r where r.a > 1) order by n;
select n from d where n in (select r.a from list, :populate_set(null::t, l) r) order by n;
select n from d where (:populate(null::t, j)).a >= 2 order by n;
select proof.bound(3 + 3 + 3 + 3);
select count(*) from d group by (:populate(null::t, j)).a % 2 order by 1;
select max((:populate(null::t, j)).a) filter (where (:populate(null::t, j)).b <> 'b3') from d;
select n, sum(n) over (partition by (:populate(null::t, j)).a % 2 order by (:populate(null::t, j)).b) from d order by n;
select n from d order by (:populate(null::t, j)).a desc limit (select r.a from :populate(null::t, '{"a":2}') r);
select min(n) from d having min(n) < (:populate(null::t, '{"a":2}')).a;
select distinct on ((:populate(null::t, j)).a / 2) n from d order by (:populate(null::t, j)).a / 2, n;
select * from (values (:populate(null::t, '{"a":1}')), (:populate(null::t, '{"a":2}'))) v(r);
select a.n, b.n from d a join d b on (:populate(null::t, a.j)).a = (:populate(null::t, b.j)).a - 1 order by 1;
select :populate(null::t, '{"a":1}') union all select :populate(null::t, '{"a":2}') union all (select :populate(null::t, j) from d order by n limit 1) order by 1;
select (:populate(null::t, j) = row(2, 'b2')::t) from d order by n;
select proof.plan(format('select max(n) filter (where (%1$s(null::app.t, j)).a > 1) from app.d group by (%1$s(null::app.t, j)).b having min(n) < (%1$s(null::app.t, ''{}'')).a', :'populate'), 'jbind');
select proof.some();

\echo == common table expressions
with c as (select :populate(null::t, j) as r from d) select (r).b from c order by 1;
with c as materialized (select r.* from d, :populate(null::t, j) r) select * from c order by a;
with c as not materialized (select r.* from d, :populate(null::t, j) r) select * from c c1 join c c2 using (a) order by a;
select proof.bound(3 + 3 + 6);
with recursive c(r) as (select :populate(null::t, '{"a":1,"b":"x"}') union all select :populate(r, format('{"a":%s}', (r).a + 1):::doc) from c where (r).a < 4) select r from c;
select proof.bound(4);
select proof.plan(format('with recursive c(r) as (select %1$s(null::app.t, ''{}'') union all select %1$s(r, ''{}'') from c) select r from c', :'populate'), 'jbind');

\echo == writing statements
create table target (a int primary key, b text);
insert into target select * from :to_recordset('[{"a":1,"b":"x"},{"a":2}]') as r(a int, b text);
insert into target select r.* from :populate(null::target, '{"a":3,"b":"y"}') r;
insert into target values ((:populate(null::t, '{"a":4}')).a, 'v') returning :populate(target, '{"b":"returned"}');
insert into target select 1, 'again' on conflict (a) do update set b = (:populate(excluded, '{"b":"conflict"}')).b where (:populate(null::t, '{"a":1}')).a = 1;
update target set (a, b) = (select r.a + 10, r.b from :populate(target, '{"b":"updated"}') r) where a = (:populate(null::t, '{"a":2}')).a returning *;
update target set b = r.b from :populate_set(null::t, '[{"a":3,"b":"from"}]') r where r.a = target.a returning target.*;
delete from target using :to_recordset('[{"a":4}]') as r(a int) where r.a = target.a returning :populate(target, '{"b":"deleted"}');
select * from target order by a;
select proof.some();
merge into target using (select * from :to_recordset('[{"a":1,"b":"merged"},{"a":8,"b":"new"}]') as r(a int, b text)) s on s.a = target.a
	when matched and (:populate(null::t, '{"a":1}')).a = target.a then update set b = (:populate(target, '{"b":"by merge"}')).b
	when not matched then insert values (s.a, (:populate(null::t, '{"b":"inserted"}')).b);
select * from target order by a;
select proof.bound(2 + 1 + 1 + 1);
with i as (insert into target select * from :to_recordset('[{"a":20},{"a":21}]') as r(a int) returning *) select * from i order by a;
select proof.bound(2);
create table made as select * from :populate_set(null::t, '[{"a":1},{"b":"m"}]');
select r.* into made_2 from :to_recordset('[{"a":1}]') as r(a int);
select count(*) from made;
select proof.bound(3);
select proof.plan(format('insert into app.target select * from %s(''[]'') as r(a int, b text)', :'to_recordset'), 'jbind');
select proof.plan(format('update app.target set b = (%s(null::app.t, ''{}'')).b', :'populate'), 'jbind');
select proof.plan(format('delete from app.target where a = (%s(null::app.t, ''{}'')).a', :'populate'), 'jbind');

\echo == views, rules and policies
create view v as select n, (:populate(null::t, j)).a, (:populate(null::t, j)).b from d;
create view v_rows as select r.* from list, :to_recordset(l) as r(a int, b text);
create view v_over as select a from v where a in (select a from v_rows);
select * from v order by n;
select * from v_rows order by a;
select proof.bound(6 + 3);
select * from v_over order by a;
select proof.plan('select * from app.v_over', 'jbind'), proof.some();
-- on disk they keep stock's names
select pg_get_viewdef('v'), pg_get_viewdef('v_rows');
create materialized view mv as select r.* from list, :populate_set(null::t, l) r;
select proof.bound(3);
refresh materialized view mv;
select proof.bound(3);
create unique index on mv (a);
refresh materialized view concurrently mv;
select proof.bound(3);
select * from mv order by a;
create table ruled (a int, b text);
create table log (r t);
create rule copy_rule as on insert to ruled do also insert into log values (:populate(null::t, format('{"a":%s}', new.a):::doc));
insert into ruled values (1, 'one'), (2, 'two');
select * from log order by 1;
select proof.bound(2);
create rule instead_rule as on delete to ruled do instead insert into log select :populate(old, '{"b":"kept"}')::text::t from (select 1) s;
delete from ruled;
select * from log order by 1;
select proof.bound(2);
create table secret (a int, j :doc);
insert into secret values (1, '{"a":1}'), (2, '{"a":3}');
alter table secret enable row level security;
create policy p on secret using ((:populate(null::t, j)).a = a);
grant select on secret to public;
set role jbind_accelerate_user;
select * from secret;
reset role;
select proof.bound(2);
-- a condition that tells what it sees gets to see no more than before
create function tells(t) returns bool language plpgsql cost 0.0001 as $$ begin raise notice 'told of %', $1; return true; end $$;
create view barrier with (security_barrier) as select :populate(null::t, j) r from secret where (:populate(null::t, j)).a < 3;
grant select on barrier to public;
set client_min_messages = notice;
select * from barrier where tells(r);
set role jbind_accelerate_user;
select * from secret where tells(:populate(null::t, j));
reset role;
set client_min_messages = error;
select proof.some();

\echo == stored expressions: not planned, so not replaced
create table checked (j :doc, a int default (:populate(null::t, '{"a":42}')).a, check ((:populate(null::t, j)).a > 0));
copy checked (j) from stdin;
{"a":1}
{"a":2}
\.
select proof.bound(0);
-- but a default that INSERT fills in is part of its query
insert into checked values ('{"a":-1}');
insert into checked values ('[1]');
select proof.bound(2);
insert into checked values ('{"a":5}', 5);
select * from checked order by j::text;
create function a_of(j :doc) returns int language plpgsql immutable as $$ begin return (x.r).a from (select case pg_typeof(j)::text when 'json' then json_populate_record(null::app.t, j::text::json) else jsonb_populate_record(null::app.t, j::text::jsonb) end as r) x; end $$;
create index checked_a on checked (a_of(j));
set enable_seqscan = off;
select * from checked where a_of(j) = 2;
reset enable_seqscan;
create statistics of_a on (a_of(j)), a from checked;
analyze checked;
create table parted (j :doc) partition by list (a_of(j));
create table parted_1 partition of parted for values in (1);
insert into parted values ('{"a":1}');
insert into parted values ('{"a":2}');
select tableoid::regclass, j from parted where a_of(j) = 1;
select proof.some();
create domain positive as :doc check ((:populate(null::app.t, value)).a > 0);
select '{"a":1}'::positive;
select '{"a":0}'::positive;
create function note() returns trigger language plpgsql as $$ begin new.a := new.a + 100; return new; end $$;
create trigger noting before insert on checked for each row when ((:populate(null::t, new.j)).a = 9) execute function note();
insert into checked values ('{"a":9}', 1), ('{"a":8}', 1) returning *;
select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'checked'::regclass and contype = 'c';
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'checked'::regclass;
call proof.take(:populate(null::t, '{"a":1}'));
select proof.some();

\echo == functions
select format($f$
create function f_expression(doc %1$s) returns app.t language plpgsql as $b$ declare r app.t; begin r := %2$s(r, doc); return r; end $b$;
create function f_query(docs %1$s) returns bigint language plpgsql as $b$ declare x record; total bigint := 0; begin
	for x in select * from %3$s(null::app.t, docs) loop total := total + x.a; end loop; return total; end $b$;
create function f_dynamic(docs %1$s) returns bigint language plpgsql as $b$ declare total bigint; begin
	execute 'select sum(a) from %4$s($1) as r(a int)' into total using docs; return total; end $b$;
create function f_return(docs %1$s) returns setof app.t language plpgsql as $b$ begin return query select * from %3$s(null::app.t, docs); end $b$;
create function f_sql(docs %1$s) returns bigint language sql as $b$ select 1; select sum(a) from %4$s(docs) as r(a int) $b$;
create function f_sql_volatile(docs %1$s) returns setof app.t language sql volatile as $b$ select * from %3$s(null::app.t, docs) $b$;
create function f_standard(docs %1$s) returns bigint begin atomic select sum(a) from %4$s(docs) as r(a int); end;
create function f_inlined(doc %1$s) returns app.t language sql stable as $b$ select %2$s(null::app.t, doc) $b$;
create function f_inlined_set(docs %1$s) returns setof app.t language sql stable as $b$ select * from %3$s(null::app.t, docs) s $b$;
create procedure f_procedure(docs %1$s) language plpgsql as $b$ declare n bigint; begin insert into app.log select r from %3$s(null::app.t, docs) r; commit; end $b$;
$f$, :'doc', :'populate', :'populate_set', :'to_recordset') \gexec
-- often enough for generic plans
select f_expression(format('{"a":%s}', i):::doc) from generate_series(1, 8) i;
select proof.bound(8);
select f_query(l), f_dynamic(l), f_sql(l), f_standard(l) from list, generate_series(1, 6) order by 1;
select proof.bound(18 * 4);
select f_return(l) from list order by 1;
select proof.bound(3);
select f_sql_volatile(l) from list order by 1;
select proof.bound(3);
call f_procedure('[{"a":1}]');
select proof.bound(1);
-- calls that the planner inlines are seen in its plan
select f_inlined(j) from d order by n;
select * from list, f_inlined_set(l) r order by a;
select proof.bound(6);
select (select (f_inlined(j)).a from d order by n limit 1), (select sum(a) from f_inlined_set('[{"a":1},{"a":2}]')), array(select (f_inlined(j)).b from d union all select b from f_inlined_set('[{"b":"u"}]'));
insert into app.log select r from list, f_inlined_set(l) r where (f_inlined('{"a":1}')).a = 1 returning f_inlined('{"a":9}');
select proof.some();
select proof.plan('select f_inlined(j) from d', 'jbind'), proof.plan('select * from list left join lateral f_inlined_set(l) r on r.b = (f_inlined(''{"b":"x"}'')).b', 'jbind'),
	proof.plan('select r.a from list, f_inlined_set(l) r where exists (select from d where (f_inlined(j)).a = r.a) union select n from d where n = (f_inlined(j)).a order by 1', 'jbind');
select pg_get_functiondef('f_standard'::regproc) ~ :'to_recordset';
-- the setting of a function, and a setting within one
create function f_off(docs :doc) returns bigint language plpgsql set jbind.accelerate_stock = off as $$ begin return app.f_query(docs); end $$;
select f_off('[{"a":1}]');
select proof.bound(0);
select f_query('[{"a":1}]');
select proof.bound(1);

\echo == prepared statements
prepare p1(:doc) as select :populate(null::t, $1);
prepare p2(:doc) as select * from :to_recordset($1) as r(a int, b text);
prepare p3(:doc, int) as insert into target select * from :populate_set(null::target, $1) r where r.a > $2 returning *;
set plan_cache_mode = force_custom_plan;
execute p1('{"a":1}');
execute p2('[{"a":1},{"a":2}]');
execute p3('[{"a":31,"b":"p"}]', 0);
select proof.bound(4);
set plan_cache_mode = force_generic_plan;
execute p1('{"a":1}');
execute p1('{"a":2}');
execute p2('[{"a":1},{"a":2}]');
execute p3('[{"a":32,"b":"p"}]', 0);
select proof.bound(5);
select proof.plan('execute p1(''{}'')', 'jbind'), proof.plan('execute p2(''[]'')', 'jbind'), proof.plan('execute p3(''[]'', 1)', 'jbind');
reset plan_cache_mode;
execute p1('{"a":1}'); execute p1('{"a":2}'); execute p1('{"a":3}'); execute p1('{"a":4}'); execute p1('{"a":5}'); execute p1('{"a":6}'); execute p1('{"a":7}');
select proof.bound(7);
-- the extended protocol's
select :populate(null::t, '{"a":1}') \gdesc

\echo == the setting changes
select proof.plan('execute p1(''{}'')', 'jbind');
set jbind.accelerate_stock = off;
execute p1('{"a":1}');
select f_expression('{"a":1}'), f_query('[{"a":1}]');
select proof.plan('execute p1(''{}'')', 'stock'), proof.bound(0);
set jbind.accelerate_stock = :on;
execute p1('{"a":1}');
select f_expression('{"a":1}'), f_query('[{"a":1}]');
select proof.plan('execute p1(''{}'')', 'jbind'), proof.bound(3);
begin;
set local jbind.accelerate_stock = off;
execute p1('{"a":1}');
commit;
select proof.bound(0);
execute p1('{"a":1}');
select proof.bound(1);
begin;
set jbind.accelerate_stock = off;
execute p1('{"a":1}');
rollback;
select proof.bound(0);
execute p1('{"a":1}');
select proof.bound(1);
begin;
savepoint s;
set jbind.accelerate_stock = off;
execute p1('{"a":1}');
rollback to s;
execute p1('{"a":1}');
select f_expression('{"a":1}');
select 1 / 0;
rollback;
execute p1('{"a":1}');
select proof.bound(3);
set jbind.enabled = off;
execute p1('{"a":1}');
select proof.plan('select json_populate_record(null::app.t, ''{}'')', 'stock');
reset jbind.enabled;
select proof.forget();
execute p1('{"a":1}');
select proof.bound(1);
discard all;
select proof.forget();
set search_path = app, public;
select app.f_expression('{"a":1}');
select :populate(null::app.t, '{"a":1}');
select proof.bound(2);

\echo == cursors, copy, explain
begin;
declare c cursor for select r.* from list, :populate_set(null::t, l) r order by a;
fetch 1 from c;
set jbind.accelerate_stock = off;
fetch all from c;
close c;
set jbind.accelerate_stock = :on;
declare h scroll cursor with hold for select r.* from list, :to_recordset(l) as r(a int) order by a;
fetch last from h;
commit;
fetch first from h;
close h;
select proof.bound(6);
copy (select r.* from d, :populate(null::t, j) r order by n) to stdout;
select proof.bound(3);
select count(*) from proof.explain(format('select %s(null::app.t, j) from app.d', :'populate')) e where e ~ 'rows=';
explain (analyze, costs off, timing off, summary off) select r.a from :populate(null::t, '{"a":1}') r where false;
select proof.bound(0);

\echo == arguments
-- in stock's other notation; the third argument, which nobody looks at, may be a constant
select json_populate_record(from_json => '{"a":1}', base => row(7, 'base')::t);
select * from json_populate_recordset(from_json => '[{"a":1}]', base => row(7, 'base')::t);
select * from json_populate_recordset(row(7, 'base')::t, from_json => '[{"a":1}]'::text::json);
select * from json_populate_recordset(from_json => '[{"a":1}]'::text::json, base => null::t);
select proof.bound(4);
select json_populate_record(row(7, 'base')::t, '{"a":1}', true), json_populate_record(row(7, 'base')::t, '{"a":1}', use_json_as_text => false);
select * from json_populate_recordset(row(7, 'base')::t, '[{"a":1}]', true);
select proof.bound(2);
select json_populate_record(row(7, 'base')::t, '{"a":1}', n > 1), json_populate_record(row(7, 'base')::t, '{"a":1}', null), json_populate_record(row(7, 'base')::t, ('{"a":' || n || '}')::json, false) from d order by n;
select proof.bound(6);
select proof.plan('select json_populate_record(null::app.t, ''{}'', true)', 'jbind'), proof.plan('select json_populate_record(null::app.t, ''{}'', n > 1) from app.d', 'stock'), proof.plan('select json_populate_recordset(null::app.t, ''[]'', use_json_as_text => true)', 'stock');
select proof.plan('select json_populate_record(from_json => ''{}'', base => null::app.t)', 'jbind');
select :populate(null::t, null), :populate(null, null::json:::doc);
select :populate(null::int, '{"a":1}');
select :populate(row(1, 2), '{"f1":5}'), :populate(null::record, '{"f1":5}');
select * from :populate(null::record, '{"a":5}') as r(a int);
select * from :populate_set(null::record, '[{"a":5}]') as r(a int);
select :to_record('{"a":1}');
select * from :to_recordset('{"a":1}') as r(a int);
select * from :to_recordset('[1]') as r(a int);
select * from :populate_set(null::t, '[{"a":1},{"a":"x"}]');
create function variadic_like(variadic docs :doc[]) returns setof t language plpgsql as $$ begin return query select r.* from unnest(docs) u(j), lateral (select a, b from app.v limit 1) r; end $$;
select * from variadic_like('{}', '{}');
select proof.some();

\echo == text as a document
select json_populate_record(null::t, x::json) from d order by n;
select r.* from d, json_to_record(x::json) as r(a int) order by a;
select r.* from json_populate_recordset(null::t, '[{"a":1}]'::text::json) r;
select r.* from json_to_recordset(cast(concat('[{"a":', 1, '}]') as json)) as r(a int);
select proof.bound(8);
prepare pt(text) as select * from json_to_recordset($1::json) as r(a int, b text);
prepare pv(varchar) as select json_populate_record(null::t, $1::json);
execute pt('[{"a":1},{"a":2}]');
execute pv('{"a":1}');
select proof.bound(3);
select proof.plan('select json_populate_record(null::app.t, x::json) from app.d', 'text'), proof.plan('execute pt(''[]'')', 'text'), proof.plan('execute pv(''[]'')', 'jbind');
select proof.plan('select jsonb_populate_record(null::app.t, x::jsonb) from app.d', 'jbind');
select proof.plan('select (select json_populate_record(null::app.t, d.x::json)) from app.d', 'text'),
	proof.plan('select json_populate_record(null::app.t, concat(x, chr(32))::json) from app.d', 'text'),
	proof.plan('select json_populate_record(null::app.t, (x || chr(32))::json) from app.d', 'text'),
	proof.plan('select json_populate_record(null::app.t, ''{"a":1}''::text::json)', 'text');
set plan_cache_mode = force_generic_plan;
select proof.plan('execute pt(''['')', 'text');
set plan_cache_mode = force_custom_plan;
select proof.plan('execute pt(''[{"a":1}]'')', 'text'), proof.plan('execute pt(null)', 'text');
reset plan_cache_mode;
-- constant text: the planner's own complaint, even for calls that would not be reached
select n, json_populate_record(null::t, '{'::text::json) from d where n < 0;
select n, json_populate_record(null::t, ('{' || '"a":')::json) from d where n < 0;
select n, json_populate_record(null::t, coalesce('{', x)::json) from d where n < 0;
select n, json_populate_record(null::t, bad.x::json) from d, (select '{'::text as x) bad where n < 0;
select n, json_populate_record(null::t, x::json) from d, cast('{' as text) f(x) where d.n < 0;
select n, (select json_populate_record(null::t, bad.x::json) from (values (0)) z) from d, (values ('{')) bad(x) where n < 0;
create function brace() returns text language sql immutable as $$ select '{'::text $$;
select n, json_populate_record(null::t, brace()::json) from d where n < 0;
prepare never(text) as select n, json_populate_record(null::t, $1::json) from d where n < 0;
execute never('{');
set plan_cache_mode = force_generic_plan;
execute never('{');
reset plan_cache_mode;
create function never_in_plpgsql(doc text) returns int language plpgsql as $$ declare i int; begin select count(json_populate_record(null::app.t, doc::json)) into i from app.d where n < 0; return i; end $$;
select never_in_plpgsql('{');
select never_in_plpgsql('{}');
-- the error, its moment and whether there is one: as if the cast had come first
create table moments (n int, x text);
insert into moments values (1, '{"a":1}'), (2, '{"a":"x","b":}'), (3, null), (4, ''), (5, '[{"a":1}, 2'), (6, '{"a":1} x'), (7, '"\ud800"'), (8, '{"a":"\u0000"}');
create sequence evaluated;
create function base_of(n int) returns t language plpgsql volatile as $$ begin perform nextval('app.evaluated'); if n < 0 then raise exception 'base comes first'; end if; return row(n, 'base'::text); end $$;
create function tried(query text) returns text language plpgsql as $$
declare
	answer text; state text; message text; detail text; hint text; context text;
begin
	execute query into answer;
	return coalesce(answer, '<null>');
exception when others then
	get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail, hint = pg_exception_hint, context = pg_exception_context;
	return concat_ws(' | ', state, message, nullif(detail, ''), nullif(hint, ''), context);
end $$;
select n, tried(format('select json_populate_record(app.base_of(n), x::json) from app.moments where n = %s', n)) from moments order by n;
select n, tried(format('select json_populate_record(app.base_of(-n), x::json) from app.moments where n = %s', n)) from moments order by n;
select n, tried(format('select string_agg(r::text, chr(59)) from app.moments m, json_populate_recordset(app.base_of(n), x::json) r where n = %s', n)) from moments order by n;
select n, tried(format('select string_agg(r::text, chr(59)) from app.moments m, json_to_recordset(x::json) as r(a int, b text) where n = %s', n)) from moments order by n;
select n, tried(format('select string_agg(r::text, chr(59)) from app.moments m, json_to_record(x::json) as r(a int, b text) where n = %s', n)) from moments order by n;
select tried('select json_populate_recordset(null::app.t, x::json) from app.moments where n = 2 limit 0'), tried('select case when n = 1 then json_populate_record(null::app.t, x::json) end from app.moments where n = 2');
select tried('select r from app.moments m left join lateral json_to_recordset(x::json) as r(a int) on n = 1 where n < 3 order by n limit 1');
select tried('select json_populate_record(null::app.t, ''{''::text::json)'), tried('explain select json_populate_record(null::app.t, ''{''::text::json)') ~ 'Result', tried('select null::json from app.moments where false and json_populate_record(null::app.t, ''{''::text::json) is null');
select nextval('evaluated');
select proof.some();

\echo == parallel query
create table big as select i as n, format('{"a":%s,"b":"b%s"}', i, i):::doc as j from generate_series(1, 20000) i;
analyze big;
set parallel_setup_cost = 0;
set parallel_tuple_cost = 0;
set min_parallel_table_scan_size = 0;
set max_parallel_workers_per_gather = 2;
select proof.explain(format('select sum((%s(null::app.t, j)).a) from app.big', :'populate')) ~ 'Gather';
select proof.plan(format('select sum((%s(null::app.t, j)).a) from app.big', :'populate'), 'jbind');
select sum((:populate(null::t, j)).a), sum(r.a) from big, :to_record(j) as r(a int);
set parallel_leader_participation = off;
select count(distinct (:populate(null::t, j)).b) from big where n > 10000;
reset parallel_setup_cost; reset parallel_tuple_cost; reset min_parallel_table_scan_size; reset max_parallel_workers_per_gather; reset parallel_leader_participation;
select proof.forget();

\echo == privileges
create function attempt_as(query text) returns text language plpgsql as $$ begin return app.tried(query); end $$;
prepare pp(:doc) as select :populate(null::t, $1);
set plan_cache_mode = force_generic_plan;
execute pp('{"a":1}');
select proof.bound(1);
-- a plan of one role, run by another
select format('revoke execute on function jbind_populate(anyelement, %s) from public', :'doc') \gexec
execute pp('{"a":1}');
select f_expression('{"a":1}');
set role jbind_accelerate_user;
execute pp('{"a":1}');
select f_expression('{"a":1}');
select proof.plan(format('select %s(null::app.t, ''{}'')', :'populate'), 'stock');
reset role;
select proof.bound(0);
select format('grant execute on function jbind_populate(anyelement, %s) to jbind_accelerate_user', :'doc') \gexec
set role jbind_accelerate_user;
execute pp('{"a":1}');
reset role;
select proof.bound(0);
select format('grant execute on function jbind_populate(anyelement, %s) to public', :'doc') \gexec
execute pp('{"a":1}');
select proof.bound(1);
deallocate pp;
prepare pp(:doc) as select :populate(null::t, $1);
execute pp('{"a":1}');
select proof.bound(1);
-- stock's own function: its privilege counts, also for plans that are there already
select format('revoke execute on function %s from public', :'populate'::regproc::oid::regprocedure) \gexec
execute pp('{"a":1}');
set role jbind_accelerate_user;
execute pp('{"a":1}');
select :populate(null::app.t, '{"a":1}');
select f_expression('{"a":1}');
reset role;
select proof.bound(0);
select format('grant execute on function %s to public', :'populate'::regproc::oid::regprocedure) \gexec
set role jbind_accelerate_user;
execute pp('{"a":1}');
select :populate(null::app.t, '{"a":1}');
reset role;
select proof.some();
-- the text form alone
revoke execute on function jbind_populate(anyelement, text) from public;
select proof.plan('select json_populate_record(null::app.t, x::json) from app.d', 'jbind'), proof.explain('select json_populate_record(null::app.t, x::json) from app.d') ~ 'x\)::json';
grant execute on function jbind_populate(anyelement, text) to public;
reset plan_cache_mode;

\echo == the extension moves and goes
prepare pe(:doc) as select :populate(null::t, $1);
set plan_cache_mode = force_generic_plan;
execute pe('{"a":1}');
select f_expression('{"a":1}'), f_query('[{"a":1}]');
select proof.bound(3);
create schema moved;
alter extension jbind set schema moved;
execute pe('{"a":1}');
select f_expression('{"a":1}'), f_query('[{"a":1}]');
select proof.plan('execute pe(''{}'')', 'jbind'), proof.plan(format('select %s(null::app.t, ''{}'')', :'populate'), 'jbind');
select proof.bound(3);
-- somebody else's functions of these names are not taken for jbind's
create function public.jbind_populate(base anyelement, from_json json) returns anyelement language sql as 'select null::app.t';
create function public.jbind_populate(base anyelement, from_json jsonb) returns anyelement language sql as 'select null::app.t';
select :populate(null::t, '{"a":1}');
select proof.bound(1);
drop extension jbind;
execute pe('{"a":1}');
select f_expression('{"a":1}'), f_query('[{"a":1}]');
select :populate(null::t, '{"a":1}'), (select count(*) from v), (select count(*) from v_rows);
select proof.plan('execute pe(''{}'')', 'stock'), proof.plan('select * from app.v', 'stock');
select proof.bound(0);
drop function public.jbind_populate(anyelement, json), public.jbind_populate(anyelement, jsonb);
create extension jbind schema moved;
select :populate(null::t, '{"a":1}'), (select count(*) from v_rows);
select proof.plan(format('select %s(null::app.t, ''{}'')', :'populate'), 'jbind');
select proof.bound(1 + 3);
execute pe('{"a":1}');
begin;
drop extension jbind;
select :populate(null::t, '{"a":1}');
rollback;
select proof.forget();
select :populate(null::t, '{"a":1}');
select proof.bound(1);
drop extension jbind;
begin;
create extension jbind;
select :populate(null::t, '{"a":1}');
rollback;
select proof.bound(1);
select :populate(null::t, '{"a":1}');
select proof.bound(0);
create extension jbind;
reset plan_cache_mode;

\echo == end
