\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type mood as enum ('sad', 'ok', 'happy');
create type enums as (m mood, ms mood[]);
select column_name, reader from jbind_describe('enums');
select n, b.verdict, b.answer from (values
  (1, $d${"m":"ok","ms":["sad","happy",null]}$d$),
  (2, $d${"m":"ok"}$d$),
  (3, $d${"m":"nope"}$d$),
  (4, $d${"m":1}$d$),
  (5, $d${"m":""}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::enums$b$, document) b order by n;
-- a label met before needs no look-up
select * from pg_temp.one('populate', 'json', 'null::enums', '{"m":"ok"}', null);
alter type mood rename value 'ok' to 'fine';
select n, b.verdict, b.answer from (values
  (1, $d${"m":"ok"}$d$),
  (2, $d${"m":"fine"}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::enums$b$, document) b order by n;
alter type mood add value 'new';
select verdict, answer from pg_temp.bind('populate', 'null::enums', '{"m":"new"}');
drop type enums; drop type mood;
