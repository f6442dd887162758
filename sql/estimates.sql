-- estimates: what the planner knows of the rows and the cost of a recordset
\i sql/include/compare.sql
create type pair as (a int, b text);
create table documents (j json, jb jsonb, t text);

create function plan(query text) returns json language plpgsql as $$
declare plan json;
begin execute 'explain (format json) ' || query into plan; return plan #> '{0,Plan}'; end $$;
create function rows_of(query text) returns text language sql as $$ select test.plan('select * from ' || query) ->> 'Plan Rows' $$;

-- a document that is known is counted; stock's 100 for what is no array, and for what isn't known
select document, rows_of(format('jbind_populate_recordset(null::pair, %L::text)', document)) as text,
	rows_of(format('jbind_populate_recordset(null::pair, %L::json)', document)) as json,
	rows_of(format('jbind_populate_recordset(null::pair, %L::jsonb)', document)) as jsonb,
	rows_of(format('jbind_to_recordset(%L::text) as (a int)', document)) as to_text,
	rows_of(format('jbind_to_recordset(%L::json) as (a int)', document)) as to_json,
	rows_of(format('jbind_to_recordset(%L::jsonb) as (a int)', document)) as to_jsonb,
	rows_of(format('json_populate_recordset(null::pair, %L)', document)) as stock
from (values ('[]'), ('[{}]'), (' [ {"a":1} , {"b":"],["} , {"a":[1,2,{}]} ] '), ('[1, [2, 3], null, "x"]'), ('{"a": [1, 2]}'), ('{}'), ('"x"'), ('17'), ('null')) v(document);
select rows_of(format('jbind_populate_recordset(null::pair, %L)', d)) from
	(select '[' || string_agg('{"a":1}', ',') || ']' from generate_series(1, 5000)) v(d);
-- no JSON: found out when it is run
select document, rows_of(format('jbind_populate_recordset(null::pair, %L::text)', document)) from (values (''), ('['), ('[1,'), ('[1,]'), ('[1 2]'), ('x'), ('[1] x')) v(document);
select rows_of('jbind_populate_recordset(null::pair, null::text)'), rows_of('jbind_populate_recordset(null::pair, null::jsonb)');

-- from a table, from a parameter
select rows_of('documents, jbind_populate_recordset(null::pair, ' || d || ')') = (select rows_of('documents, generate_series(1, 100)')) as "100 a row" from (values ('j'), ('jb'), ('t')) v(d);
prepare p(text) as select * from jbind_populate_recordset(null::pair, $1);
set plan_cache_mode = force_custom_plan;
select plan('execute p(''[{},{},{}]'')') ->> 'Plan Rows' as custom;
set plan_cache_mode = force_generic_plan;
select plan('execute p(''[{},{},{}]'')') ->> 'Plan Rows' as generic;
reset plan_cache_mode;
deallocate p;
select rows_of('jbind_populate_recordset(null::pair, ''['' || ''{},{}'' || '']'')') as folded;

-- the twin of an accelerated call knows as much
set jbind.accelerate_stock = on;
select rows_of('json_populate_recordset(null::pair, ''[{},{}]'')') as populate, rows_of('jsonb_to_recordset(''[{},{},{}]'') as (a int)') as to_jsonb,
	rows_of('json_populate_recordset(null::pair, ''{}'')') as object;
reset jbind.accelerate_stock;

-- more bytes cost more
select (plan(format('select * from jbind_populate_recordset(null::pair, %L)', '[{}]')) ->> 'Total Cost')::numeric
	< (plan(format('select * from jbind_populate_recordset(null::pair, %L)', format('[{"b": "%s"}]', repeat('x', 10000)))) ->> 'Total Cost')::numeric as dearer;

drop schema test cascade;
