\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type refusals as (a int, b text, c date);
-- what only stock can judge is left to it as a whole
select n, form, verdict, path from (values (1, '{"a":1'), (2, '{"a":1} x'), (3, '{"a":01}'), (4, '{"a":1,}'), (5, '{"a" 1}'), (6, '{"b":"\x"}'), (7, 'nonsense'), (8, ''), (9, '{"zz":[1,2}'), (10, '{"zz":tru}'), (11, E'{"b":"\t"}')) v(n, document), (values ('json'), ('text')) f(form), lateral pg_temp.one('populate', form, 'null::refusals', document, null) where form = 'text' order by n;
select n, b.verdict, b.answer from (values
  (1, $d$[1]$d$),
  (2, $d$5$d$),
  (3, $d$"x"$d$),
  (4, $d$null$d$),
  (5, $d$[{"a":1}]$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::refusals$b$, document) b order by n;
select n, form, verdict, path from (values (1, '{"b":"\u0000"}'), (2, '{"zz":"\u0000"}'), (3, '{"b":"\ud800"}'), (4, '{"zz":{"deep":"\udc00"}}'), (5, '{"\ud800":1}')) v(n, document), (values ('json'), ('text')) f(form), lateral pg_temp.one('populate', form, 'null::refusals', document, null) order by n, form;
-- the first bad column is reported, not the first bad value; of a text document its syntax comes first
select n, b.* from (values
  (1, $d${"c":"bad c","a":"bad a"}$d$),
  (2, $d${"c":"bad c","b":"x"}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::refusals$b$, document) b order by n;
select verdict, answer from pg_temp.one('populate', 'text', 'null::refusals', '{"a":"bad a"} trailing', null);
select depth, form, verdict, path from (values (100), (127), (200), (100000)) v(depth), (values ('json'), ('text')) f(form), lateral pg_temp.one('populate', form, 'null::refusals', '{"a":1,"zz":' || repeat('[', depth) || repeat(']', depth) || '}', null) where depth < 100000 or form = 'text' order by depth, form;
drop type refusals;
