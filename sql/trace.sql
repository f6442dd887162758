-- trace: step by step what one call does
\i sql/include/compare.sql

create type traced as (a int, b text, ns numeric[], i inet);
\set doc '{"b": "x\\u0041", "z": [1, {}], "a": 5, "ns": [1, 2], "i": "::1"}'
select * from jbind_trace(null::traced, :'doc');

-- once more: the order of keys is known now
select key, how from jbind_trace(null::traced, :'doc') where phase = 'scan' order by step;
select key, how from jbind_trace(null::traced, '{"b":"x","ns":[],"a":null}') where phase = 'scan' order by step;

-- what it tells is what happens
select c.* from compare_populate('null::traced', :'doc') c;

-- a value that its reader leaves to the input function; a document that the scan leaves to stock
select * from jbind_trace(null::traced, '{"a": " 5 "}');
select * from jbind_trace(null::traced, '[]');
select jbind_trace(null::traced, '{"a": "bad"}');
select jbind_trace(1, '{}');

drop schema test cascade;
