\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type json_columns as (j json, b jsonb);
select column_name, reader from jbind_describe('json_columns');
select n, b.verdict, b.answer from (values
  (1, $d${"j":{"a": [1, 2],  "b":null},"b":{"b": 1, "a": {"c":[]}, "b":2}}$d$),
  (2, $d${"j":"text","b":"text"}$d$),
  (3, $d${"j":"esc \u00e9\n","b":"esc \u00e9\n"}$d$),
  (4, $d${"j":1.50,"b":1.50}$d$),
  (5, $d${"j":true,"b":false}$d$),
  (6, $d${"j":null,"b":null}$d$),
  (7, $d${"j":[],"b":{}}$d$),
  (8, $d${"b":[1e5,-0,1e400,"x",[[]],{"":{}}]}$d$),
  (9, $d${"b":{"k":"\ud83d\ude00","k2":[true,false,null]}}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::json_columns$b$, document) b order by n;
drop type json_columns;
