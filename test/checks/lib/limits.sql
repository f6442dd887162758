-- Types and documents for 82_memory_limit.sh.
create schema limits;
create type limits.small as (a int);
create type limits.mood as enum ('sad', 'ok');
create domain limits.positive as int check (value > 0);
create type limits.part as (x int, y text, p limits.positive);
create type limits.big as (a int, b text, j json, jb jsonb, ia int[], by bytea, e limits.mood, part limits.part, parts limits.part[], n numeric, r int4range);

create function limits.documents() returns setof text language sql immutable as $$ values
	('{"a":1,"b":"x","jb":{"k":[1,2]},"ia":[1,2],"e":"ok","part":{"x":1,"p":5},"parts":[{"y":"y"}],"n":12.5,"r":"[1,2)","zz":{}}'), ('{"b":"\u00e9","zz":1}'), ('{}')
$$;

create table limits.docs (name text, doc text, binary_doc jsonb);
alter table limits.docs alter doc set storage external, alter binary_doc set storage external;
insert into limits.docs select name, doc, doc::jsonb from (
	select 'object', '{"a":1,"b":"' || repeat('long text \n', 20000) || '","j":[' || repeat('{"k":1},', 15000) || '1],"jb":[' || repeat('{"k":"v"},', 10000) || '1],"ia":['
		|| repeat('12,', 40000) || 'null],"by":"\\x' || repeat('ab', 80000) || '","e":"ok","part":{"x":1,"y":"' || repeat('y', 100000) || '"},"parts":['
		|| repeat('{"x":1,"y":"yy","p":7},', 4000) || 'null],"n":' || repeat('123', 3000) || ',"r":"[1,5)","zz":[' || repeat('{"k":1},', 15000) || '1]}'
	union all
	select 'set', '[' || string_agg(format('{"a":%s,"b":"%s","jb":{"k":[1,%s]},"ia":[1,2,3],"part":{"x":%s},"unknown %s":1}', i, repeat('b', case when i % 500 = 0 then 100000 else i % 90 end), i, i, i), ',') || ']'
	from generate_series(1, 10000) i) s(name, doc);

-- row types enough that their codecs weigh something
do $$ begin
	for i in 1 .. 300 loop
		execute format('create type limits.many_%s as (%s)', i, (select string_agg(format('c%s %s', c, (array['int', 'text', 'limits.mood', 'limits.part', 'limits.positive[]', 'numeric'])[c % 6 + 1]), ', ') from generate_series(1, 30) c));
	end loop;
end $$;

create function limits.compile_all() returns int language plpgsql as $$
begin
	for i in 1 .. 300 loop
		execute format('select jbind_populate(null::limits.many_%s, ''{"c1":"x","c3":{"x":1},"c4":[1,2],"unknown %s":1}'')', i, i);
	end loop;
	return 1;
end $$;

-- what catalogs say about them is in the session's caches after this
create function limits.ask_stock() returns int language plpgsql as $$
begin
	for i in 1 .. 300 loop
		execute format('select json_populate_record(null::limits.many_%s, ''{"c1":"x","c3":{"x":1},"c4":[1,2],"unknown":1}'')', i);
	end loop;
	return 1;
end $$;

create function limits.describe_all() returns int language sql as $$
	select count(*) from generate_series(1, 300) i, jbind_describe(('limits.many_' || i)::regtype)
$$;

-- a call site that meets a new row type in each row
create function limits.many_frames() returns int language plpgsql as $$
declare
	bases text := (select string_agg(format('select row(%s)', (select string_agg(format('null::%s', (array['int', 'text', 'numeric', 'limits.part'])[(i / c) % 4 + 1]), ',') from generate_series(1, 12) c)), ' union all ')
		from generate_series(1, 200) i);
begin
	execute 'select count(jbind_populate(b, ''{"f1":null,"f3":null}'')) from (' || bases || ') s(b)' into bases;
	return bases;
end $$;

-- records of one document that are kept for (f(document)).*, of each type: their room grows where memory runs out, is
-- caught, and used again
create function limits.keep_documents() returns int language plpgsql as $$
declare
	refused int := 0;
begin
	for round in 1 .. 4 loop
		for i in 1 .. 300 loop
			begin
				execute format('select (jbind_populate(null::limits.many_%s, $1)).*', i) using '{"c1":"' || repeat('x', round * 4000) || '"}';
			exception when out_of_memory then
				refused := refused + 1;
			end;
		end loop;
	end loop;
	if refused > 0 then
		raise exception using errcode = '53200', message = 'out of memory';
	end if;
	return 1;
end $$;
