\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type recordsets as (a int, b text);
select n, b.* from (values
  (1, $d$[{"a":1},{"b":"x","a":2},{}]$d$),
  (2, $d$[]$d$),
  (3, $d$ [ ] $d$),
  (4, $d$[{"a":1},5]$d$),
  (5, $d$[{"a":1},null]$d$),
  (6, $d$[5]$d$),
  (7, $d${"a":1}$d$),
  (8, $d$5$d$),
  (9, $d$[{"a":1},{"a":"bad"}]$d$),
  (10, $d$[{"a":1},[{"a":2}]]$d$)) v(n, document), lateral pg_temp.bind('populate_recordset', $b$null::recordsets$b$, document) b order by n;
select n, b.* from (values
  (1, $d$[{"a":1},{},{"b":null}]$d$)) v(n, document), lateral pg_temp.bind('populate_recordset', $b$row(7,'base')::recordsets$b$, document) b order by n;
select n, b.* from (values
  (1, $d$[{"a":1,"n":1.239},{"b":[1,2]}]$d$),
  (2, $d$[]$d$),
  (3, $d$[{"a":"bad"}]$d$)) v(n, document), lateral pg_temp.bind('to_recordset', null, document, $c$a int, b text, n numeric(4,2)$c$) b order by n;
select n, b.* from (values
  (1, $d${"a":1,"n":1.239}$d$),
  (2, $d${}$d$),
  (3, $d$[]$d$)) v(n, document), lateral pg_temp.bind('to_record', null, document, $c$a int, b text, n numeric(4,2)$c$) b order by n;
-- bad JSON behind a bad row: the syntax comes first
select verdict, answer from pg_temp.one('populate_recordset', 'text', 'null::recordsets', '[{"a":"bad"},{"a":1]', null);
select verdict, path from pg_temp.bind('populate_recordset', 'null::recordsets', (select '[' || string_agg(format('{"a":%s,"b":"%s"}', g, repeat('x', g % 300)), ',') || ']' from generate_series(1, 3000) g));
drop type recordsets;
