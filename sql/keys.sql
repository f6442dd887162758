-- keys: which key means which column, and that nothing a document teaches changes an answer
\i sql/include/compare.sql

create type cased as (a int, "A" int, "a b" int, "quo""te" int, "back\slash" int, "ümläut" int, "key " int);
select column_name, reader from jbind_describe('cased');
select document, c.* from (values
	('{"a": 1, "A": 2, "a b": 3, "quo\"te": 4, "back\\slash": 5, "ümläut": 6, "key ": 7}'),
	('{"\u0061": 1, "\u0041": 2, "a\u0020b": 3, "quo\u0022te": 4, "back\u005cslash": 5, "\u00fcml\u00e4ut": 6, "ke\u0079\u0020": 7}'),
	('{"A ": 1, " a": 1, "key": 1, "a\tb": 1, "": 1, "B": 1, "aa": 1, "quo": 1}'), ('{"a\u0000": 1}'), ('{"\ud83d": 1}')) v(document),
	compare_populate('null::cased', document) c;

-- the last of equal keys counts, and only it is converted; names are equal once their escapes are taken out
create type ab as (a int, b text);
select document, c.* from (values
	('{"a": 1, "a": 2}'), ('{"a": "bad", "b": "x", "a": 2}'), ('{"a": 1, "\u0061": 2, "b": "x"}'), ('{"\u0061": 1, "a": 2}'), ('{"a": 2, "a": null}'), ('{"a": 1, "a": "bad"}'),
	('{"a": 1, "b": {"a": 5}}')) v(document), compare_populate('null::ab', document) c;

-- names of up to 63 bytes, and keys that are longer
select format('create type lengths as (%s)', string_agg(format('%I int', repeat('n', i)), ', ' order by i)) from unnest('{1,7,8,9,15,16,17,31,32,60,61,62,63}'::int[]) i
\set ECHO none
\gexec
\set ECHO all
select c.verdict, c.answer, c.path, count(*) from unnest('{1,7,8,9,15,16,17,31,32,60,61,62,63,64,65,100,400,5000}'::int[]) i,
	compare_populate('null::lengths', format('{"%s": 1}', repeat('n', i))) c group by 1, 2, 3 order by 2;
select verdict, path from (select string_agg(format('"\u006e%s": %s', repeat('n', i - 1), i), ', ') from unnest('{63,64,62,8,1,16}'::int[]) i) v(members), compare_populate('null::lengths', format('{%s}', members));

-- names that differ in one byte only, at each place
select format('create type alike as (%s)', string_agg(format('%I int', overlay(repeat('n', 20) placing 'x' from i)), ', ' order by i)) from generate_series(1, 20) i
\set ECHO none
\gexec
\set ECHO all
select verdict, path from (select string_agg(format('"%s": %s', overlay(repeat('n', 20) placing c from i), i), ', ') from generate_series(1, 20) i, unnest('{x,y}'::text[]) c) v(members), compare_populate('null::alike', format('{%s}', members));

-- one name for several columns: all get the value
select document, c.* from (values ('{"a": 1}'), ('{"b": 2, "a": 1.25}'), ('{"a": "x"}'), ('{"b": 3}'), ('{"a": null}'), ('{"a": 1, "a": 2}')) v(document),
	compare(format('select populate_record(r, %L::document) from (select 7 as a, 8 as b, ''nine''::text as a) r', document)) c;
select columns, verdict, answer from (values ('a int, a text')) v(columns), compare_to_record(columns, '{"a": 1}');

-- white space in all its styles, in one document or changing from one to the next
select verdict, path, count(*) from (values ('', '', ''), (' ', '', ' '), ('', ' ', ' '), (e'\n\t', e'\n', e'\r\n '), (repeat(' ', 70), ' ', repeat(e'\t', 70))) v(open, before, after), generate_series(1, 3),
	compare_populate('null::ab', format('%1$s{%1$s"a"%2$s:%3$s1%1$s,%3$s"b"%2$s:%3$s"x"%1$s}%3$s', open, before, after)) group by 1, 2;
select verdict, path from (select format('[%s]', string_agg(format('{%1$s"a"%1$s:%1$s%2$s,%1$s"b":%1$s"x"%1$s}', repeat(' ', i % 4), i), ', ')) from generate_series(1, 100) i) v(document), compare_populate_recordset('null::ab', document);

