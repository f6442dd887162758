-- memo: the calls that (f(doc)).* makes, one a column, find the document that was bound just before
\i sql/include/compare.sql

create type mood as enum ('sad', 'happy', 'calm');
create type item as (id int, name text, seen timestamptz, m mood, tags text[], made timestamp);
create table docs (n int, one text);
-- the first two of a size
insert into docs values
	(1, '{"id": 1, "name": "one", "seen": "2024-05-06T07:08:09Z", "m": "sad", "tags": ["a", "b"]}'),
	(2, '{"id": 2, "name": "two", "seen": "2024-05-06T07:08:09Z", "m": "sad", "tags": ["a", "c"]}'),
	(3, '{"name": "three", "id": 3, "x": [{}]}'), (4, '{}'), (5, null),
	(6, format('{"name": "%s", "id": 6}', repeat('six', 3000))), (7, format('{"name": "%s", "id": 7}', repeat('six', 3000))),
	(8, format('{"id": 8, "name": "%s", "tags": ["%s"]}', repeat('long', 2000), repeat('eight', 20000))),
	(9, '{"id": 9, "made": "5 June 2024"}'), (10, '{"id": 10, "made": "6 June 2024"}');
-- stored as they are made, compressed, and out of line
create table stored (like docs, json json, jsonb jsonb);
insert into stored select n, one, one::json, one::jsonb from docs;
alter table stored alter json set storage external, alter jsonb set storage external;
insert into stored select n, one, one::json, one::jsonb from docs;

select query, c.verdict, c.path from (values
	('select array_agg(s) from (select n, (populate_record(null::item, one::document)).* from docs offset 0) s'),
	('select array_agg(s) from (select (populate_record(null::item, one::document)).*, (populate_record((0, ''base'', null, null, null, null)::item, one::document)).* from docs offset 0) s'),
	('select array_agg(s) from (select (populate_record(null::item, a.one::document)).*, (populate_record(null::item, b.one::document)).* from docs a, docs b offset 0) s'),
	('select array_agg(s) from (select (populate_record(null::item, one::document)).*, (populate_record(null::item, one::document)).name from docs order by 1 offset 0) s')) v(query), compare(query) c;

-- stored documents: how many are scanned for the six columns of a row? (Those of the input functions each time.)
create function scanned() returns numeric language sql as $$ select coalesce(sum(in_place + two_phase), 0) from jbind_codecs() where row_type = 'item'::regtype $$;
create function star(form text, condition text, out verdict text, out rows int8, out scanned numeric) language plpgsql as $$
declare
	query text := 'select array_agg(s) from (select n, (%s(null::item, %I)).* from stored where %s order by n offset 0) s';
	stock text := format(query, case form when 'jsonb' then 'jsonb_populate_record' else 'json_populate_record' end, form, condition);
	jbind text := format(query, 'jbind_populate', form, condition);
	before numeric;
begin
	verdict := case when same_image(stock, jbind) then 'same' else 'DIFFERENT' end;
	before := scanned();
	perform outcome(jbind);
	scanned := scanned() - before;
	execute format('select count(%I) from stored where %s', form, condition) into rows;
end $$;
select form, condition, s.* from (values ('json'), ('jsonb')) f(form),
	(values ('n < 5'), ('n in (6, 7)'), ('n = 8'), ('n > 8'), ('true')) c(condition), star(form, condition) s;

-- what changes between two calls of one row is seen as stock sees it
create function set_zone(zone text) returns text language sql as $$ select set_config('timezone', zone, false) $$;
create function rename(label text, other text) returns int language plpgsql as $$
begin
	execute format('alter type mood rename value %L to %L', label, other);
	return 0;
end $$;
select query, c.verdict from (values
	('select array_agg(s) from (select (populate_record(null::item, one::document)).seen::text, set_zone(''Z5''), (populate_record(null::item, one::document)).seen::text again, set_zone(''UTC'') from docs where n < 3 offset 0) s'),
	('select array_agg(s) from (select (populate_record(null::item, one::document)).m::text, (populate_record(null::item, one::document)).id, rename(''sad'', ''glum''), (populate_record(null::item, one::document)).m::text again, rename(''glum'', ''sad'') from docs where n < 3 offset 0) s'),
	('select array_agg(s) from (select (populate_record(null::item, one::document)).m::text, (populate_record(null::item, one::document)).id, rename(''calm'', ''quiet''), (populate_record(null::item, one::document)).m::text again, rename(''quiet'', ''calm'') from docs where n < 3 offset 0) s')) v(query), compare(query) c;

-- a nested row type too: each call site keeps the one that it saw first
create type part as (x int, y text);
create type whole as (part part, parts part[]);
create function reshape(change text) returns int language plpgsql as $$
begin
	execute 'alter type part ' || change;
	return 0;
end $$;
select c.verdict, c.answer from compare('select array_agg(s) from (select populate_record(null::whole, d)::text a, reshape(''rename attribute x to z''), populate_record(null::whole, d)::text b, reshape(''rename attribute z to x''), populate_record(null::whole, d)::text c
	from (values (''{"part": {"x": 1}, "parts": [{"z": 2}]}''::document), (''{"part": {"z": 3}, "parts": [{"x": 4}]}'')) v(d) offset 0) s') c;

-- constraints run as often as in stock
create sequence checks;
create function counts(int) returns bool language sql as $$ select nextval('test.checks') is not null $$;
create domain counted as int check (counts(value));
create type checked as (a counted, b int, c int);
select outcome($$select count(s) from (select (json_populate_record(null::checked, '{"a": 1, "b": 2}')).* from docs offset 0) s$$), nextval('checks');
select outcome($$select count(s) from (select (jbind_populate(null::checked, '{"a": 1, "b": 2}'::json)).* from docs offset 0) s$$), nextval('checks');
create domain checked_item as item check (counts((value).id));
select outcome($$select count(s) from (select (json_populate_record(null::checked_item, one::json)).* from docs where n < 3 offset 0) s$$), nextval('checks');
select outcome($$select count(s) from (select (jbind_populate(null::checked_item, one::json)).* from docs where n < 3 offset 0) s$$), nextval('checks');

drop schema test cascade;
