-- text types: lengths, padding, escapes, and values that are no strings
\i sql/include/compare.sql

create type texts as (t text, v varchar(3), c char(3), n name, q "char");
select column_name, column_type, reader, reason from jbind_describe('texts');

select document, c.* from (values
	('{"t": "", "v": "", "c": "", "n": "", "q": "x"}'),
	('{"t": "some text", "v": "abc", "c": "ab", "n": "a name"}'),
	('{"t": "a \"quoted\" \\ \/ \tword\r\b\f", "v": "\"\"", "c": "\\"}'),
	('{"t": "\u0041\u00e9\u20ac \ud83d\ude00", "v": "\u20ac\u20ac\u20ac", "c": "\u00e9"}'),
	('{"t": 1.50, "v": 12, "c": 1, "n": -5}'), ('{"t": true, "c": null, "n": false}'),
	('{"t": {"a": [1, 2], "b": "x"}, "n": [1,null,{}]}'), ('{"t": "null"}')) v(document), compare_populate('null::texts', document) c;

-- the rules of the input functions
select document, c.* from (values
	('{"v": "ab  "}'), ('{"v": "abc  "}'), ('{"c": "abc   "}'), ('{"q": "xyz"}'), ('{"q": ""}'), ('{"q": "\\101"}'),
	('{"v": "abcd"}'), ('{"c": "abcd"}'), ('{"v": "\u20ac\u20ac\u20ac\u20ac"}'), ('{"v": 1234}'), ('{"c": false}')) v(document),
	compare_populate('null::texts', document) c;

-- names are cut
select length, verdict, path from unnest('{63,64,100}'::int[]) length, compare_populate('null::texts', format('{"n": "%s"}', repeat('n', length)));

-- lengths where a value's header or its way through the scanner changes
create type long_texts as (a text, b text, c char(200));
select c.verdict, c.path, count(*) from unnest('{7,8,15,16,17,31,32,33,63,64,65,125,126,127,128,255,4095,4096,70000}'::int[]) length,
	compare_populate('null::long_texts', format('{"a": "%s", "b": "%s\n", "c": "%s"}', repeat('a', length), repeat('b', length - 1), repeat('c', least(length, 200)))) c group by 1, 2;

-- an escape, or a character of several bytes, at each place of a text
select c.verdict, c.path, count(*) from generate_series(0, 40) i,
	(values ('\n'), ('\"'), ('\u00e9'), ('\ud83d\ude00'), (U&'\20ac'), ('\u20ac\\')) v(special),
	compare_populate('null::long_texts', format('{"a": "%s%s%s", "b": "%s"}', repeat('x', i), special, repeat('y', 40 - i), special)) c group by 1, 2;

drop schema test cascade;
