\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type keys as (id int, "Id" int, "weird ""name" int, "a\b" int, é int, "012345678901234567890123456789012345678901234567890123456789abc" int, abcdefgh1 int, abcdefgh2 int);
select n, b.* from (values
  (1, $d${"id":1,"Id":2,"ID":3}$d$),
  (2, $d${"\u0069d":5}$d$),
  (3, $d${"id":"bad","id":2}$d$),
  (4, $d${"id":1,"id":null}$d$),
  (5, $d${"weird \"name":1}$d$),
  (6, $d${"a\\b":2}$d$),
  (7, $d${"a\b":3}$d$),
  (8, $d${"é":1}$d$),
  (9, $d${"\u00e9":2}$d$),
  (10, $d${"012345678901234567890123456789012345678901234567890123456789abc":1}$d$),
  (11, $d${"012345678901234567890123456789012345678901234567890123456789abcd":1}$d$),
  (12, $d${"abcdefgh2":2,"abcdefgh1":1}$d$),
  (13, $d${"abcdefgh":1,"abcdefgh12":2}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::keys$b$, document) b order by n;
-- order and white space that change from document to document
select n, verdict, path from (values (1, '{"id":1,"Id":2,"abcdefgh1":3}'), (2, '{"id": 1, "Id": 2, "abcdefgh1": 3}'), (3, E'{\n\t"abcdefgh1" : 3 ,\n\t"id" : 1\n}'), (4, ' {"Id":2,"zz":{"deep":[1,{}]},"id":1} '), (5, '{"id":1,"Id":2,"abcdefgh1":3}')) v(n, document), lateral pg_temp.bind('populate', 'null::keys', document) order by n;
-- a name that is there twice
select n, b.* from (values
  (1, $d${"a":"7","b":2}$d$)) v(n, document), lateral pg_temp.bind('to_record', null, document, $c$a int, b text, c int$c$) b order by n;
select * from jbind_to_record('{"a":7}') as x(a int, b int);
drop type keys;
