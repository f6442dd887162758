-- Documents and types that try to make a codec grow or a key dear. Prints "measured: ..." for each flood, and "wrong: ..."
-- where it does harm. psql variable keys: a file of keys that the matcher's table has one place for (flood.pl).
\set ON_ERROR_STOP on
create schema floods;
create type floods.row_type as (a int, b text, e int);
create table floods.colliding (n serial, key text);
\copy floods.colliding (key) from pstdin
create table floods.ordinary as select n, 'k' || substr(md5(n::text), 1, 7) as key from floods.colliding;

create function floods.memory(row_type regtype) returns bigint language sql volatile as $$
	select coalesce(sum(c.memory), 0)::bigint from jbind_codecs() c where c.row_type = $1
$$;

-- the best of some runs, in microseconds
create function floods.best(query text, runs int default 7) returns float language plpgsql as $$
declare
	best float; began timestamptz;
begin
	for i in 1 .. runs loop
		began := clock_timestamp();
		execute query;
		best := least(best, extract(epoch from clock_timestamp() - began) * 1e6);
	end loop;
	return best;
end $$;

create function floods.report(what text, measured text, harmless bool) returns setof text language plpgsql as $$
begin
	return next format('measured: %s: %s', what, measured);
	if harmless is not true then
		return next format('wrong: %s: %s', what, measured);
	end if;
end $$;

-- ---- memory: what a codec has when it has learnt all that it may, against what more brings ---------
select count(jbind_populate(null::floods.row_type, format('{"first %s":1}', i))) from generate_series(1, 1000) i \g /dev/null
select floods.memory('floods.row_type') as before \gset
select count(jbind_populate(null::floods.row_type, doc)), count(jbind_populate(null::floods.row_type, doc::json)), count(jbind_populate(null::floods.row_type, doc::jsonb))
from (select '{' || string_agg(format('"u%s":%s', i, i), ',') || ',"a":1}' from generate_series(1, 1000000) i) d(doc) \g /dev/null
select floods.report('a document of 1,000,000 keys', format('codec of %s bytes, then %s', :before, m), m - :before <= 16384 and m < 100000) from floods.memory('floods.row_type') m;
select count(jbind_populate(null::floods.row_type, format('{"v%s":1,"a":2}', i))), count(jbind_populate(null::floods.row_type, format('{"v%s":1,"a":2}', i)::jsonb)) from generate_series(1, 200000) i \g /dev/null
select floods.report('400,000 documents of a key each', format('codec of %s bytes, then %s', :before, m), m - :before <= 16384 and m < 100000) from floods.memory('floods.row_type') m;
select count(jbind_populate(null::floods.row_type, doc::jsonb)) from (select '{"a":1,' || string_agg(format('"%s":%s', repeat('s', (i * 31 + j * j) % 60 + 1) || j, i), ',') || '}' from generate_series(1, 20000) i, generate_series(1, 10) j group by i) d(doc) \g /dev/null
select floods.report('20,000 shapes of jsonb', format('codec of %s bytes, then %s', :before, m), m - :before <= 32768 and m < 100000) from floods.memory('floods.row_type') m;

create type floods.label as enum ('l0');
do $$ begin for i in 1 .. 3000 loop execute format('alter type floods.label add value %L', 'l' || i); end loop; end $$;
create type floods.labelled as (e floods.label, es floods.label[]);
select count(jbind_populate(null::floods.labelled, format('{"e":"l%s"}', i))) from generate_series(0, 100) i \g /dev/null
select floods.memory('floods.labelled') as before \gset
select count(jbind_populate(null::floods.labelled, format('{"e":"l%s","es":["l%s"]}', i, 3000 - i))) from generate_series(0, 3000) i \g /dev/null
select floods.report('3,000 labels of an enum', format('codec of %s bytes, then %s', :before, m), m - :before <= 16384 and m < 100000) from floods.memory('floods.labelled') m;

-- row types without end: those that no frame uses go
do $$ begin
	for i in 1 .. 6000 loop
		execute format('select jbind_to_record from jbind_to_record(''{"c%s":1}'') as (c%s int)', i, i);
	end loop;
end $$;
select floods.report('6,000 anonymous row types', format('%s codecs, %s kB', count(*), round(sum(memory) / 1024)), count(*) <= 4096) from jbind_codecs();

-- ---- time: keys of one place against ordinary keys ------------------------------------------------
-- unknown keys of one place, which the matcher would learn, then a row type whose columns are such
create type floods.flooded as (a int, b text);
create type floods.calm as (a int, b text);
-- their keys in orders that can't be predicted
create function floods.shuffled(keys regclass) returns setof text language plpgsql as $$
begin
	return query execute format('select ''{'' || string_agg(format(''"%%s":null'', key), '','' order by md5(key || i)) || ''}'' from %s, generate_series(1, 50) i where n <= 320 group by i', keys);
end $$;
create table floods.shuffles as select c.doc as flooded, o.doc as calm from (select row_number() over () as n, d from floods.shuffled('floods.colliding') d) c(n, doc) join (select row_number() over () as n, d from floods.shuffled('floods.ordinary') d) o(n, doc) using (n);
select floods.best('select count(jbind_populate(null::floods.flooded, flooded)) from floods.shuffles') / 16000 as flooded,
	floods.best('select count(jbind_populate(null::floods.calm, calm)) from floods.shuffles') / 16000 as calm,
	floods.best('select count(json_populate_record(null::floods.flooded, flooded::json)) from floods.shuffles') / 16000 as stock \gset
select floods.report('unknown keys of one place', format('%s ns a key, ordinary ones %s, stock %s', round(:flooded * 1000), round(:calm * 1000), round(:stock * 1000)), :flooded < 30 * :calm and :flooded < 5);

-- a row type of such columns
do $$ declare
	keys text;
begin
	foreach keys in array array['colliding', 'ordinary'] loop
		execute (select format('create table floods.columns_%s (%s)', keys, string_agg(format('%I text', key), ',' order by n)) from (
			select * from floods.colliding where keys = 'colliding' union all select * from floods.ordinary where keys = 'ordinary') s where n <= 320);
	end loop;
end $$;
select floods.best('select count(jbind_populate(null::floods.columns_colliding, flooded)) from floods.shuffles') / 16000 as flooded,
	floods.best('select count(jbind_populate(null::floods.columns_ordinary, calm)) from floods.shuffles') / 16000 as calm,
	floods.best('select count(json_populate_record(null::floods.columns_colliding, flooded::json)) from floods.shuffles', 3) / 16000 as stock \gset
select floods.report('columns of one place, shuffled', format('%s ns a key, ordinary ones %s, stock %s', round(:flooded * 1000), round(:calm * 1000), round(:stock * 1000)), :flooded < 30 * :calm and :flooded < 5);
