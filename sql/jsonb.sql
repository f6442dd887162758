-- jsonb: documents that are stored in binary form, with keys in an order of their own
\i sql/include/compare.sql

create type item as (sku text, price numeric(10, 2), n int, ok bool, tags text[], at float8);
select column_name, reader from jbind_describe('item');

-- keys are sorted by length, then bytes; the last of equal keys was kept
select document, c.* from (values
	('{"tags": ["x"], "sku": "a", "price": 1.5, "n": 3, "ok": true, "at": 0.1, "zz": null}'), ('{"n": 1, "n": 2, "sku": null}'), ('{"unknown": {"n": 1}, "a": [], "n": 5}'), ('{}')) v(document),
	compare_populate('null::item', document) c;

-- numbers of each size, read from their binary form
create type numbers as (i2 int2, i4 int4, i8 int8, f4 float4, f8 float8, n numeric, m numeric(20, 3), t text, o oid);
select verdict, path, count(*) > 200 as many from generate_series(0, 18, 3) digits, unnest('{1,-1}'::int[]) sign, unnest('{1,9,1.5,0.00012345}'::numeric[]) digit,
	lateral (select digit * sign * 10 ^ digits::numeric) v(number), lateral unnest('{i2,i4,i8,f4,f8,n,m,t,o}'::text[]) key,
	compare_populate('null::numbers', format('{"%s": %s}', key, number)) where answer not like 'ERROR%' group by 1, 2 order by 1, 2;
select verdict, count(*) > 10 as many from generate_series(0, 18, 3) digits, unnest('{i2,i4,i8,f4,m,o}'::text[]) key,
	compare_populate('null::numbers', format('{"%s": %s.5e%s}', key, digits, digits)) where answer like 'ERROR%' group by 1;

-- objects with few and many members: the layout marks an offset with each 32nd entry
select verdict, path, count(*) from unnest('{0,1,30,31,32,33,63,64,65,96,200,1500}'::int[]) members,
	lateral (select string_agg(format(', "%s%s": %s', chr(97 + i % 26), i, case i % 3 when 0 then '"text"' when 1 then '[1, 2]' else i::text end), '') from generate_series(1, members) i) v(others),
	compare_populate('null::item', format('{"sku": "a", "n": 7%s, "tags": ["y", "z"]}', others)) group by 1, 2;

-- more shapes of objects than are remembered, one after the other, and again
select verdict, path, count(*) from generate_series(1, 3) round, generate_series(0, 63, 3) shape,
	compare_populate('null::item', '{"z": 0' || (select coalesce(string_agg(format(', "%s": %s', k, v), '') filter (where shape >> (i - 1) & 1 = 1), '') from
		(values (1, 'sku', '"s"'), (2, 'price', '1'), (3, 'n', '2'), (4, 'ok', 'true'), (5, 'tags', '["t"]'), (6, 'other', '{}')) v(i, k, v)) || '}') group by 1, 2;

-- bound in one pass where every column is simple: with all values, without some, with nulls and dropped columns; what such
-- a column doesn't take natively steps back to the two phases
create type plain as (a int2, gone text, t text, v varchar(3), c char(4), n numeric(6, 2), f float8, u uuid, d date, s timestamptz, ok bool, j json);
alter type plain drop attribute gone;
create table members (key text, value jsonb);
insert into members values ('a', '7'), ('t', '"text"'), ('v', '"abc"'), ('c', '"x"'), ('n', '12.5'), ('f', '1e3'), ('u', '"00112233-4455-6677-8899-aabbccddeeff"'),
	('d', '"2024-02-29"'), ('s', '"2024-02-29T01:02:03Z"'), ('ok', 'true'), ('j', 'true'), ('other', 'null'), ('zz', '{"a": [1]}');
create table plain_docs as select jsonb_object_agg(key, case when chosen % (i + 3) = 0 then 'null' else value end) as doc from generate_series(0, 8191, 7) chosen,
	(select row_number() over (order by key) - 1 as i, * from members) m where chosen = 0 or chosen >> i::int & 1 = 1 group by chosen;
