\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
create type changing as (a int, b text);
prepare p as select jbind_populate(null::changing, '{"a":"1","b":"x","c":"2024-01-01"}')::text;
execute p;
alter type changing add attribute c date; execute p;
alter type changing drop attribute a; execute p;
alter type changing alter attribute b type varchar(1); execute p;
alter type changing rename attribute b to bb; execute p;
begin; alter type changing add attribute b int; select jbind_populate(null::changing, '{"b":5}')::text; rollback;
execute p;
begin; savepoint s; alter type changing add attribute b int; execute p; rollback to s; execute p; commit;
deallocate p;
drop type changing;
create type changing as (c int);
select jbind_populate(null::changing, '{"a":"1","b":"x","c":7}');
create domain dom as int;
create type with_domain as (d dom);
select jbind_populate(null::with_domain, '{"d":-1}');
alter domain dom add constraint positive check (value > 0);
select jbind_populate(null::with_domain, '{"d":-1}');
alter domain dom drop constraint positive;
select jbind_populate(null::with_domain, '{"d":-1}');
discard all;
select jbind_populate(null::changing, '{"c":8}');
drop type with_domain; drop domain dom; drop type changing;
-- codecs of dropped types go
do $$ begin
  for i in 1..200 loop
    execute 'create type passing as (a int)';
    execute $q$ select jbind_populate(null::passing, '{"a":1}') $q$;
    execute 'drop type passing';
  end loop;
end $$;
select count(*) < 10 as few_codecs from jbind_codecs();
