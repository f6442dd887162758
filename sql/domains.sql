-- domains: the base type's reader, then the constraints, which even a missing key has to meet
\i sql/include/compare.sql

create domain positive as int check (value > 0);
create domain small_positive as positive check (value < 100);
create domain code as varchar(3) not null default 'abc';
create domain price as numeric(6, 2) check (value >= 0);
create domain weekdays as text[] check (cardinality(value) <= 7);
create type mood as enum ('sad', 'happy');
create domain good_mood as mood check (value <> 'sad');
create type range_pair as (low int, high int);
create domain ordered_pair as range_pair check ((value).low <= (value).high);
create domain address as inet check (family(value) = 4);

set jbind.fallback = quiet; -- stock readers are expected from here
create type optional as (a positive, b small_positive, p price, w weekdays, g good_mood, o ordered_pair, os ordered_pair[], i address);
select column_name, column_type, reader, reason from jbind_describe('optional');

select document, c.* from (values
	('{"a": 1, "b": 99, "p": 1.239, "w": ["mon", "tue"], "g": "happy", "o": {"low": 1, "high": 2}, "os": [{"low": 1, "high": 1}, null]}'),
	('{}'), ('{"a": null, "o": null}'), ('{"o": {}}'), ('{"o": "(1,5)"}'), ('{"i": "10.0.0.1"}'), ('{"w": "{mon}"}')) v(document), compare_populate('null::optional', document) c;

-- refused by a constraint, or by the type below it
select document, c.* from (values
	('{"a": 0}'), ('{"b": 100}'), ('{"b": -1}'), ('{"p": -1}'), ('{"p": 12345}'), ('{"a": "x"}'), ('{"w": [1, 2, 3, 4, 5, 6, 7, 8]}'), ('{"w": 5}'), ('{"g": "sad"}'), ('{"g": "glad"}'),
	('{"o": {"low": 2, "high": 1}}'), ('{"o": 1}'), ('{"os": [{"low": 2, "high": 1}]}'), ('{"i": "::1"}')) v(document), compare_populate('null::optional', document) c;

set jbind.fallback = error;

-- not null
create type required as (c code, n int);
select document, c.* from (values ('{"c": "abc"}'), ('{"c": ""}'), ('{"n": 1}'), ('{}'), ('{"c": null}'), ('{"c": "abcd"}')) v(document), compare_populate('null::required', document) c;
select c.* from compare_populate('(select (''xyz'', 1)::required)', '{"n": 2}') c;

-- a domain over a row type as the row type itself
select document, c.* from (values ('{"low": 1, "high": 2}'), ('{"low": 3, "high": 2}'), ('{}'), ('{"low": 1}'), ('[]')) v(document), compare_populate('null::ordered_pair', document) c;
select document, c.* from (values ('{"high": 5}'), ('{"high": 0}'), ('{}')) v(document), compare_populate('row(1, 2)::range_pair::ordered_pair', document) c;
select document, c.* from (values ('[{"low": 1, "high": 2}, {}]'), ('[{"low": 1, "high": 2}, {"low": 1, "high": 0}]')) v(document), compare_populate_recordset('null::ordered_pair', document) c;

-- constraints run once for each value, in the order of columns
create sequence checks;
create function counts(int) returns bool language sql as $$ select nextval('test.checks') is not null $$;
create domain counted as int check (counts(value));
create type counting as (a counted, b counted);
select setval('checks', 1);
select c.* from compare('select (array_agg(r), nextval(''checks'') - setval(''checks'', 1)) from populate_recordset(null::counting, ''[{"b": 1, "a": 2}, {}, {"a": 3}]''::document) r') c;

drop schema test cascade;
