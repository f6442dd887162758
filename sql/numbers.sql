-- numbers: integers, floats and numeric, as JSON numbers and as strings
\i sql/include/compare.sql

create type numbers as (s int2, i int4, b int8, r float4, d float8, n numeric, m numeric(6, 2));
select column_name, column_type, reader, reason from jbind_describe('numbers');

-- limits and spellings that are read natively
select document, c.* from (values
	('{"s": -32768, "i": -2147483648, "b": -9223372036854775808}'),
	('{"s": 32767, "i": 2147483647, "b": 9223372036854775807}'),
	('{"s": 0, "i": -0, "b": "42"}'),
	('{"r": 0.1, "d": 0.1}'), ('{"r": 3.4028235e38, "d": 1.7976931348623157e308}'), ('{"r": 1e-45, "d": 5e-324}'),
	('{"r": 16777217, "d": 9007199254740993}'), ('{"r": -0.0, "d": -0}'), ('{"r": 1E5, "d": 12345678901234567890123e-22}'),
	('{"n": 0, "m": 0}'), ('{"n": 1.50, "m": 1.5}'), ('{"n": -0.000, "m": -0.001}'), ('{"n": 1e30, "m": 1e3}'),
	('{"n": 1.23e-5, "m": 9999.994}'), ('{"n": 123456789012345678901234567890.12345, "m": 1234.565}'), ('{"n": "17.0", "m": "-17"}'))
	v(document), compare_populate('null::numbers', document) c;

-- values of other kinds, and what only the input functions understand
select document, c.* from (values
	('{"s": " 7 "}'), ('{"i": "+7"}'), ('{"i": "007"}'), ('{"r": "Infinity", "d": "-inf"}'), ('{"d": "NaN"}'), ('{"d": " 1.5 "}'),
	('{"n": "NaN"}'), ('{"n": "-Infinity"}'), ('{"n": " .5 "}'), ('{"m": "NaN"}')) v(document), compare_populate('null::numbers', document) c;

-- no such value
select document, c.* from (values
	('{"s": 32768}'), ('{"i": 2147483648}'), ('{"i": -2147483649}'), ('{"b": 9223372036854775808}'), ('{"b": -9223372036854775809}'),
	('{"i": 1.0}'), ('{"i": 1e2}'), ('{"b": 1.5}'), ('{"i": ""}'), ('{"i": "x"}'), ('{"i": true}'), ('{"i": [1]}'),
	('{"r": 1e39}'), ('{"r": 1e-46}'), ('{"d": 1e400}'), ('{"d": 1e-400}'), ('{"d": ""}'), ('{"d": "1.5x"}'), ('{"d": false}'),
	('{"n": "1e"}'), ('{"n": {"a": 1}}'), ('{"m": 9999.995}'), ('{"m": 10000}'), ('{"m": "Infinity"}')) v(document),
	compare_populate('null::numbers', document) c;

-- what versions of the server see in different ways: only that jbind agrees
select document, verdict from (values
	('{"i": "0x1F"}'), ('{"b": "1_000"}'), ('{"s": "0b11"}'), ('{"n": "0o17"}'), ('{"n": "1_000.5"}'), ('{"i": "- 1"}'), ('{"n": 1e131072}'))
	v(document), compare_populate('null::numbers', document);

-- scales that are negative, or beyond the precision
create type scales as (a numeric(3, -2), b numeric(3, 5), c numeric(1000, 0));
select document, c.* from (values
	('{"a": 12345, "b": 0.001234, "c": 1.5}'), ('{"a": 99949}'), ('{"a": 99950}'), ('{"b": 0.01}'), ('{"c": 2.5}')) v(document),
	compare_populate('null::scales', document) c;

-- every power of ten
select c.verdict, c.path from (select format('[%s]', string_agg(format('{"r": 1e%s, "d": 1e%s, "n": 1e%s}', i % 38, i, i), ',')) from generate_series(-307, 308) i) v(document),
	compare(format('select array_agg(r) from populate_recordset(null::numbers, %L::document) r', document)) c;

drop schema test cascade;
