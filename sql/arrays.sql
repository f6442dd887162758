\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create domain positive as int check (value > 0);
create type pair as (x int, y text);
create type arrays as (a int[], t text[], n numeric(4,1)[], p pair[], d positive[], v varchar(2)[], j json[]);
select column_name, reader from jbind_describe('arrays');
select n, b.* from (values
  (1, $d${"a":[1,2,null,4],"t":["x",null,"\u0041","",1.5],"n":[1.25,null],"p":[{"x":1},{"y":"z"},null],"d":[1,2],"v":["ab"],"j":[{"a":1},"s",null]}$d$),
  (2, $d${"a":[]}$d$),
  (3, $d${"a":[[1,2],[3,4]],"t":[[["a"]]]}$d$),
  (4, $d${"a":[[],[]]}$d$),
  (5, $d${"a":"{1,2}","t":"[0:1]={x,y}"}$d$),
  (6, $d${"a":5}$d$),
  (7, $d${"a":{"x":1}}$d$),
  (8, $d${"a":[1,[2]]}$d$),
  (9, $d${"a":[[1],2]}$d$),
  (10, $d${"a":[[1,2],[3]]}$d$),
  (11, $d${"a":[1,"x"]}$d$),
  (12, $d${"d":[1,0]}$d$),
  (13, $d${"d":[null]}$d$),
  (14, $d${"v":["abc"]}$d$),
  (15, $d${"p":[5]}$d$),
  (16, $d${"p":["(7,q)"]}$d$),
  (17, $d${"a":[[[[[[[1]]]]]]]}$d$),
  (18, $d${"t":[{"a":[1]},[2]]}$d$),
  (19, $d${"a":[1,2,3,4,5,6,7,8,9,10,null,12,13,14,15,16,17,null]}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::arrays$b$, document) b order by n;
drop type arrays; drop type pair; drop domain positive;
