-- recordset: arrays of objects to rows, with and without a base
\i sql/include/compare.sql

create type item as (id int, name text, tags text[]);
select column_name, reader from jbind_describe('item');

select document, c.* from (values
	('[{"id": 1, "name": "a"}, {"name": "b", "id": 2, "tags": ["x"]}, {}, {"id": null}]'), ('[]'), ('  [ ]  '), (e'\t[\t{"id": 1} ,{"id":2}\t] '), ('[{}]'),
	('[{"id": 1, "id": 2}, {"z": [{"id": 9}], "id": 3}]')) v(document), compare_populate_recordset('null::item', document) c;
select document, c.* from (values ('[{"id": 1, "name": "a"}, {"name": "b", "id": 2}, {}, {"id": null}]'), ('[]')) v(document), compare_to_recordset('name varchar(3), id int8, tags jsonb', document) c;
select c.* from compare_populate_recordset('(5, ''base'', null)::item', '[{"id": 1}, {"name": null}, {}]') c;
select c.* from compare('select array_agg(r) from populate_recordset(row(5, ''base''::text), ''[{"a": 1}, {"f2": "x"}, {}]''::document) as r(a int, b text)') c;
select c.* from compare('select array_agg(r) from populate_recordset(null::record, ''[{"x": 1}, {"y": "z"}]''::document) as r(x int, y text)') c;

-- no arrays of objects
select document, c.* from (values ('{"id": 1}'), ('1'), ('null'), ('[1]'), ('[null]'), ('[{"id": 1}, 2]'), ('[{"id": 1}, "x"]'), ('[[{"id": 1}]]'), ('[{"id": 1}, []]')) v(document), compare_populate_recordset('null::item', document) c;
select document, c.* from (values ('{"id": 1}'), ('[1]')) v(document), compare_to_recordset('id int', document) c;

-- NULL for the document, for the base, for both
select c.* from compare('select count(*) from populate_recordset(null::item, null::document)') c;
select c.* from compare('select count(*) from populate_recordset((1, null, null)::item, null::document)') c;
select c.* from compare('select count(*) from to_recordset(null::document) as r(id int)') c;

-- sets of many rows, and rows that are large: kept in memory or on disk alike
select rows, size, c.verdict, c.path from (values (1, 10), (999, 10), (3000, 30), (20, 40000)) v(rows, size),
	lateral (select format('[%s]', string_agg(format('{"id": %s, "name": "%s", "tags": ["%s", null]}', i, repeat('n', size), i % 10), ',')) from generate_series(1, rows) i) d(document),
	compare('select md5(string_agg(r::text, '';'')) || count(*) from populate_recordset(null::test.item, ' || quote_literal(document) || '::document) r') c;
set work_mem = '64kB';
select c.verdict, c.path from (select format('[%s]', string_agg(format('{"id": %s, "name": "%s"}', i, repeat('n', 1000)), ',')) from generate_series(1, 300) i) d(document),
	compare_populate_recordset('null::item', document) c;
reset work_mem;

-- what rows do that can be seen, they do once, even if the document turns out to be bad further on
set jbind.fallback = quiet; -- stock readers are expected from here
create type noisy as (id int, acl aclitem, q tsquery);
\set VERBOSITY sqlstate
select count(*) from json_populate_recordset(null::noisy, '[{"acl": "=r", "q": ""}, {"acl": "=w"}, {"z": "\ud800"}]');
select count(*) from jbind_populate_recordset(null::noisy, '[{"acl": "=r", "q": ""}, {"acl": "=w"}, {"z": "\ud800"}]'::json);
select count(*) from jbind_populate_recordset(null::noisy, '[{"acl": "=r", "q": ""}, {"acl": "=w"}, {"z": "\ud800"}]'::text);
select count(*) from jbind_to_recordset('[{"acl": ["=r"]}, {"z": "\ud800"}]'::json) as x(acl aclitem[]);
\set VERBOSITY default

-- a set that isn't read to its end, or more than once
select c.* from compare('select array_agg(r) from (select * from populate_recordset(null::item, ''[{"id": 1}, {"id": 2}, {"id": 3}]''::document) limit 2) r') c;
select c.* from compare('select array_agg((n, id)) from generate_series(1, 2) n left join populate_recordset(null::item, ''[{"id": 1}, {"id": 2}]''::document) r on id >= n') c;

drop schema test cascade;
