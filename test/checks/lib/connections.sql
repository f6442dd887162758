-- Row types and documents of many kinds for 64 connections: 80_sessions.sh runs connections_*.pgbench on them.
create schema connections;
create type connections.mood as enum ('sad', 'ok', 'happy');
create domain connections.positive as int check (value > 0);
create type connections.part as (x int2, y text, z numeric);
create type connections.wide as (i2 int2, i4 int4, i8 int8, f4 float4, f8 float8, n numeric(12,3), b bool, t text, vc varchar(20), d date,
	ts timestamp, tz timestamptz, u uuid, by bytea, j json, jb jsonb, e connections.mood, p connections.positive, ia int[], part connections.part,
	parts connections.part[], r int4range);

create function connections.document(i int) returns text language sql immutable as $$
	select json_build_object('i2', i % 32000, 'i4', i * 7, 'i8', i::int8 * 100000007, 'f4', i / 7.0, 'f8', i / 7.0, 'n', i / 8.0, 'b', i % 2 = 0,
		't', repeat('text ' || i || chr(233) || chr(10), i % 9), 'vc', 'v' || i, 'd', date '2020-01-01' + i % 4000, 'ts', timestamp '2021-02-03 04:05:06' + i * interval '1.5 s',
		'tz', to_char(timestamp '2021-02-03 04:05:06' + i * interval '1 min', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'u', md5(i::text)::uuid,
		'by', '\x' || md5(i::text), 'j', json_build_array(i, 'x'), 'jb', json_build_object('k', i), 'e', (array['sad', 'ok', 'happy'])[i % 3 + 1],
		'p', i + 1, 'ia', array[i, null, i + 1], 'part', json_build_object('x', i % 100, 'y', 'why', 'z', i), 'parts', json_build_array(json_build_object('x', 1), null),
		'r', '[' || i || ',' || i + 5 || ')', 'unknown ' || i, 'u' || i)::text
$$;

create function connections.must_equal(stock text, jbind text) returns void language plpgsql as $$
begin
	if stock is distinct from jbind then
		raise exception 'stock: %, jbind: %', stock, jbind;
	end if;
end $$;

create table connections.inserted (i int, stock connections.wide, jbind connections.wide);
