-- counters: what jbind_codecs() counts, each with documents made for it
\i sql/include/compare.sql
set jbind.fallback = quiet; -- stock readers are expected from here
\set SHOW_CONTEXT never

-- only flat columns: bound in one pass where keys come in order; and one that never is
create type flat as (a int, b text, c date);
create type deep as (a int, ns int[], i inet);
create function documents() returns table (row_type regtype, documents int8, in_place int8, two_phase int8, memo_hits int8, stock_documents int8, stock_reasons jsonb)
	language sql as 'select row_type, documents, in_place, two_phase, memo_hits, stock_documents, stock_reasons from jbind_codecs() order by row_type::text';
create function keys() returns table (row_type regtype, predicted_keys int8, second_keys int8, hashed_keys int8, escaped_keys int8, unknown_keys int8)
	language sql as 'select row_type, predicted_keys, second_keys, hashed_keys, escaped_keys, unknown_keys from jbind_codecs() order by row_type::text';
create function "values"() returns table (row_type regtype, native_values int8, stock_values int8, bytes int8)
	language sql as 'select row_type, native_values, stock_values, bytes from jbind_codecs() order by row_type::text';

-- the two ways to bind; a base, and a duplicate key, need two phases
select count(jbind_populate(null::flat, d)) from (values ('{"a":1,"b":"x","c":"2026-01-31"}'), ('{"a":2}'), ('{}')) v(d);
select count(jbind_populate(null::deep, d)) from (values ('{"a":1}'), ('{"ns":[1,2]}')) v(d);
select * from documents();
select jbind_populate(row(1, 'base', null)::flat, '{"b":"x"}'), jbind_populate(null::flat, '{"a":1,"b":"x","a":2}'),
	jbind_populate(row(1, 'base', null)::flat, '{}');
select * from documents();

-- one call for each column: bound once a row, once the codec has seen that documents come again
select jbind_reset();
select count(r) from (select (jbind_populate(null::flat, d)).* from (values ('{"a":1}'), ('{"a":2}'), ('{"a":3}')) v(d) offset 0) r;
select * from documents();

-- keys, by what found them
select jbind_reset();
select jbind_populate(null::deep, '{"a":1,"ns":[],"i":null}'); -- in the order of columns: predicted
select * from keys();
select jbind_populate(null::deep, '{"i":null,"a":2,"ns":[]}'); -- "i" was not expected first, nor "a" behind it
select * from keys();
select jbind_populate(null::deep, '{"a":3,"ns":[],"i":null}'); -- "a" was first before; so was "ns" behind it
select * from keys();
select jbind_populate(null::deep, '{"\u0061":4}'), jbind_populate(null::deep, '{"a":5,"nobody":0}');
select * from keys();
select jbind_populate(null::deep, '{"a":6,"nobody":1}'); -- known by now that it is nobody's
select * from keys();

-- the same in one pass
select jbind_reset();
select count(jbind_populate(null::flat, d)) from (values ('{"a":1,"b":"x","c":null}'), ('{"a":1,"c":null}'), ('{"a":1,"nobody":0,"b":"x"}'), ('{"c":null}')) v(d);
select * from keys() join "values"() using (row_type) join documents() using (row_type);

-- keys of jsonb are matched all at once: by the shape met last, another one of that place, or one by one
select jbind_reset();
select count(jbind_populate(null::flat, d)) from (values ('{"a":1,"b":"x"}'::jsonb), ('{"a":2,"b":"y"}'), ('{"b":"z","nobody":0}')) v(d);
select * from keys();

-- values of columns and of arrays, and who read them; NULLs are not read
select jbind_reset();
select jbind_populate(null::deep, '{"a":1,"ns":[1,null,3],"i":"::1"}'); -- native: 1, the array, 1, 3
select jbind_populate(null::deep, '{"a":" 2 "}'); -- left to the input function
select * from "values"();
select jbind_populate_recordset(null::flat, '[{"a":1,"b":"x"},{"c":null}]');
select * from "values"();

-- objects inside are counted by the codec of their own type
create type outside as (n int, f flat, fs flat[]);
select jbind_reset();
select jbind_populate(null::outside, '{"n":1,"f":{"a":1},"fs":[{"b":"x"},{"b":"y"}]}');
select * from documents() join keys() using (row_type) join "values"() using (row_type);

-- documents that stock got as a whole, and why
select jbind_reset();
\set VERBOSITY sqlstate
select jbind_populate(null::flat, '[]'::json);
select jbind_populate(null::flat, '1'::jsonb);
select jbind_populate(null::flat, 'null');
select jbind_populate(null::flat, '{"a":1');
select jbind_populate(null::flat, '{"a":1} 2');
select jbind_populate(null::flat, '{"b":"\u0000"}'::json);
select jbind_populate(null::flat, '');
select jbind_populate_recordset(null::flat, '{}');
select jbind_populate_recordset(null::flat, '{}'::jsonb);
select jbind_populate_recordset(null::flat, '[{"a":1},2]');
select jbind_populate_recordset(null::flat, '[{"a":1},{"a":2},]');
\set VERBOSITY default
select jbind_populate(null::flat, format('{"a":1,"z":%s1%s}', repeat('[', 200), repeat(']', 200)));
select count(*) from jbind_populate_recordset(null::flat, format('[{"a":1,"z":%s1%s}]', repeat('[', 200), repeat(']', 200))::json);
select stock_documents, jsonb_pretty(stock_reasons) from documents();
select jbind_reset();
select count(jbind_populate(null::flat, format('{"z":%s1%s}', repeat('[', n), repeat(']', n)))) from generate_series(126, 130) n; -- and one is the object
select documents, in_place, stock_reasons from documents();
select jbind_populate(null::outside, '{"f":null}'), jbind_populate(null::outside, '{}'::jsonb);
\set VERBOSITY sqlstate
select jbind_populate(null::outside, '{"f":1}');
\set VERBOSITY default
select row_type, documents, stock_reasons from documents();

-- time and memory
select row_type, columns, compile_us > 0 compile_us, memory > 0 memory from jbind_codecs() order by row_type::text;

-- a type that changes has a codec that is compiled anew; a document more changes nothing
create temp view compiled as select compiled_at from jbind_codecs() where row_type = 'flat'::regtype;
select compiled_at between now() - interval '1 hour' and clock_timestamp() from compiled;
select compiled_at from compiled \gset
select jbind_populate(null::flat, '{}') is null, compiled_at = :'compiled_at' as the_same from compiled;
alter type flat add attribute another int;
select jbind_populate(null::flat, '{}') is null;
select compiled_at > :'compiled_at' as later from compiled;
alter type flat drop attribute another;

-- nobody sees the codecs of types that he may not use
create role jbind_nobody;
create schema hidden;
create type hidden.secret as (a int);
create type public_type as (a int);
create type kept as (a int);
revoke usage on type kept from public;
grant usage on schema test to jbind_nobody;
select jbind_reset();
select jbind_populate(null::hidden.secret, '{}'), jbind_populate(null::public_type, '{}'), jbind_populate(null::kept, '{}');
select * from jbind_to_record('{}') as r(a int);
select row_type from jbind_codecs() order by row_type::text;
set role jbind_nobody;
select row_type from jbind_codecs() order by row_type::text;
reset role;
grant usage on schema hidden to jbind_nobody;
grant usage on type kept to jbind_nobody;
set role jbind_nobody;
select row_type from jbind_codecs() order by row_type::text;
reset role;
drop type hidden.secret;
select row_type from jbind_codecs() order by row_type::text;

drop schema hidden;
drop schema test cascade;
drop role jbind_nobody;
