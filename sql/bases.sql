\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create table bases (a int, gone int, b text, c numeric(5,1));
alter table bases drop column gone;
select n, b.* from (values
  (1, $d${"b":"new"}$d$),
  (2, $d${"a":null}$d$),
  (3, $d${}$d$),
  (4, $d${"other":1}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$row(1,'x',2.5)::bases$b$, document) b order by n;
-- a record says its own row type, and each its own
select n, json_populate_record(base, d::json) *= jbind_populate(base, d::json) as same, jbind_populate(base, d) as answer
  from (values (1, row(1, 2), '{"f1":5}'), (2, row(1, 'x'::text, null::date), '{"f2":"7","f9":1}'), (3, row(1, 2), '{"f2":6}'),
               (4, row(1, 'x'::text, null::date), '{"f3":"2024-01-01"}')) v(n, base, d) order by n;
select n, b.* from (values
  (1, $d${"a":5}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::record$b$, document, $c$a int, b text$c$) b order by n;
select n, b.* from (values
  (1, $d${"a":5}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$5$b$, document) b order by n;
insert into bases values (1, 'x', 1.5), (2, null, null);
select r.* from bases t, jbind_populate(t, '{"c":7.25}') r;
select r.* from bases t, jbind_populate(t, null::json) r;
drop table bases;
