\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type texts as (t text, v varchar(4), c char(5), n name, q "char", b bytea);
select column_name, reader from jbind_describe('texts');
select n, b.* from (values
  (1, $d${"t":"plain","v":"abcd","c":"ab","n":"a_name","q":"x","b":"\\x0aff"}$d$),
  (2, $d${"t":"esc \u00e9 \ud83d\ude00 \"q\" \\ \/ \n","v":"\u0061bc","c":"\u00e9"}$d$),
  (3, $d${"v":"abcde"}$d$),
  (4, $d${"v":"abcd   "}$d$),
  (5, $d${"c":"abcdef"}$d$),
  (6, $d${"c":"abc  "}$d$),
  (7, $d${"t":12.50,"v":true}$d$),
  (8, $d${"t":{"a":[1, 2]},"v":[1]}$d$),
  (9, $d${"t":""}$d$),
  (10, $d${"q":"xy","n":"0123456789012345678901234567890123456789012345678901234567890123456789"}$d$),
  (11, $d${"b":"raw"}$d$),
  (12, $d${"b":"\\xabc"}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::texts$b$, document) b order by n;
-- longer than a short header can say
select n, verdict, path from (values (126), (127), (128), (5000)) v(n), lateral pg_temp.bind('populate', 'null::texts', format('{"t":"%s","b":"\\x%s"}', repeat('x', n), repeat('ab', n))) order by n;
select n, verdict, path from (values (60), (126), (400)) v(n), lateral pg_temp.bind('populate', 'null::texts', format('{"t":"%s\n%s"}', repeat('x', n), repeat('y', n))) order by n;
drop type texts;
