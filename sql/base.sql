-- base: keys that the document doesn't have keep the value of the first argument
\i sql/include/compare.sql

create table t (a int, b text, c numeric default 7, d date);
select column_name, reader from jbind_describe('t');

select base, document, c.* from (values
	('null::t', '{"b": "x"}'), ('null::t', '{}'),
	('row(1, ''one'', 1.0, ''2024-01-01'')::t', '{"b": "x"}'), ('row(1, ''one'', 1.0, ''2024-01-01'')::t', '{"b": null, "a": 2}'),
	('row(1, ''one'', 1.0, ''2024-01-01'')::t', '{}'), ('row(1, ''one'', 1.0, ''2024-01-01'')::t', '{"unknown": 1}'),
	('row(null, null, null, null)::t', '{}'), ('row(1, ''one'', null, null)::t', null), ('null::t', null)) v(base, document), compare_populate(base, document) c;

-- a base whose text is long, compressed or out of line
insert into t values (1, repeat('long ', 20000), 1.5, '2024-01-01'), (2, (select string_agg(md5(i::text), '') from generate_series(1, 2000) i), null, null), (3, 'short', 3, null);
select c.verdict, c.path from compare('select array_agg(populate_record(t, ''{"a": 5}''::document) order by a) from t') c;
select c.verdict, c.path from compare('select array_agg(populate_record(t, ''{}''::document) order by a) from t') c;
select c.verdict, c.path from compare('select array_agg(populate_record(t, ''{"b": "new"}''::document) order by a) from t') c;

-- each element of a set starts from the base
select document, c.* from (values ('[{"a": 2}, {"b": "x"}, {}, {"c": null}]'), ('[]')) v(document), compare_populate_recordset('row(1, ''one'', 1.0, null)::t', document) c;

-- columns that were dropped, or added without a rewrite of the table
alter table t drop column b;
alter table t add e text default 'added', add f int;
select column_name, reader from jbind_describe('t');
select document, c.* from (values ('{"a": 1, "b": "gone", "e": "x"}'), ('{"f": 2}'), ('{}')) v(document), compare_populate('null::t', document) c;
select c.* from compare('select array_agg(populate_record(t, ''{"f": 2}''::document) order by a) from t') c;
select c.* from compare('select array_agg(populate_record(t, ''{}''::document) order by a) from t') c;

-- a base that is a record of no named type, of one, or of another one each time
set jbind.fallback = quiet; -- 'x' is of type unknown
select base, document, c.* from (values
	('row(1, ''x'')', '{"f1": 2}'), ('row(1, ''x''::text)', '{"f2": null, "f3": 1}'), ('row(1, ''x'')', '{}'), ('row()', '{"f1": 1}')) v(base, document), compare_populate(base, document) c;
set jbind.fallback = error;
select c.* from compare('select array_agg(populate_record(base, ''{"f1": 7, "a": 8}''::document)::text) from (values (row(1, 2)), (row(3, ''t''::text)), (row(9, 1.5, null, null, null)::t)) v(base)') c;
select c.* from compare('select r from populate_record(null::record, ''{"x": 1, "y": "2"}''::document) as r(x int, y text)') c;
select c.* from compare('select populate_record(null::record, ''{"x": 1}''::document)') c;
select c.* from compare('select r from populate_record(row(1, 2), ''{"f1": 5}''::document) as r(a int, b int)') c;

-- no base at all
select c.* from compare('select populate_record(1, ''{"a": 1}''::document)') c;
select c.* from compare('select populate_record(null::int[], ''{"a": 1}''::document)') c;

-- rows without columns, and with as many as there can be
create type empty as ();
select document, c.* from (values ('{}'), ('{"a": 1}')) v(document), compare_populate('null::empty', document) c;
select format('create type wide as (%s)', string_agg(format('c%s int', i), ', ')) from generate_series(1, 1600) i
\set ECHO none
\gexec
\set ECHO all
select c.verdict, c.path from (select string_agg(format('"c%s": %s', i, i), ', ') from generate_series(1600, 1, -1) i) v(members), compare_populate('null::wide', format('{%s}', members)) c;
select c.verdict, c.path from compare_populate('null::wide', '{"c1600": 1, "c8": 2, "c9": null}') c;

drop schema test cascade;
