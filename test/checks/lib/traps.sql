-- A schema of traps in front of pg_catalog, and CREATE EXTENSION by a user without rights: 86_security.sh.
create schema trap;
grant all on schema trap to jbind_installer;
create table trap.stepped_on (who text, what text);
grant all on trap.stepped_on to public;
-- functions and operators that a script is likely to use; calls go to the planted one, which is as good a match
do $$
declare
	f record;
begin
	for f in select distinct proname, pg_get_function_identity_arguments(oid) as args, pg_get_function_result(oid) as result
		from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname in ('texteq', 'format', 'lower', 'concat', 'regtypein', 'set_config', 'current_setting', 'pg_extension_config_dump', 'to_json', 'to_regprocedure')
		and provariadic = 0 and prorettype not in ('cstring'::regtype, 'void'::regtype) and pronargs > 0 and not 'cstring'::regtype = any (proargtypes)
	loop
		execute format('create function trap.%I(%s) returns %s language plpgsql as $f$ begin insert into trap.stepped_on values (current_user, %L); return null; end $f$', f.proname, f.args, f.result, f.proname);
	end loop;
end $$;
create function trap.equal(text, text) returns bool language plpgsql as $$ begin insert into trap.stepped_on values (current_user, '='); return true; end $$;
create operator trap.= (leftarg = text, rightarg = text, function = trap.equal);
create operator trap.~ (leftarg = text, rightarg = text, function = trap.equal);
-- types of the names that the script's functions have
create domain trap.text as pg_catalog.text check (pg_catalog.length(value) < 0);
create domain trap.json as pg_catalog.json;
create domain trap.jsonb as pg_catalog.jsonb;
create domain trap.int8 as pg_catalog.int8;
create type trap.regtype as (a pg_catalog.int4);
-- the functions that the script names, in the schema that comes first
create function trap.jbind_support(internal) returns internal language internal strict as 'array_subscript_handler';
create schema mine authorization jbind_installer;
set search_path = trap, pg_catalog, public;
set role jbind_installer;
create extension jbind schema mine;
reset role;
reset search_path;
-- the types are pg_catalog's, the support function its own
do $$ begin
	if exists (select from pg_depend d join pg_proc p on p.oid = d.objid join pg_extension e on e.oid = d.refobjid, unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]) || p.prorettype) t(oid)
		where d.classid = 'pg_proc'::regclass and d.deptype = 'e' and e.extname = 'jbind' and (select typnamespace from pg_type where pg_type.oid = t.oid) <> 'pg_catalog'::regnamespace) then
		insert into trap.stepped_on values (current_user, 'a type');
	end if;
	if exists (select from pg_proc where prosupport <> 0 and pronamespace = 'mine'::regnamespace and prosupport::oid not in (select oid from pg_proc where pronamespace = 'mine'::regnamespace)) then
		insert into trap.stepped_on values (current_user, 'the support function');
	end if;
end $$;
