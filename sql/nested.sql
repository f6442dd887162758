-- nested: composite values in composite values, to any depth
\i sql/include/compare.sql

create type point3 as (x float8, y float8, z float8);
create type item as (sku text, price numeric(10, 2), at point3);
create table orders (id int, item item, items item[]);
create type batch as (name text, orders orders[], last orders);
select t.name row_type, d.column_name, d.reader from unnest('{point3,item,orders,batch}'::text[]) with ordinality t(name, n), jbind_describe(t.name::regtype) d where d.column_name not like ' %' order by t.n;

select document, c.* from (values
	('{"id": 1, "item": {"sku": "a", "price": 1.5, "at": {"x": 1, "y": 2, "z": 3}}}'),
	('{"id": 2, "items": [{"sku": "a", "price": 1}, {"price": 2, "sku": "b", "at": {"z": 0.5}}, null, {}]}'),
	('{"item": {}}'), ('{"item": null}'), ('{"item": {"at": {}}}'), ('{"item": {"at": null}}'), ('{ "item" : { "unknown" : { "at" : 1 } , "sku" : "s" } , "id" : 3 }'),
	('{"item": {"sku": "\u0061", "a\u0074": {"x": 1}}}'), ('{"item": {"sku": "a", "sku": "b", "at": {"x": 1}, "at": {"y": 2}}}'),
	('{"item": "(a,1.5,\"(1,2,3)\")"}'), ('{"items": "{\"(a,1.5,)\"}"}')) v(document), compare_populate('null::orders', document) c;
select c.* from compare_populate('null::batch', '{"name": "n", "orders": [{"id": 1, "items": [{"at": {"x": 1}}]}, {"id": 2}], "last": {"items": [{"sku": "z"}, {"price": 3}]}}') c;

-- no object
select document, c.* from (values
	('{"item": 1}'), ('{"item": true}'), ('{"item": []}'), ('{"item": [1]}'), ('{"item": "a"}'), ('{"item": ""}'), ('{"item": {"at": 5}}'), ('{"item": {"at": [1, 2]}}'), ('{"items": {}}'),
	('{"items": [5]}'), ('{"item": {"price": "x"}}'), ('{"item": {"at": {"y": "z"}}}'), ('{"items": [{"at": {"y": 1}}, {"at": {"y": "z"}}]}')) v(document),
	compare_populate('null::orders', document) c;

-- nested values of a base are merged into
select document, c.* from (values
	('{"id": 9}'), ('{"item": {"price": 2}}'), ('{"item": {"at": {"y": 7}}}'), ('{"item": {}}'), ('{"item": null}'), ('{"item": {"at": null}}'), ('{"items": [{"sku": "n"}]}')) v(document),
	compare_populate('row(1, row(''s'', 1.00, row(1, 2, 3)::point3)::item, array[row(''e'', 5, null)::item])::orders', document) c;

-- records without a type of their own
select c.* from compare_to_record('a int, r point3, rs item[]', '{"a": 1, "r": {"x": 1}, "rs": [{"at": {"x": 2}}]}') c;
select c.* from compare_to_record('a int, r record', '{"a": 1, "r": {"x": 1}}') c;

drop schema test cascade;
