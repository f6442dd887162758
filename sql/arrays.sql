-- arrays: dimensions, nulls, and elements of all kinds
\i sql/include/compare.sql

create type color as enum ('red', 'green');
create domain positive as int check (value > 0);
create type pair as (x int, y text);
create type arrays as (i int[], t text[], n numeric(5, 1)[], f float8[], ts timestamptz[], b bool[], e color[], d positive[], p pair[]);
select column_name, column_type, reader, reason from jbind_describe('arrays');

select document, c.* from (values
	('{"i": [1, 2, 3], "t": ["a", "b c", "", "\"q\"", "null"], "n": [1.26, 2], "f": [0.5, 1e10]}'),
	('{"ts": ["2024-01-01T00:00:00Z"], "b": [true, false], "e": ["red", "red"], "d": [1, 2]}'),
	('{"i": [], "t": [], "p": []}'), ('{"i": [null, 1, null], "t": [null]}'), ('{"i": null}'),
	('{"i": [[1, 2], [3, 4], [5, null]]}'), ('{"i": [[[[[[1]]]]]]}'), ('{"i":[ [ 1 ,2 ] , [ 3,4 ] ]}'),
	('{"p": [{"x": 1, "y": "a"}, {"y": "b"}, {}, null, {"x": 2}]}'), ('{"p": [[{"x": 1}], [{"x": 2}]]}'),
	('{"t": [1, true, {"a": 1}, 2.50]}'), ('{"t": ["\u00e9\t", "\\"]}')) v(document), compare_populate('null::arrays', document) c;

-- an array as a string is the text form of the type
select document, c.* from (values ('{"i": "{1,2,NULL}"}'), ('{"i": "[0:1]={7,8}"}'), ('{"p": "{\"(1,a)\"}"}'), ('{"i": "1"}'), ('{"i": ""}')) v(document),
	compare_populate('null::arrays', document) c;

-- no array, ragged, or with a bad element
select document, c.* from (values
	('{"i": 1}'), ('{"i": {}}'), ('{"i": true}'), ('{"i": [[1, 2], [3]]}'), ('{"i": [[1], 2]}'), ('{"i": [1, [2]]}'), ('{"i": [[], [1]]}'), ('{"i": [[]]}'),
	('{"i": [1, "x"]}'), ('{"i": [1, 3000000000]}'), ('{"i": [{"a": 1}]}'), ('{"n": [1, 10000]}'), ('{"i": [[[[[[[1]]]]]]]}'),
	('{"d": [1, 0]}'), ('{"e": ["blue"]}'), ('{"p": [1]}'), ('{"p": [{"x": "z"}]}'), ('{"p": [[{"x": 1}], {"x": 2}]}')) v(document),
	compare_populate('null::arrays', document) c;

-- sizes about which the result or its null bitmap grows
select c.verdict, c.path, count(*) from unnest('{1,7,8,9,31,32,33,64,65,1000,5000}'::int[]) n,
	lateral (select string_agg(i::text, ','), string_agg(case i % 3 when 0 then 'null' else '"' || repeat('x', i % 200) || '"' end, ', ') from generate_series(1, n) i) e(numbers, texts),
	compare_populate('null::arrays', format('{"i": [%s], "t": [%s], "f": [%s]}', numbers, texts, numbers)) c group by 1, 2;

-- arrays of a kind of their own
create type vectors as (v int2vector, o oidvector);
select column_name, reader, reason from jbind_describe('vectors');
select document, c.* from (values ('{"v": "1 2", "o": "3 4"}'), ('{"v": [1, 2]}')) v(document), compare_populate('null::vectors', document) c;

-- arrays that a base has are replaced, not merged
select c.* from compare_populate('(select r from (select ''{1,2}''::int[] i, ''{a}''::text[] t, null::numeric(5,1)[] n, null::float8[] f, null::timestamptz[] ts,
	null::bool[] b, null::color[] e, null::positive[] d, array[(1,''a'')::pair] p) s, lateral (select row(s.*)::arrays r) t)', '{"i": [3], "p": [{"y": "b"}]}') c;

drop schema test cascade;
