-- enums: labels are looked up once and remembered
\i sql/include/compare.sql

create type mood as enum ('sad', 'ok', 'happy', 'it''s "complicated"', 'über');
create type person as (name text, m mood, ms mood[]);
select column_name, column_type, reader, reason from jbind_describe('person');

select document, c.* from (values
	('{"name": "a", "m": "sad"}'), ('{"name": "b", "m": "happy"}'), ('{"name": "c", "m": "sad"}'), ('{"m": null}'),
	('{"m": "it''s \"complicated\""}'), ('{"m": "\u00fcber"}'), ('{"m": "o\u006b"}'), ('{"ms": ["ok", "sad", null, "ok"]}'), ('{"ms": "{ok,happy}"}')) v(document),
	compare_populate('null::person', document) c;

-- no such label
select document, c.* from (values
	('{"m": "Sad"}'), ('{"m": "sad "}'), ('{"m": ""}'), ('{"m": 1}'), ('{"m": true}'), ('{"m": ["sad"]}'), ('{"ms": ["ok", "bad"]}')) v(document),
	compare_populate('null::person', document) c;
select verdict from compare_populate('null::person', format('{"m": "%s"}', repeat('long ', 20)));

-- more labels than are remembered
select format('create type many as enum (%s)', string_agg(quote_literal('label ' || i), ', ')) from generate_series(1, 1000) i
\set ECHO none
\gexec
\set ECHO all
select c.verdict, c.path from (select format('[%s]', string_agg(format('{"l": "label %s"}', i * 7 % 1000 + 1), ',')) from generate_series(1, 3000) i) v(document),
	compare_to_recordset('l many', document) c;

drop schema test cascade;
