\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create domain positive as int check (value > 0);
create domain needed as text not null;
create domain few as int[] check (cardinality(value) < 3);
create type plain as (a int, b text);
create domain checked as plain check ((value).a is distinct from 13);
create type domains as (p positive, n needed, f few, c checked, cs checked[]);
select column_name, reader from jbind_describe('domains');
select n, b.* from (values
  (1, $d${"p":1,"n":"x","f":[1,2],"c":{"a":1},"cs":[{"a":2}]}$d$),
  (2, $d${"p":1}$d$),
  (3, $d${"n":"x"}$d$),
  (4, $d${"n":null}$d$),
  (5, $d${"p":0,"n":"x"}$d$),
  (6, $d${"n":"x","f":[1,2,3]}$d$),
  (7, $d${"n":"x","f":5}$d$),
  (8, $d${"n":"x","c":{"a":13}}$d$),
  (9, $d${"n":"x","cs":[{"a":13}]}$d$),
  (10, $d${"n":"x","c":"(13,)"}$d$),
  (11, $d${"n":5}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::domains$b$, document) b order by n;
select n, b.* from (values
  (1, $d${"p":6}$d$),
  (2, $d${"n":null}$d$),
  (3, $d${}$d$),
  (4, $d${"zz":1}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$row(5,'base',null,null,null)::domains$b$, document) b order by n;
select n, b.* from (values
  (1, $d${"a":1}$d$),
  (2, $d${"a":13}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::checked$b$, document) b order by n;
select n, b.* from (values
  (1, $d$[{"a":1},{"b":"x"}]$d$),
  (2, $d$[{"a":1},{"a":13}]$d$)) v(n, document), lateral pg_temp.bind('populate_recordset', $b$null::checked$b$, document) b order by n;
drop type domains; drop domain checked; drop type plain; drop domain few; drop domain needed; drop domain positive;
