\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type inner_type as (x int);
create domain dom as numeric(5,2);
create type described as (a int, b dom[], c inner_type, d int4range, e inet[], f xml);
select * from jbind_describe('described');
select jbind_describe('int');
select jbind_reset();
select jbind_populate(null::described, '{"a":1,"zz":2}');
select row_type, columns, documents, stock_documents, stock_values, unknown_keys, memory < 16384 as small from jbind_codecs() where row_type = 'described'::regtype;
select * from jbind_trace(null::described, '{"a":" 1","\u0062":[1.5],"c":{"x":1},"d":"[1,2)","e":null,"q":{"x":[]}}');
select * from jbind_trace(null::described, '[1]');
drop type described; drop domain dom; drop type inner_type;