select jbind_reset();
select count(j) as documents, count(*) filter (where j *<> s) as different from (select jbind_populate(null::plain, doc) as j, jsonb_populate_record(null::plain, doc) as s from plain_docs offset 0) d;
with wanted as (select count(*) as keys, count(*) filter (where e.value <> 'null' and e.key not in ('other', 'zz')) as values from plain_docs, jsonb_each(doc) e)
select in_place = (select count(*) from plain_docs) as in_one_pass, native_values = wanted.values as values_counted, predicted_keys + second_keys + hashed_keys + unknown_keys = wanted.keys as keys_counted,
	bytes = (select sum(pg_column_size(doc || '{}') - 4) from plain_docs) as bytes_counted from jbind_codecs(), wanted where row_type = 'plain'::regtype;
select document, c.* from (values ('{"a": 40000}'), ('{"a": "12", "f": "2.5", "n": "3", "ok": "yes"}'), ('{"t": 1.50}'), ('{"t": [1]}'), ('{"v": true}'), ('{"v": "long"}'), ('{"c": "longer"}'),
	('{"n": 12345}'), ('{"n": 1.005}'), ('{"a": 1.5, "n": 99999}'), ('{"n": 99999, "a": 99999}'), ('{"d": "20240229", "j": {"b": 1, "a": 2}}'), ('{"j": [1, 2.0]}'), ('{"j": 1.0}'), ('{"u": {}}'), ('{"ok": 1}')) v(document),
	compare_populate('null::plain', document) c;
select r.verdict, r.path from compare('select array_agg(r) from (select jsonb_agg(case when i % 9 = 4 then ''{"a": 1, "t": null}'' when i % 3 = 1 then doc - ''u'' else doc end) doc
	from generate_series(1, 50) i, (select jsonb_object_agg(key, value) doc from members) m) d, populate_recordset(null::plain, doc::document) r') r;

-- containers in columns of other types, and nested ones
create type holder as (t text, j json, b jsonb, items item[], i item, bs jsonb[], ints int[]);
select document, c.* from (values
	('{"t": {"b": [1, 2], "a": "x"}, "j": [1, {"z": null}], "b": {"k": [true]}}'), ('{"t": [], "j": {}, "b": []}'),
	('{"items": [{"sku": "a", "tags": ["x", null]}, {}, null], "i": {"price": 2, "n": 1}}'), ('{"bs": [1, {"a": 1}, [2], "s", null], "ints": [[1, 2], [3, 4]]}')) v(document), compare_populate('null::holder', document) c;

-- no object
select document, c.verdict, c.answer from (values ('1'), ('"x"'), ('null'), ('[]'), ('[{"n": 1}]')) v(document), compare('select populate_record(null::item, ' || quote_literal(document) || '::document)') c;

-- as stored: packed, compressed, out of line
create table docs (id int, doc jsonb);
insert into docs select i, jsonb_build_object('n', i, 'sku', repeat('x', i * i), 'tags', (select array_agg(md5((i * j)::text)) from generate_series(1, i * 3) j)) from generate_series(1, 60, 4) i;
alter table docs alter doc set storage external;
insert into docs select id + 100, doc || '{"ok": true}' from docs;
select r.verdict, r.path from compare('select array_agg(populate_record(null::item, doc::document) order by id) from docs') r;
select r.verdict, r.path from compare('select md5(array_agg(r order by id)::text) from docs, to_record(doc::document) as r(ok bool, n int8, tags jsonb)') r;
select r.verdict, r.path from compare('select array_agg(r) from (select jsonb_agg(doc order by id) doc from docs) d, populate_recordset(null::item, doc::document) r') r;

-- many more keys than columns, many keys and as many columns, and each shape new
create function many_keys(count int, first int default 1) returns text language sql as $$
	select jsonb_object_agg(i || repeat('k', i % 5), i) from generate_series(first, first + count - 1) i
$$;
select count, r.* from (values (60), (700), (5000)) v(count), compare(format('select r from to_record(%L::document) as r("1k" int, "59kkkk" int, "4999kkkk" int, "7kk" int, k int)', many_keys(count))) r;
select count, r.verdict, r.path from (values (60), (700)) v(count), compare(format('select r from to_record(%L::document) as r(%s)', many_keys(count), (select string_agg(format('"%s%s" int', i, repeat('k', i % 5)), ', ') from generate_series(1, 50) i))) r;
insert into docs select 1000 + i, many_keys(40, i)::jsonb from generate_series(1, 100) i;
select r.verdict, r.path from compare('select md5(array_agg(r order by id)::text) from docs, to_record(doc::document) as r("1k" int, "50" int, "51k" int, "52kk" int, n int8)') r;

drop schema test cascade;
