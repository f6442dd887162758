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
alter extension jbind set schema test;
select plan_of_p();
alter extension jbind set schema public;
deallocate p; deallocate post; deallocate inlined;
drop function rpc, one;
reset jbind.accelerate_stock; reset plan_cache_mode;
drop type accelerated;
drop schema test cascade;
