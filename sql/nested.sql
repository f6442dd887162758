\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type inside as (x int, y text);
create type middle as (i inside, n int);
create type outside as (m middle, ms middle[], k int);
select n, b.* from (values
  (1, $d${"m":{"i":{"x":1,"y":"a"},"n":2},"ms":[{"n":1},{"i":{"y":"b"}},{}],"k":3}$d$),
  (2, $d${"m":{}}$d$),
  (3, $d${"m":null}$d$),
  (4, $d${"m":5}$d$),
  (5, $d${"m":[1]}$d$),
  (6, $d${"m":"(,7)"}$d$),
  (7, $d${"m":{"i":{"x":"bad"}}}$d$),
  (8, $d${"m":{"i":true}}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::outside$b$, document) b order by n;
-- a nested object is merged over the base's
select n, b.* from (values
  (1, $d${"m":{"i":{"x":5}}}$d$),
  (2, $d${"m":{}}$d$),
  (3, $d${"m":{"n":null}}$d$),
  (4, $d${"m":null}$d$),
  (5, $d${}$d$),
  (6, $d${"k":null}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$row(row(row(1,'keep'),2),null,9)::outside$b$, document) b order by n;
drop type outside; drop type middle; drop type inside;
