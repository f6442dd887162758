\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type item as (a int, b text);
create table docs (id int, j json);
insert into docs values (1, '[{"a":1},{"a":2,"b":"x"}]'), (2, null), (3, '[]'), (4, '[{}]');
select id, r.* from docs, jbind_populate_recordset(null::item, j) r order by id, a;
select id, r.* from docs left join lateral jbind_to_recordset(j) as r(b text, a int) on r.a > 1 order by id;
select * from jbind_populate_recordset(null::item, '[{"a":5},{"a":6}]') with ordinality;
select * from rows from (jbind_populate_recordset(null::item, '[{"a":5},{"a":6}]'), jbind_to_recordset('[{"q":1}]') as (q int), generate_series(1, 3)) with ordinality;
select id, (jbind_populate_recordset(null::item, j)).* from docs order by id, a;
select (jbind_populate(null::item, '{"a":1,"b":"x"}')).*;
begin;
declare c scroll cursor for select * from jbind_populate_recordset(null::item, '[{"a":1},{"a":2},{"a":3}]');
fetch all c; fetch backward 2 c; fetch next c;
commit;
prepare p(text) as select * from jbind_to_recordset($1) as x(a int, b text);
execute p('[{"a":1}]'); execute p('[{"b":"y"}]'); execute p(null);
deallocate p;
create function wrap(base anyelement, doc json) returns anyelement language plpgsql as $$ begin return jbind_populate(base, doc); end $$;
select wrap(null::item, '{"a":1}'), wrap((3,'k')::item, '{"b":"z"}');
select jbind_populate(base => null::item, from_json => '{"a":4}'::jsonb);
-- the row type must be known
select jbind_to_record('{"a":1}');
select * from jbind_to_record('{"a":1}');
select jbind_populate(null::record, '{"a":1}');
drop function wrap; drop table docs; drop type item;
