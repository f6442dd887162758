-- install: the extension comes and goes, and its functions promise what stock's promise
set client_min_messages = warning;
drop extension if exists jbind cascade;
reset client_min_messages;

create extension jbind;
select relocatable, trusted, superuser from pg_available_extension_versions where name = 'jbind' and installed;

-- volatility, strictness and the rest, beside the stock function of the same document type
with stock_names(ours, theirs) as (values
	('jbind_populate', '_populate_record'), ('jbind_populate_recordset', '_populate_recordset'),
	('jbind_to_record', '_to_record'), ('jbind_to_recordset', '_to_recordset'))
select o.oid::regprocedure as function, o.provolatile = s.provolatile volatility, o.proisstrict = s.proisstrict strictness,
	o.proparallel = s.proparallel parallel, o.proretset = s.proretset and o.prorettype = s.prorettype result,
	o.prorows = s.prorows rows, o.procost = s.procost cost, not o.prosecdef and not o.proleakproof safe
from stock_names n join pg_proc o on o.proname = ours
	cross join lateral unnest(o.proargtypes::oid[]) with ordinality a(document_type, i)
	left join pg_proc s on s.proname = replace(document_type::regtype::text, 'text', 'json') || theirs and s.pronamespace = 'pg_catalog'::regnamespace
where i = o.pronargs order by o.proname collate "C", 1;
select oid::regprocedure, provolatile, proisstrict, proparallel, proretset from pg_proc
	where proname in ('jbind_describe', 'jbind_codecs', 'jbind_reset') order by 1;

-- relocatable
create schema elsewhere;
alter extension jbind set schema elsewhere;
create type elsewhere.t as (a int);
select elsewhere.jbind_populate(null::elsewhere.t, '{"a": 1}'::jsonb);
drop extension jbind;
create extension jbind schema elsewhere;
select elsewhere.jbind_populate(null::elsewhere.t, '{"a": 1}'::json);

-- nothing is left behind, and what depends on it is in the way
create view elsewhere.v as select elsewhere.jbind_populate(null::elsewhere.t, '{"a": 1}');
\set VERBOSITY terse
drop extension jbind;
\set VERBOSITY default
drop view elsewhere.v;
drop extension jbind;
select count(*) from pg_proc where proname like 'jbind%';

-- trusted: whoever may create in the database may install it, and anybody may use it
create role regress_jbind_owner;
create role regress_jbind_user;
do $$ begin execute format('grant create on database %I to regress_jbind_owner', current_database()); end $$;
grant all on schema elsewhere to regress_jbind_owner;
grant usage on schema elsewhere to regress_jbind_user;
set role regress_jbind_owner;
create extension jbind schema elsewhere;
set role regress_jbind_user;
select elsewhere.jbind_populate(null::elsewhere.t, '{"a": 1}'), (select count(*) from elsewhere.jbind_codecs());
reset role;
drop extension jbind;
do $$ begin execute format('revoke create on database %I from regress_jbind_owner', current_database()); end $$;
drop type elsewhere.t;
drop schema elsewhere;
drop role regress_jbind_owner;
drop role regress_jbind_user;
