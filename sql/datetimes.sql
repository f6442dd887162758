\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type datetimes as (d date, t time, t0 time(0), tz timetz, ts timestamp, ts0 timestamp(0), tstz timestamptz, tstz3 timestamptz(3), i interval);
select column_name, reader from jbind_describe('datetimes');
select n, b.* from (values
  (1, $d${"d":"2024-02-29","t":"23:59:59.999999","t0":"12:00:00.5","ts":"2024-01-01T00:00:00.123456","ts0":"1999-12-31 23:59:59.5","tstz":"2024-06-01T12:00:00+02:00","tstz3":"2024-06-01T12:00:00.1235Z"}$d$),
  (2, $d${"tz":"12:00:00+01","i":"1 day 02:00:00"}$d$),
  (3, $d${"d":"2024-02-30"}$d$),
  (4, $d${"d":"02/03/2024"}$d$),
  (5, $d${"d":"infinity","ts":"-infinity"}$d$),
  (6, $d${"d":"epoch"}$d$),
  (7, $d${"tstz":"2024-01-01 00:00:00"}$d$),
  (8, $d${"t":"24:00:00"}$d$),
  (9, $d${"ts":"2024-01-01T24:00:00"}$d$),
  (10, $d${"ts":"2024-01-01T12:00:60Z"}$d$),
  (11, $d${"d":20240101}$d$),
  (12, $d${"d":"0001-01-01 BC"}$d$),
  (13, $d${"tstz":"2024-01-01T00:00:00+16:00"}$d$),
  (14, $d${"d":""}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::datetimes$b$, document) b order by n;
set timezone = 'Z5';
select n, b.verdict from (values
  (1, $d${"tstz":"2024-06-01T12:00:00Z"}$d$),
  (2, $d${"tstz":"2024-06-01T12:00:00+00:00"}$d$)) v(n, document), lateral pg_temp.bind('populate', $b$null::datetimes$b$, document) b order by n;
reset timezone;
drop type datetimes;