-- keys in any order: each permutation, then the first order again; with keys that no column has in between
create type abcd as (a int, b int, c int, d int);
select verdict, path, count(*) from
	unnest('{a,b,c,d}'::text[]) k, unnest('{a,b,c,d}'::text[]) l, unnest('{a,b,c,d}'::text[]) m, unnest('{a,b,c,d}'::text[]) n,
	compare_populate('null::abcd', format('{"%s": 1, "%s": 2, "%s": 3, "%s": 4}', k, l, m, n)) group by 1, 2;
select verdict, path, count(*) from generate_series(1, 100) i,
	compare_populate('null::abcd', format('{"b": %1$s, "unknown %1$s": {"a": 9}, "a": 2, "%1$s": [1, {"c": 9}], "d": 3, "c": null}', i)) group by 1, 2;
select verdict, path from (select format('[%s]', string_agg(case i / 50 % 2 when 0 then '{"a": 1, "b": 2, "c": 3}' else '{"c": 3, "b": 2, "a": 1, "x": 0}' end, ',')) from generate_series(1, 1000) i) v(document), compare_populate_recordset('null::abcd', document);

-- nulls where their bitmap just fits and just doesn't, the first null at each column: without the key, with null, and
-- with no other key; between rows without nulls
create function members(n int, which text, k int) returns text language sql as $$
	select '{' || string_agg(format('"c%s": %s', i, case when which = 'null' and i = k then 'null' when i % 2 = 0 then i::text else '"t' || i || '"' end), ', ' order by i) || '}'
	from generate_series(1, n) i where which in ('all', 'null') or (which = 'others') = (i <> k)
$$;
select n, verdict, path from unnest('{2, 7, 8, 9, 10, 72, 73}'::int[]) n,
	lateral (select string_agg(format('c%s %s', i, (array['int8', 'text', 'int4', 'varchar'])[i % 4 + 1]), ', ') from generate_series(1, n) i) t(columns),
	lateral (select format('[%s]', string_agg(members(n, which, k), ', ' order by k, turn)) from generate_series(1, n) k, unnest('{all,others,all,null,all,only}'::text[]) with ordinality w(which, turn)) v(document),
	compare_to_recordset(columns, document);

-- what the counters say of an order that is learned, with a key that no column has, and its white space
create type ordered as (a int, b int);
select count(*) from (select format('{"b": %s, "a": 2}', i) from generate_series(1, 100) i) v(document), jbind_populate(null::ordered, document);
select documents, second_keys + hashed_keys + escaped_keys + unknown_keys < 5 learned, unknown_keys from jbind_codecs() where row_type = 'ordered'::regtype;
select jbind_reset();
select count(*) from (select format('{ "a" : %s, "z" : 1, "b" : 2 }', i) from generate_series(1, 100) i) v(document), jbind_populate(null::ordered, document);
select documents, second_keys + hashed_keys + escaped_keys + unknown_keys < 5 learned, unknown_keys from jbind_codecs() where row_type = 'ordered'::regtype;

-- a row that turns out to have nulls when some values are written already: the longer header moves them
create type mixed as (a int8, b text, c numeric(5, 2), d timestamptz, e bool, f int4, g float8, h uuid, i varchar, j date);
create table mixed_docs (n int, doc text);
insert into mixed_docs select n, '{' || coalesce((select string_agg(format('"%s":%s', key, value), ',' order by key) from (values ('a', '1'), ('b', '"text"'), ('c', '1.5'), ('d', '"2024-02-29T01:02:03Z"'), ('e', 'true'),
	('f', '7'), ('g', '0.5'), ('h', '"00112233-4455-6677-8899-aabbccddeeff"'), ('i', '"v"'), ('j', '"2024-02-29"')) v(key, value) where n % 2 = 0 or n >> (ascii(key) - 97) & 1 = 0), '') || '}' from generate_series(0, 1023) n;
select count(*) filter (where j *<> s) as json, count(*) filter (where t *<> s) as text, count(*) filter (where b *<> s) as jsonb, count(*) from (select jbind_populate(null::mixed, doc::json) j, jbind_populate(null::mixed, doc) t,
	jbind_populate(null::mixed, doc::jsonb) b, json_populate_record(null::mixed, doc::json) s from mixed_docs order by n offset 0) d;
select in_place > 1500 as in_one_pass from jbind_codecs() where row_type = 'mixed'::regtype;

drop schema test cascade;
