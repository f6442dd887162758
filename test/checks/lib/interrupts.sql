-- Types and documents for 81_interrupts.sh; psql variable objects: how many the big document has.
create schema interrupts;
create type interrupts.plain as (a int, b text, c int4range);
create type interrupts.stock_columns as (c int4range, d int8range, e int4range);
create domain interrupts.positive as int check (value > -1);
create type interrupts.checked as (a interrupts.positive, b text);
create type interrupts.lists as (ia int[], zz json);
create table interrupts.kept (a int, b text);

-- waits in the middle of a document, having bound one itself
create function interrupts.waits(value int) returns bool language plpgsql as $$
declare
	bound interrupts.plain;
begin
	if value = 50 then
		bound := jbind_populate(null::interrupts.plain, '{"a":50}');
		perform pg_advisory_lock(81);
		perform pg_advisory_unlock(81);
	end if;
	return coalesce(bound.a, value) = value;
end $$;
create domain interrupts.waiting as int check (interrupts.waits(value));
create type interrupts.held as (a interrupts.waiting, b text);

create table interrupts.docs (name text, doc text);
alter table interrupts.docs alter doc set storage external;
insert into interrupts.docs select 'small', '[{"a":1,"b":"x","c":"[1,4)"},{"b":"y\u00e9"},{},{"a":null,"c":"empty"}]';
insert into interrupts.docs select 'held', '[' || string_agg(format('{"a":%s,"b":"held"}', i), ',' order by i) || ']' from generate_series(1, 100) i;
create function interrupts.many(objects int) returns text language sql as $$
	select '[' || string_agg(format('{"b":"text of row number %s","a":%s,"c":"[%s,)","d":"[1,5)","unknown":[1,2,{"k":"some more text"}]}', i, i, i), ',') || ']'
	from generate_series(1, objects) i
$$;
insert into interrupts.docs select 'big', interrupts.many(:objects);
insert into interrupts.docs select 'object', '{"ia":[' || repeat('12,', 4000000) || '1],"zz":[' || repeat('{"k":[1,2]},', 1000000) || '0]}';

-- in memory, so that what is stopped is the bind and not its being fetched
create function interrupts.big_text() returns text language sql as $$ select doc || '' from interrupts.docs where name = 'big' $$;
create function interrupts.big_json() returns json language sql as $$ select interrupts.big_text()::json $$;
create table interrupts.binary_docs (doc jsonb);
alter table interrupts.binary_docs alter doc set storage external;
-- (an array of jsonb may not be larger than 256 MB)
insert into interrupts.binary_docs select interrupts.many(least(:objects, 1000000))::jsonb;
create function interrupts.big_jsonb() returns jsonb language sql as $$ select doc || '[]' from interrupts.binary_docs $$;

create function interrupts.inner_call() returns text language plpgsql as $$
begin
	return (select count(*) from jbind_populate_recordset(null::interrupts.held, (select doc from interrupts.docs where name = 'held')));
exception when division_by_zero then
	return 'the wrong handler';
end $$;

create function interrupts.outer_call() returns text language plpgsql as $$
declare
	state text; n text;
begin
	begin
		return interrupts.inner_call();
	exception when query_canceled then
		get stacked diagnostics state = returned_sqlstate;
	end;
	n := (select count(*) from jbind_populate_recordset(null::interrupts.checked, (select doc from interrupts.docs where name = 'held')));
	return format('caught: %s, then %s and %s rows', state, jbind_populate(null::interrupts.plain, '{"a":5,"b":"x","c":"[1,2]"}'), n);
end $$;
