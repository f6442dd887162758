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

drop schema test cascade;
