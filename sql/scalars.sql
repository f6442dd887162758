\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type scalars as (b bool, i2 int2, i4 int4, i8 int8, o oid, f4 float4, f8 float8, n numeric, n2 numeric(6,2), u uuid);
select column_name, reader from jbind_describe('scalars');
select n, b.* from (values
  (1, $d${"b":true,"i2":1,"i4":-2,"i8":3,"o":4,"f4":1.5,"f8":-2.25,"n":123456789.000100,"n2":1234.565,"u":"01234567-89AB-cdef-0123-456789abcdef"}$d$),
  (2, $d${"b":false,"i2":"-32768","i4":"2147483647","i8":"-9223372036854775808","n":"12.50"}$d$),
  (3, $d${"b":"yes","i2":" 7 "}$d$),
  (4, $d${"i4":2147483648}$d$),
  (5, $d${"i2":32768}$d$),
  (6, $d${"i8":9223372036854775808}$d$),
  (7, $d${"i4":1.0}$d$),
  (8, $d${"i4":1e2}$d$),
  (9, $d${"i4":true}$d$),
  (10, $d${"b":1}$d$),
  (11, $d${"b":[true]}$d$),
  (12, $d${"f4":1e39}$d$),
  (13, $d${"f8":1e400}$d$),
  (14, $d${"f8":"NaN","f4":"-Infinity"}$d$),
  (15, $d${"f8":-0.0,"f4":-0}$d$),
  (16, $d${"f8":0.1,"f4":16777217}$d$),
  (17, $d${"f8":1.7976931348623157e308,"f4":3.4028235e38}$d$),
  (18, $d${"n":"NaN"}$d$),
  (19, $d${"n":1e5}$d$),
  (20, $d${"n":-0.00}$d$),
  (21, $d${"n2":9999.994}$d$),
  (22, $d${"n2":9999.995}$d$),
  (23, $d${"n":{"x":1}}$d$),
  (24, $d${"u":"nonsense"}$d$),
  (25, $d${"o":4294967295}$d$),
  (26, $d${"o":-1}$d$),
  (27, $d${}$d$),
  (28, $d${"b":null,"i4":null}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::scalars$b$, document) b order by n;
drop type scalars;
