-- Every input of inputs.copy in every place of a document, through jbind and through stock.
--
-- Names begin with what RFC 8259 says: y_ has to be taken, n_ refused, i_ is the implementation's
-- choice; b_ holds bytes that are no UTF-8 and can only be loaded in a SQL_ASCII database.
-- Needs compare.sql of the differential test.  Leaves one row per input in suite.verdict; 'failed' is
-- null where all places agree.
create schema suite;
create type suite.child as (t text, j json);
create type suite.whole as (a int, t text, j json, b jsonb, n numeric, bo bool, ia int4[], c suite.child, d date, z text);

create table suite.inputs (name text primary key, input text not null);
create table suite.places (place text primary key, before text not null, after text not null);
insert into suite.places values
	('whole document', '', ''),
	('unknown key', '{"a":1,"zz":', ',"z":"last"}'),
	('unknown key at the end', '{"a":1,"zz":', '}'),
	('inside an unknown value', '{"zz":{"q":[1,', ']},"z":"last"}'),
	('text column', '{"t":', ',"z":"last"}'),
	('json column', '{"j":', ',"z":"last"}'),
	('jsonb column', '{"b": ', ', "z": "last"}'),
	('int column', '{"a":', ',"z":"last"}'),
	('numeric column', '{"n":', '}'),
	('bool column', '{"bo":', '}'),
	('array column', '{"ia":', ',"z":"last"}'),
	('array element', '{"ia":[1,', ',null]}'),
	('nested column', '{"c":', ',"z":"last"}'),
	('nested text column', '{"c":{"t":', ',"j":[1]},"z":"last"}'),
	('value overridden later', '{"t":', ',"t":"kept"}'),
	('key', '{', ':1,"a":2}'),
	('after a bad value', '{"a":"bad","zz":', '}'),
	('before a bad value', '{"zz":', ',"a":"bad"}'),
	('in the middle of a string', '{"t":"', '"}'),
	('after the document', '{"a":1}', ''),
	('before the document', '', '{"a":1}'),
	('element of a set', '[{"a":1},', ',{"a":2}]'),
	('text column in a set', '[{"a":1},{"t":', '},{"a":2}]');

-- what (fn, form) gives for a document, by one engine
create function suite.answer(fn text, form text, engine text, doc text) returns text language sql as $$
	select diff.outcome('select ' || diff.fill_solo(diff.solo_template(fn, null), fn, form, engine, quote_literal(doc), 'null::suite.whole'))
$$;

-- null if both engines agree about the document, else what they said
create function suite.difference(fn text, form text, doc text) returns text language plpgsql as $$
declare
	stock text := suite.answer(fn, form, 'stock', doc);
	jbind text := suite.answer(fn, form, 'jbind', doc);
begin
	if stock = jbind and stock like 'value%' and diff.outcome('select ' || diff.fill(diff.same_template(fn, null), fn, form, quote_literal(doc), 'null::suite.whole')) <> 'value true' then
		jbind := jbind || ' (same text, other bytes)';
	end if;
	return case when stock <> jbind then format(E'%s %s of %s\n      stock: %s\n      jbind: %s', fn, form, left(doc, 400), left(stock, 300), left(jbind, 300)) end;
end $$;

-- the first place at which the engines differ about an input
create function suite.check_places(given suite.inputs) returns text language sql as $$
	select place || ', ' || difference
	from suite.places, diff.available,
		lateral (select before || (given).input || after) d(doc),
		lateral (select suite.difference(fn, form, doc)) x(difference)
	where fn in ('populate', 'recordset') and (fn = 'recordset') >= (place like '%set')
		and (form = 'text' or form = 'json' and diff.castable(doc, 'json')) and difference is not null
	order by place, fn, form limit 1
$$;

-- a valid input in a document, cut after every character: refused with stock's words each time
create function suite.check_cuts(given suite.inputs) returns text language sql as $$
	select 'cut after ' || n || ' characters, ' || difference
	from (values ('{"t": ' || (given).input || ', "a": 1}'), ('{"zz":' || (given).input || '}')) v(doc), generate_series(0, length(doc)) n,
		diff.available, lateral (select suite.difference(fn, form, left(doc, n))) x(difference)
	where fn = 'populate' and form = 'text' and length(doc) < 120 and difference is not null
	order by n limit 1
$$;

-- stock itself has to agree with the name, or the name is wrong
create function suite.check_name(given suite.inputs) returns text language sql as $$
	select case when diff.castable((given).input, 'json') <> ((given).name like 'y\_%') then 'stock does not answer as the name says' end
	where (given).name ~ '^[yn]_'
$$;

create table suite.verdict (name text primary key, failed text);
