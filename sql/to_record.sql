-- to_record: the row type is said by the query
\i sql/include/compare.sql

create type pair as (x int, y text);
create domain positive as int check (value > 0);
select columns, document, c.* from (values
	('a int, b text', '{"a": 1, "b": "x"}'), ('b text, a int', '{"a": 1, "b": "x"}'), ('a int', '{}'), ('a int', '{"a": null}'),
	('a numeric(4, 1), b varchar(2), c char(3), d timestamptz(0), e "char", f name', '{"a": 1.26, "b": "xy", "c": "z", "d": "2024-01-01T00:00:00.6Z", "e": "e", "f": "f"}'),
	('a int[], b pair, c pair[], d positive, e json', '{"a": [1, 2], "b": {"x": 1}, "c": [{"y": "z"}], "d": 5, "e": {"k":  1}}'),
	('"A" int, "a b" int, "é" int', '{"a": 1, "A": 2, "a b": 3, "\u00e9": 4}')) v(columns, document), compare_to_record(columns, document) c;
set jbind.fallback = quiet; -- a stock reader is expected
select c.* from compare_to_record('a inet, b interval', '{"a": "10.0.0.1", "b": "1 day"}') c;
set jbind.fallback = error;

select columns, document, c.* from (values
	('a int', '{"a": "x"}'), ('a positive', '{"a": 0}'), ('a positive', '{}'), ('b varchar(2)', '{"b": "xyz"}'), ('a numeric(2, 1)', '{"a": 10}'), ('a int', '[{"a": 1}]'), ('a int', '1')) v(columns, document),
	compare_to_record(columns, document) c;

-- queries that don't say it, or say it wrongly
select query, c.verdict, c.answer from (values
	('select to_record(''{"a": 1}''::document)'), ('select * from to_record(''{"a": 1}''::document)'), ('select to_recordset(''[{"a": 1}]''::document)'),
	('select r from to_record(''{"a": 1}''::document) as r(a no_such_type)'), ('select r from to_record(null::document) as r(a int)')) v(query), compare(query) c;

-- equal lists have one codec, whoever writes them
select jbind_reset();
select * from jbind_to_record('{"a": 1, "b": "x"}') as r(a int, b text);
select * from jbind_to_record('{"a": 2}'::jsonb) as other(a int, b text);
select a from jbind_to_recordset('[{"a": 3}, {"a": 4}]'::json) as third(a int, b text);
select row_type, columns, documents, stock_documents, stock_values from jbind_codecs();

-- the columns are what the query names, so stars, expressions and joins work
create table docs (id int, doc json);
insert into docs values (1, '{"name": "a", "n": 1}'), (2, '{"name": "b", "n": 2}'), (3, null), (4, '{"n": 4}');
select d.id, r.*, r.n * 2 twice from docs d left join lateral jbind_to_record(d.doc) as r(name text, n int) on true order by id;
select c.* from compare('select array_agg((id, r) order by id) from docs, to_record(doc::text::document) as r(name text, n int)') c;

drop schema test cascade;
