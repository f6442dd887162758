-- scalars: bool, oid, uuid and bytea have native readers; other types are read by their input functions
\i sql/include/compare.sql

create type scalars as (b bool, o oid, u uuid, y bytea);
select column_name, column_type, reader, reason from jbind_describe('scalars');

select document, c.* from (values
	('{"b": true, "o": 4294967295, "u": "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "y": "\\xdeadBEEF"}'),
	('{"b": false, "o": 0, "u": "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", "y": "\\x"}'),
	('{"b": null, "o": null, "u": null, "y": null}'),
	('{}')) v(document), compare_populate('null::scalars', document) c;

-- other forms of the same values: right, but not native
select document, c.* from (values
	('{"b": "yes"}'), ('{"b": "t"}'), ('{"b": " off "}'), ('{"b": 1}'),
	('{"o": "17"}'), ('{"o": " 17 "}'), ('{"o": -1}'),
	('{"u": "{a0eebc999c0b4ef8bb6d6bb9bd380a11}"}'), ('{"u": "a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11"}'),
	('{"y": "abc"}'), ('{"y": "a\\001b"}'), ('{"y": "\\x de ad"}'), ('{"y": 12}')) v(document),
	compare_populate('null::scalars', document) c;

-- no such value
select document, c.* from (values
	('{"b": "maybe"}'), ('{"b": 2}'), ('{"b": []}'), ('{"o": 4294967296}'), ('{"o": 1.5}'), ('{"o": true}'), ('{"o": {}}'),
	('{"u": "a0eebc99"}'), ('{"u": "g0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"}'), ('{"u": 5}'),
	('{"y": "\\xabc"}'), ('{"y": "\\xgg"}'), ('{"y": "\\"}')) v(document),
	compare_populate('null::scalars', document) c;

-- without a native reader
set jbind.fallback = quiet; -- stock readers are expected from here
create type others as (i inet, p point, r int4range, v interval, l pg_lsn, t regtype);
select column_name, column_type, reader, reason from jbind_describe('others');

select document, c.* from (values
	('{"i": "10.0.0.1/8", "p": "(1,2)", "r": "[1,5)", "v": "1 day 02:03", "l": "16/B374D848", "t": "int4"}'),
	('{"i": "", "p": null}'),
	('{"r": "empty", "v": 5}'),
	('{"p": [1, 2]}'), ('{"t": "no_such_type"}')) v(document),
	compare_populate('null::others', document) c;

drop schema test cascade;
