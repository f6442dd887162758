-- What a database keeps that calls jbind's functions or stock's: types, tables, views, functions, a materialized view, a
-- generated column, a trigger, an index. For the checks of replicas and of upgrades. A view "answers" asks it all.
create schema kept;
set search_path = kept, public;
create type mood as enum ('sad', 'ok');
create domain positive as int check (value > 0);
create type part as (x int, y text, p positive);
create type row_type as (a int, b text, e mood, n numeric(9,2), ts timestamp, part part, parts part[], ia int[], r int4range);
create table docs (id int primary key, doc jsonb, doc_text text);
insert into docs select i, d::jsonb, d from (select i, json_build_object('a', i, 'b', 'text ' || i, 'e', (array['sad', 'ok'])[i % 2 + 1], 'n', i / 8.0,
	'ts', timestamp '2020-01-02 03:04:05' + i * interval '1 day', 'part', json_build_object('x', i, 'p', i), 'parts', json_build_array(json_build_object('y', 'y' || i)),
	'ia', array[i, null], 'r', '[1,' || i + 1 || ')', 'more', i)::text from generate_series(1, 200) i) s(i, d);

create view by_jbind as select id, r.* from docs, jbind_populate(null::row_type, doc) r;
create view by_stock as select id, r.* from docs, jsonb_populate_record(null::row_type, doc) r;
create view typed as select id, x.b, x.a, t.part from docs, jbind_to_record(doc_text) as x(b text, a int), json_to_record(doc_text::json) as t(part part);
create view sets as select o, r.a, r.b from jbind_populate_recordset(from_json => '[{"a":1,"b":"x"},{"a":2}]', base => row(null, 'base', null, null, null, null, null, null, null)::row_type) with ordinality as r(a, b, e, n, ts, part, parts, ia, r, o);
create view rows_from as select * from rows from (jbind_to_recordset('[{"a":1},{"a":2}]') as (a int), json_populate_recordset(null::part, '[{"x":7}]')) as f(a, x, y, p);
create materialized view stored as select id, jbind_populate(null::part, doc -> 'part') as part from docs;
create function bind_sql(text) returns row_type language sql stable as 'select public.jbind_populate(null::kept.row_type, $1)';
create function bind_body(d text) returns row_type language sql stable begin atomic select jbind_populate(null::row_type, d); end;
create function bind_plpgsql(d json) returns row_type language plpgsql as $$ begin return public.jbind_populate(null::kept.row_type, d); end $$;
-- jbind's functions are stable, as stock's are: who needs one that is immutable says so
create function number_of(d jsonb) returns int language plpgsql immutable as $$ begin return (public.jbind_populate(null::kept.row_type, d)).a; end $$;
create table generated (id int primary key, doc jsonb, a int generated always as (kept.number_of(doc)) stored, part part);
create index generated_number on generated (kept.number_of(doc));
create function fill_part() returns trigger language plpgsql as $$
begin
	new.part := (public.jbind_populate(null::kept.row_type, new.doc)).part;
	return new;
end $$;
create trigger fill_part before insert or update on generated for each row execute function fill_part();
alter table generated enable always trigger fill_part;
insert into generated (id, doc) select id, doc from docs;

-- one line for each object, from all of its rows
create view answers as
select 'by_jbind' as what, md5(string_agg(v::text, ',' order by id)) as answer from by_jbind v union all
select 'by_stock', md5(string_agg(v::text, ',' order by id)) from by_stock v union all
select 'typed', md5(string_agg(v::text, ',' order by id)) from typed v union all
select 'sets', string_agg(v::text, ',' order by o) from sets v union all
select 'rows_from', string_agg(v::text, ',' order by a) from rows_from v union all
select 'stored', md5(string_agg(v::text, ',' order by id)) from stored v union all
select 'bind_sql', md5(string_agg(bind_sql(doc_text)::text, ',' order by id)) from docs union all
select 'bind_body', md5(string_agg(bind_body(doc_text)::text, ',' order by id)) from docs union all
select 'bind_plpgsql', md5(string_agg(bind_plpgsql(doc_text::json)::text, ',' order by id)) from docs union all
select 'generated', md5(string_agg(v::text, ',' order by id)) from generated v union all
select 'index', max(number_of(doc))::text from generated where number_of(doc) between 5 and 17;
reset search_path;
