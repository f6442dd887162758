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
select plan('execute p(''[{},{},{}]'')') ->> 'Plan Rows' as custom, plan(format('execute p(%L)', '[' || repeat('{},', 199) || '{}]')) ->> 'Plan Rows' as long_list;
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

-- nothing is evaluated for an estimate: a function may have effects, a cast may fail, and the call may never be reached
create function told(document text) returns text language plpgsql stable as $$ begin raise warning 'told'; return document; end $$;
create domain no_x as text check (value <> 'x');
select rows_of('jbind_to_recordset(told(''[{},{}]'')) as (a int)'), rows_of('jbind_to_recordset(told(''[{},{}]'')::json) as (a int)'),
	rows_of('jbind_to_recordset(''x''::no_x::json) as (a int)'), rows_of('jbind_to_recordset(current_setting(''no.such'')::jsonb) as (a int)');
select case when n < 0 then (select sum(a) from jbind_to_recordset(current_setting('no.such')) as x(a int)) end from generate_series(1, 2) n;
-- a function that is inlined has its arguments' cost asked for without a planner's state
create function twice(pair) returns text language sql stable as 'select $1.b || coalesce($1.b, $1.a::text)';
create function whether(anyelement) returns bool language sql immutable as 'select $1 is null or $1 is not null';
select twice(jbind_populate_recordset(null::pair, '[{"a":1,"b":"x"},{"a":2}]')), whether(jbind_populate_recordset(null::pair, '[{"a":1,"b":"x"},{"a":2}]'));
select whether(jbind_populate_recordset(null::pair, told('[{"a":1,"b":"x"}]')));

-- a short list doesn't make a prepared statement be planned at each execution
create table many (id int primary key, n int);
insert into many select n, n from generate_series(1, 20000) n;
analyze many;
set jbind.accelerate_stock = on;
prepare j(json) as select many.* from json_to_recordset($1) as x(a int) join many on many.id = x.a;
do $$ begin for i in 1 .. 12 loop execute 'execute j(''[{"a":1}]'')'; end loop; end $$;
select generic_plans > 0 as generic from pg_prepared_statements where name = 'j';
deallocate j;
reset jbind.accelerate_stock;

-- more bytes cost more
select (plan(format('select * from jbind_populate_recordset(null::pair, %L)', '[{}]')) ->> 'Total Cost')::numeric
	< (plan(format('select * from jbind_populate_recordset(null::pair, %L)', format('[{"b": "%s"}]', repeat('x', 10000)))) ->> 'Total Cost')::numeric as dearer;

drop schema test cascade;
