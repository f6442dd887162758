-- trace: step by step what one call does
\i sql/include/compare.sql
set jbind.fallback = quiet; -- stock readers are expected from here

create type traced as (a int, b text, ns numeric[], i inet);
\set doc '{"b": "x\\u0041", "z": [1, {}], "a": 5, "ns": [1, 2], "i": "::1"}'
select * from jbind_trace(null::traced, :'doc');

-- once more: the order of keys is known now
select key, how from jbind_trace(null::traced, :'doc') where phase = 'scan' order by step;
select key, how from jbind_trace(null::traced, '{"b":"x","ns":[],"a":null}') where phase = 'scan' order by step;

-- it is not counted
select documents, predicted_keys, hashed_keys, native_values, stock_values, bytes from jbind_codecs() where row_type = 'traced'::regtype;

-- what it tells is what happens
select c.* from compare_populate('null::traced', :'doc') c;

-- a value that its reader leaves to the input function; a document that the scan leaves to stock
select * from jbind_trace(null::traced, '{"a": " 5 "}');
select * from jbind_trace(null::traced, '[]');

-- an error is the last step
select * from jbind_trace(null::traced, '{"a": 1, "b": "x", "ns": [1, "bad"], "i": "::1"}');
select * from jbind_trace(null::traced, format('{"a": 1, "z": %s%s}', repeat('[', 200), repeat(']', 200))::json);
create domain not_negative as int check (value >= 0) not null;
create type pair as (x not_negative, y int);
create domain ascending as pair check ((value).x <= (value).y);
select * from jbind_trace(null::pair, '{"x": -1}');
select * from jbind_trace(null::pair, '{"y": 1}');
select * from jbind_trace(null::ascending, '{"x": 1, "y": 2}');
select * from jbind_trace(null::ascending, '{"x": 3, "y": 2}');
-- not that of a cancelled statement
set statement_timeout = '100ms';
create function slow(int) returns bool language plpgsql as 'begin perform pg_sleep(60); return true; end';
create domain slow_int as int check (slow(value));
create type slow_row as (n slow_int);
select * from jbind_trace(null::slow_row, '{"n": 1}');
reset statement_timeout;

-- records without a name; no row type at all
select * from jbind_trace(row(1, 'x'::text), '{"f2": "y", "f3": 1}');
select * from jbind_trace(null::record, '{}');
select jbind_trace(1, '{}');

drop schema test cascade;
