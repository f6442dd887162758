-- Types and documents for 83_parallel.sh.
create schema parallel;
create type parallel.mood as enum ('sad', 'ok', 'happy');
create domain parallel.positive as int check (value > 0);
create type parallel.part as (a int, t text, p parallel.positive);
create type parallel.row_type as (a int, t text, e parallel.mood, n numeric(9,2), p parallel.positive, ia int[], part parallel.part, parts parallel.part[], r int4range, j jsonb);
create type parallel.with_stock as (a int, r int4range);
create table parallel.docs (id int, text_doc text, json_doc json, jsonb_doc jsonb, text_set text, json_set json, jsonb_set jsonb);
insert into parallel.docs
select i, d, d::json, d::jsonb, '[' || d || ',{}]', ('[' || d || ',{}]')::json, ('[' || d || ',{}]')::jsonb
from (select i, json_build_object('a', i, 't', 'text ' || i, 'e', (array['sad', 'ok', 'happy'])[i % 3 + 1], 'n', i / 8.0, 'p', i, 'ia', array[i, i + 1],
		'part', json_build_object('a', i, 'p', i), 'parts', json_build_array(json_build_object('t', 't' || i)), 'r', '[1,' || i + 1 || ')', 'j', json_build_object('k', i), 'u' || i, 1)::text
	from generate_series(1, 5000) i) s(i, d);
create table parallel.bad (json_doc json, jsonb_doc jsonb);
insert into parallel.bad select d::json, d::jsonb from (select case when i = 2500 then '{"p":-1}' else '{"p":1}' end from generate_series(1, 5000) i) s(d);
analyze parallel.docs, parallel.bad;
