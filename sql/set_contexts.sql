-- set_contexts: the places of a query where the functions can stand
\i sql/include/compare.sql

create type item as (id int, name text);
create table docs (n int, one text, many text);
insert into docs select i, format('{"id": %s, "name": "name %s"}', i, i), format('[{"id": %s}, {"id": %s, "name": "x"}]', i * 10, i * 10 + 1) from generate_series(1, 5) i;
insert into docs values (6, null, null), (7, '{}', '[]');

-- one row for each document; several from one; in the select list; of a whole row; with numbers; side by side
select query, c.* from (values
	('select array_agg((n, r) order by n) from docs, populate_record(null::item, one::document) r'),
	('select array_agg((n, r.id, name) order by n, r.id) from docs left join lateral populate_recordset(null::item, many::document) r on r.id > 20'),
	('select array_agg(s) from (select n, populate_record(null::item, one::document) r from docs) s'),
	('select array_agg(s) from (select n, (populate_record((n, ''base'')::item, one::document)).* from docs) s'),
	('select array_agg(s) from (select n, populate_recordset(null::item, many::document) r from docs) s'),
	('select array_agg(s) from (select n, populate_recordset(null::item, many::document) r, generate_series(1, 3) from docs) s'),
	('select array_agg((n, r)) from docs, populate_recordset(null::item, many::document) with ordinality r(key, label, number)'),
	('select array_agg(r) from docs, rows from (populate_recordset(null::item, many::document), generate_series(1, 3)) with ordinality r'),
	('select array_agg(r) from docs, rows from (to_recordset(many::document) as (id int, name text), to_record(one::document) as (name name)) r'),
	('select array_agg((n, r)) from docs, to_recordset(many::document) as r(name text, id int8)'),
	('select array_agg(r) from populate_recordset(null::item, (select many from docs where n = 2)::document) r where r.id in (select (populate_record(null::item, d.one::document)).id * 10 from docs d)'),
	('with d as materialized (select populate_record(null::item, one::document) r from docs) select array_agg(r order by r) from d where (r).id > 2'),
	('select array_agg(r order by r) from (select distinct populate_record(null::item, one::document) r from docs, generate_series(1, 3)) s'),
	('select array_agg(x) from (select (populate_record(null::item, one::document)).name x, count(*) from docs group by 1 having count(*) > 0 order by 1) s'),
	('select array_agg(case when n % 2 = 0 then populate_record(null::item, one::document) end order by n) from docs'),
	('select populate_record(null::item, coalesce(one, ''{"id": 0}'')::document) from docs where n = 6')) v(query), compare(query) c;

-- cursors, back and forth
create function in_cursor(query text) returns text language plpgsql as $$
declare
	c refcursor; r record; rows text[];
begin
	open c scroll for execute query;
	fetch last from c into r; rows := rows || r::text;
	fetch first from c into r; rows := rows || r::text;
	move forward 2 from c; fetch prior from c into r; rows := rows || r::text;
	fetch absolute 4 from c into r; rows := rows || r::text;
	close c;
	return rows;
end $$;
select c.* from compare('select in_cursor(''select r.* from docs, populate_recordset(null::item, many::document) r'')') c;
select c.* from compare('select in_cursor(''select * from populate_recordset(null::item, (select many from docs where n = 3)::document)'')') c;

-- prepared statements: custom plans, then a generic one
create function prepared(query text) returns text language plpgsql as $$
declare
	answer text; answers text[];
begin
	execute 'prepare test_statement(int) as ' || query;
	for i in 1 .. 8 loop
		execute format('execute test_statement(%s)', i % 7) into answer;
		answers := answers || answer;
	end loop;
	deallocate test_statement;
	return answers;
end $$;
select c.* from compare('select prepared(''select array_agg(populate_record(null::item, one::document)) from docs where n = $1'')') c;
select c.* from compare('select prepared(''select array_agg(r) from docs, to_recordset(many::document) as r(id int8) where n = $1'')') c;

-- plpgsql: expressions, loops, assignments to row variables, RETURN QUERY; and functions in SQL that are inlined or not
create function run_body(body text) returns setof item language plpgsql as $$
begin
	execute format('create function test.body() returns setof test.item language %s', body);
	return query select * from test.body();
	drop function test.body();
end $$;
select body, c.* from (values
	('plpgsql as $b$ declare d docs; r item; begin for d in select * from docs order by n loop r := populate_record(r, d.one::document); return next r; end loop; end $b$'),
	('plpgsql as $b$ declare r item; begin for r in select * from populate_recordset(null::item, (select many from docs where n = 4)::document) loop return next r; end loop; end $b$'),
	('plpgsql as $b$ begin for i in 1 .. 3 loop return query select * from populate_recordset((i, ''base'')::item, (select many from docs where n = i)::document); end loop; end $b$'),
	('sql as $b$ select * from populate_recordset(null::item, (select many from docs where n = 2)::document) $b$'),
	('sql volatile as $b$ select populate_record(null::item, one::document) from docs order by n $b$')) v(body),
	compare(format('select array_agg(r) from run_body(%L) r', body)) c;
create function any_row(base anyelement, d json) returns anyelement language plpgsql as $$ begin return jbind_populate(base, d); end $$;
create function any_row_inlined(base anyelement, d json) returns anyelement language sql stable as $$ select jbind_populate(base, d) $$;
select any_row(null::item, '{"id": 1}'), any_row((5, 'x', null)::docs, '{"many": "[]"}'), any_row_inlined(null::item, '{"id": 1}'), any_row_inlined(null::docs, '{"n": 2}');

-- writes
create table items of item;
insert into items select * from jbind_populate_recordset(null::items, '[{"id": 1, "name": "a"}, {"id": 2}]');
insert into items (name, id) select name, id from jbind_to_recordset('[{"id": 3, "name": "c"}]') as r(id int, name text) returning *;
update items i set (id, name) = (select r.id, r.name from jbind_populate(i, '{"name": "new"}') r) where id < 3 returning *;
with gone as (delete from items using jbind_populate_recordset(null::items, '[{"id": 1}, {"id": 3}]') r where items.id = r.id returning items.*) select * from gone order by id;

-- a literal is text, whatever it looks like
select jbind_populate(null::item, '{"id": 1}') one, jbind_populate(null::item, '{"id": 1}'::varchar) two, pg_typeof(jbind_populate(null::item, '{}'));

-- arguments by name
select jbind_populate(base => null::item, from_json => '{"id": 4}'::jsonb), jbind_populate(from_json => '{"id": 5}', base => null::item);

-- parallel workers
select count(set_config(name, 'on', false)) from pg_settings where name in ('force_parallel_mode', 'debug_parallel_query');
select c.verdict from compare('select array_agg((n, r) order by n) from docs, populate_record(null::item, one::document) r') c;
select count(set_config(name, 'off', false)) from pg_settings where name in ('force_parallel_mode', 'debug_parallel_query');

drop schema test cascade;
