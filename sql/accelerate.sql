-- accelerate: calls of the stock functions become calls of jbind when they are planned
\i sql/include/compare.sql
create type accelerated as (a int, b text);
set jbind.accelerate_stock = on;
explain (costs off, verbose) select json_populate_record(null::accelerated, '{"a":1}');
explain (costs off, verbose) select * from jsonb_to_recordset('[]') as x(a int);
prepare p(text) as select * from json_to_recordset($1::json) as x(a int, b text);
set plan_cache_mode = force_generic_plan;
explain (costs off, verbose) execute p('[]');
execute p('[{"a":1,"b":"x"}]');
set jbind.accelerate_stock = off;
explain (costs off, verbose) execute p('[]');
set jbind.accelerate_stock = on;
set jbind.enabled = off;
explain (costs off, verbose) execute p('[]');
set jbind.enabled = on;
explain (costs off, verbose) execute p('[]');
-- what PostgREST sends for a POST of rows
create table item (a int, b text);
prepare post(json) as
	with pgrst_source as (
		insert into item (a, b) select pgrst_body.a, pgrst_body.b
		from (select $1 as json_data) pgrst_payload,
			lateral (select case when json_typeof(pgrst_payload.json_data) = 'array' then pgrst_payload.json_data
				else json_build_array(pgrst_payload.json_data) end as val) pgrst_uniform_json,
			lateral (select * from json_to_recordset(pgrst_uniform_json.val) as _(a int, b text)) pgrst_body
		returning item.*)
	select json_agg(_postgrest_t) from (select * from pgrst_source) _postgrest_t;
explain (costs off) execute post('[{"a": 1, "b": "x"}, {"a": 2}]');
execute post('[{"a": 1, "b": "x"}, {"a": 2}]');
execute post('{"b": "y"}');
create view accelerated_view as select json_populate_record(null::accelerated, '{"a":2}') r;
explain (costs off, verbose) select * from accelerated_view;
select pg_get_viewdef('accelerated_view') like '%json_populate_record%' as stock_on_disk;
select * from accelerated_view;
drop view accelerated_view;

-- in a function that the planner inlines
create function rpc(documents json) returns setof accelerated language sql stable as $$ select * from json_populate_recordset(null::accelerated, documents) $$;
create function one(document text) returns accelerated language sql stable as $$ select json_populate_record(null::accelerated, document::json) $$;
prepare inlined(json) as select * from rpc($1);
explain (costs off, verbose) execute inlined('[]');
execute inlined('[{"a":1,"b":"x"},{"a":2}]');
explain (costs off, verbose) select one(b), (one(b)).a from item where (one(b)).b = 'x' order by 2;
explain (costs off, verbose) insert into item select r.* from item i, rpc(json_build_array(i)) r where i.a > 0 returning one(b);

-- plans follow the extension: gone, back by a rollback, created anew
create function plan_of_p() returns text language plpgsql as $$
declare line text; plan text := '';
begin
	for line in execute 'explain (costs off) execute p(''[]'')' loop plan := plan || line; end loop;
	for line in execute 'explain (costs off) execute inlined(''[]'')' loop plan := plan || '; inlined: ' || line; end loop;
	return plan;
end $$;
execute p('[{"a":1,"b":"x"}]');
begin;
drop extension jbind;
select plan_of_p();
execute p('[{"a":1,"b":"x"}]');
rollback;
select plan_of_p();
execute p('[{"a":1,"b":"x"}]');
drop extension jbind;
select plan_of_p();
begin;
create extension jbind;
select plan_of_p();
rollback;
select plan_of_p();
create extension jbind schema public;
select plan_of_p();
revoke execute on function jbind_to_recordset(text), jbind_to_recordset(json) from public;
select plan_of_p();
grant execute on function jbind_to_recordset(text), jbind_to_recordset(json) to public;
select plan_of_p();
-- a stock function that somebody has altered is called as he wants it
begin;
alter function pg_catalog.json_to_recordset(json) volatile;
select plan_of_p();
rollback;
begin;
alter function pg_catalog.json_to_recordset(json) set datestyle = 'SQL, DMY';
select plan_of_p();
rollback;
select plan_of_p();
alter extension jbind set schema test;
select plan_of_p();
alter extension jbind set schema public;
deallocate p; deallocate post; deallocate inlined;
drop function rpc, one;
reset plan_cache_mode;

-- wherever a plan may have an expression: calls of functions that are inlined, seen only in the finished plan
create table keyed (id int primary key, b text);
insert into keyed select n, 'k' || n from generate_series(1, 1000) n;
analyze keyed;
create view checked as select * from keyed where id < (json_populate_record(null::item, '{"a":500}')).a with check option;
create function one(json) returns item language sql stable as 'select json_populate_record(null::test.item, $1)';
create function taken(json, int) returns item language sql stable as 'select json_populate_record(null::test.item, $1)';
create operator ~> (leftarg = json, rightarg = int, function = taken);
create function names_in(query text, out stock int, out jbind bool) language plpgsql as $$
declare line text;
begin
	stock := 0; jbind := false;
	for line in execute 'explain (verbose, costs off) ' || query loop
		stock := stock + regexp_count(line, 'json_populate_record\(');
		jbind := jbind or line like '%jbind_populate(%';
	end loop;
end $$;
set enable_seqscan = off;
set enable_bitmapscan = off;
select * from names_in($$select b from keyed where id = (one('{"a":5}')).a$$);
select b from keyed where id = (one('{"a":5}')).a;
reset enable_bitmapscan;
set enable_indexscan = off;
set enable_indexonlyscan = off;
select * from names_in($$select b from keyed where id = (one('{"a":5}')).a or id = (one('{"a":7}')).a$$);
select b from keyed where id = (one('{"a":5}')).a or id = (one('{"a":7}')).a;
reset enable_indexscan; reset enable_indexonlyscan; reset enable_seqscan;
select * from names_in($$select b from keyed where ctid = (one('{"b":"(0,1)"}')).b::tid$$);
select b from keyed where ctid = (one('{"b":"(0,1)"}')).b::tid;
select id from keyed order by id limit (one('{"a":2}')).a offset (one('{"a":1}')).a;
select count(*) from keyed tablesample bernoulli ((one('{"a":100}')).a);
select * from names_in($$select ('{"a":5}'::json ~> n).a from generate_series(1, 2) n$$);
select ('{"a":5}'::json ~> n).a from generate_series(1, 2) n;
insert into keyed values (1, 'x') on conflict (id) do update set b = (one('{"b":"s"}')).b where (one('{"a":1}')).a = keyed.id returning *;
insert into checked values (1500, 'q');
insert into checked values (0, (one('{"b":"zero"}')).b) returning b;
merge into keyed k using (values ('{"a":2,"b":"merged"}'::json), ('{"a":2000,"b":"new"}')) d(j) on k.id = (one(d.j)).a
	when matched and (one(d.j)).b = 'merged' then update set b = (one(d.j)).b when not matched then insert values ((one(d.j)).a, (one(d.j)).b);
select * from keyed where id in (0, 1, 2, 2000) order by id;
-- (in EXPLAIN of these, what is not replaced would not show)
select sum(documents) > 10 as bound from jbind_codecs() where row_type = 'item'::regtype;
reset jbind.accelerate_stock;
drop type accelerated;
drop schema test cascade;
