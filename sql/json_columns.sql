-- json columns: json keeps the text of its value, jsonb its meaning
\i sql/include/compare.sql

create type jsons as (j json, b jsonb);
select column_name, column_type, reader, reason from jbind_describe('jsons');

select document, c.* from (values
	('{"j": {"b": 1, "a": [1, 2],  "b": 2}, "b": null}'), ('{"j":[ 1 , "x" ,{ } ]}'), ('{"j": 1.50}'), ('{"j": 1e2}'), ('{"j": true}'), ('{"j": "text"}'), ('{"j": ""}'),
	('{"j": "a \"b\" \\ \/ \n \u0041 \u20ac \u0001"}'), ('{"j": {"k\u0041": "\/"}}'), ('{"j": "{\"a\": 1}"}'), ('{"j": [null]}'), ('{"j": null}')) v(document),
	compare_populate('null::jsons', document) c;

select document, c.* from (values
	('{"b": {"b": 1, "a": [1, 2],  "b": 2}}'), ('{"b":[ 1 , "x" ,{ } ]}'), ('{"b": 1.50}'), ('{"b": 1e2}'), ('{"b": -0}'), ('{"b": true}'), ('{"b": "text"}'), ('{"b": ""}'),
	('{"b": "a \"b\" \\ \/ \n \u0041 \u20ac \u0001"}'), ('{"b": {"k\u0041": "\/"}}'), ('{"b": "{\"a\": 1}"}'), ('{"b": [null]}'), ('{"b": {"a": {"b": {"c": [[[]]]}}}}')) v(document),
	compare_populate('null::jsons', document) c;

-- what jsonb makes of keys and numbers, at any depth
select document, c.* from (values
	('{"b": {"bb": 1, "a": 2, "c": 3, "aa": 4, "": 5, "A": 6}}'), ('{"b": [{"k": 1, "\u006b": {"z": 1, "y": 2, "z": [3]}}]}'), ('{"b": {"\u00e9": 1, "é": 2, "\ud83d\ude00": 3, "\"": 4}}'),
	('{"b": [1.0, 1.50e2, -0.0, 1e-10, 12345678901234567890.123, 1e400, 0.00]}'), ('{"b": [[], {}, [{}], "", null, true, false, [[[1]]]]}')) v(document), compare_populate('null::jsons', document) c;
select depth, verdict, path from unnest('{50,120,130,500}'::int[]) depth, compare_populate('null::jsons', format('{"b": %s1%s}', repeat('[{"k": ', depth / 2), repeat('}]', depth / 2)));

-- numbers that numeric can't hold are JSON all the same
select document, verdict, path from (values ('{"j": 1e999999}'), ('{"b": 1e999999}'), ('{"zzz": 1e999999}')) v(document), compare_populate('null::jsons', document);

-- \u0000 is good JSON text, but no text
select document, c.* from (values ('{"j": "\u0000"}'), ('{"j": {"a": "\u0000"}}'), ('{"b": {"a": "\u0000"}}')) v(document), compare_populate('null::jsons', document) c;

-- in arrays, in nested objects and in the elements of a set
create type jsons_within as (js json[], bs jsonb[], r jsons);
select document, c.* from (values
	('{"js": [1, "x", {"a":  2}, null, true], "bs": [1, "x", {"a":  2}, null, true]}'), ('{"js": [[1, 2], [3, 4]], "bs": []}'),
	('{"r": {"j": {"a":  1}, "b": {"a":  1}}}')) v(document), compare_populate('null::jsons_within', document) c;
select c.* from compare_populate_recordset('null::jsons', '[{"j":  [1]}, {"j": null, "b": {"b": 2, "a": 1}}]') c;

-- objects and arrays of many members, sizes and depths
select c.verdict, c.path, count(*) from unnest('{1,2,31,32,33,63,64,65,100,1000}'::int[]) n,
	lateral (select string_agg(format('"key %s": "%s"', i, repeat('v', i % 50)), ', '), string_agg((i * 1.5)::text, ',') from generate_series(1, n) i) m(members, elements),
	compare_populate('null::jsons', format('{"j": {%s}, "b": [{%s}, [%s], {"deep": [{%s}]}]}', members, members, elements, members)) c group by 1, 2;

drop schema test cascade;
