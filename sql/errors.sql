-- errors: bad JSON, bad values, and which one of several comes first
\i sql/include/compare.sql

create type ab as (a int, b int);

-- bad JSON, anywhere in the document. The wording is the server's and may change; that it is the same is what counts
select document, verdict, substr(answer, 1, 11) error, path from (values
	(''), (' '), ('{'), ('{"a"'), ('{"a":'), ('{"a": 1'), ('{"a": 1,'), ('{"a": 1,}'), ('{"a" 1}'), ('{a: 1}'), ('{1: 1}'), ('{"a": 1} x'), ('{"a": 1}}'), ('{"a": 1}{"a": 2}'), ('{,}'), ('{"a": 1,, "b": 2}'),
	('{"a": 01}'), ('{"a": +1}'), ('{"a": 1.}'), ('{"a": .5}'), ('{"a": 1e}'), ('{"a": -}'), ('{"a": 0x1}'), ('{"a": NaN}'), ('{"a": tru}'), ('{"a": nul}'), ('{"a": True}'), ('{"a": nullx}'),
	('{"a": "x}'), ('{"a": "\x"}'), ('{"a": "\u12"}'), ('{"a": "\u12g4"}'), (e'{"a": "\t"}'), (e'{"a": "\x01"}'), (e'{"a\x1f": 1}'), ('{''a'': 1}'),
	('{"z": [1, 2}'), ('{"z": [1,]}'), ('{"z": {"a": }}'), ('{"z": 01}'), ('{"z": [[[]]}'), ('{"z": "\q"}'), ('{"z": /* */ 1}'), ('{"z": treu}'), (e'{"z":\f1}'), (U&'{"z":\00A01}')) v(document),
	compare_populate('null::ab', document);

-- escapes that are no characters count even where nobody looks
select document, verdict, answer from (values
	('{"z": "\u0000"}'), ('{"\u0000": 1}'), ('{"z": ["\u0000"]}'), ('{"z": {"\u0000": 1}}'), ('{"a": "\u0000"}'), ('{"z": "\\u0000"}'),
	('{"z": "\ud83d"}'), ('{"z": "\ude00"}'), ('{"z": "\ud83dx"}'), ('{"z": "\ud83d\u0041"}'), ('{"z": "\ud83d\ud83d"}'), ('{"z": "\ud83d\n"}'), ('{"z": "\ud83d\ude00"}'), ('{"\ud83d": 1}')) v(document),
	compare_populate('null::ab', document);

-- order: bad JSON before bad values, columns before keys
select document, verdict, split_part(answer, ' | ', 1) error from (values
	('{"a": "first", "b": "second"}'), ('{"b": "second", "a": "first"}'), ('{"b": "second", "z": "\u0000"}'), ('{"a": "bad", "z": tru}'), ('{"a": "bad"'), ('{"b": "x", "a": 99999999999}'),
	('{"a": "bad", "z": "\ud83d"}')) v(document), compare_populate('null::ab', document);
select document, verdict, split_part(answer, ' | ', 1) error from (values
	('[{"a": "first"}, {"a": "second"}]'), ('[{"a": 1}, {"a": "bad"}, {"a": 3}]'), ('[{"a": "bad"}, 1]'), ('[{"a": "bad"}, {"a": ]'), ('[{"a": 1}, {"z": "\u0000"}, {"a": "bad"}]'), ('[{"a": "bad"}, {"z": "\u0000"}]'), ('[{"a": 1}, 2, {"a": "bad"}]')) v(document),
	compare_populate_recordset('null::ab', document);

-- the root is no object
select document, c.* from (values ('1'), ('"a"'), ('null'), ('true'), ('[]'), ('[{"a": 1}]'), ('"{}"')) v(document), compare_populate('null::ab', document) c;
select document, c.* from (values ('1'), ('[1]')) v(document), compare_to_record('a int', document) c;

-- deep nesting is fine where nobody looks, up to the server's own limit
select depth, verdict, path from unnest('{10,100,126,127,128,129,130,1000,2000}'::int[]) depth, compare_populate('null::ab', format('{"z": %s1%s, "a": 1}', repeat('[', depth), repeat(']', depth)));
select depth, verdict, path from unnest('{10,1000}'::int[]) depth, compare_populate('null::ab', format('{"z": %s1%s, "a": 1}', repeat('{"a": ', depth), repeat('}', depth)));
select verdict, substr(answer, 1, 11) error from compare_populate('null::ab', repeat('[', 100000));
select verdict, substr(answer, 1, 11) error from compare_populate('null::ab', '{"z": ' || repeat('[{"a":', 100000));

-- an error leaves nothing behind: the same statement is right the next time
prepare bind as select (jbind_populate(null::ab, $1::text)).*;
execute bind('{"a": 1, "b": 2}');
\set VERBOSITY sqlstate
execute bind('{"a": 1, "b": "bad"}');
execute bind('{"a": 1, "b": 2');
\set VERBOSITY default
execute bind('{"a": 3, "b": 4}');

drop schema test cascade;
