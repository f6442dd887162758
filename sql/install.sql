\getenv abs_srcdir PG_ABS_SRCDIR
\set compare :abs_srcdir '/sql/include/compare.sql'
\set ECHO none
\i :compare
\set ECHO all
-- the same properties as the stock functions
select f.proname, f.proargtypes::regtype[]::text as arguments, f.provolatile = s.provolatile as volatility, f.proisstrict = s.proisstrict as strictness,
       f.proparallel = s.proparallel as parallel, f.proretset = s.proretset as returns_set, f.prorows = s.prorows as rows, f.prorettype = s.prorettype as result
  from pg_proc f
  join pg_proc s on s.pronamespace = 'pg_catalog'::regnamespace
   and s.proname = case when f.proargtypes[f.pronargs - 1] = 'jsonb'::regtype then 'jsonb_' else 'json_' end
                   || case f.proname when 'jbind_populate' then 'populate_record' else substr(f.proname, 7) end
 where f.proname in ('jbind_populate', 'jbind_populate_recordset', 'jbind_to_record', 'jbind_to_recordset') order by 1, 2 collate "C";
select extversion, extrelocatable from pg_extension where extname = 'jbind';
alter extension jbind update;
create schema elsewhere;
alter extension jbind set schema elsewhere;
select elsewhere.jbind_to_record('{"a":1}') = row(1) from (select 1) x where false;
select * from elsewhere.jbind_to_record('{"a":1}') as x(a int);
alter extension jbind set schema public;
drop schema elsewhere;
drop extension jbind;
create extension jbind;
-- owned by anyone who may create in the database
select superuser, trusted, relocatable from pg_available_extension_versions where name = 'jbind';
