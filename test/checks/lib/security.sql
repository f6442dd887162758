-- What users may do: the same questions to stock's functions and to jbind's (security.answers), and claims about what only
-- jbind has (security.claims). 86_security.sh reads both.
drop role if exists jbind_nobody;
drop role if exists jbind_somebody;
create role jbind_nobody;
create role jbind_somebody;
create schema security;
create schema private;
grant usage on schema security to public;
grant create on schema security to jbind_somebody;

create type private.row_type as (a int, b text);
create type private.label as enum ('x');
create type security.row_type as (a int, b text);
create type security.no_usage as (a int, b text);
create type security.no_label as enum ('x');
revoke usage on type security.no_usage, security.no_label from public;
create domain security.no_domain as int check (value > 0);
revoke usage on domain security.no_domain from public;
create type security.over_private as (p private.row_type, ps private.row_type[], l private.label, n security.no_usage, e security.no_label, d security.no_domain);

create function security.secret_check(int) returns bool language plpgsql as $$ begin return $1 < 100; end $$;
revoke execute on function security.secret_check(int) from public;
create domain security.secretly_checked as int check (security.secret_check(value));
create type security.checked as (a security.secretly_checked, b text);
create type security.holds_checked as (c security.checked, cs security.checked[], d security.secretly_checked[]);

create function security.who_am_i(text) returns bool language plpgsql as $$ begin return $1 = current_user; end $$;
create domain security.my_name as text check (security.who_am_i(value));
create type security.named as (me security.my_name, a int);

create table security.secret (a int, b text, c text);
insert into security.secret values (1, 'hidden', 'c'), (2, 'too', 'c');
grant select (a) on security.secret to jbind_nobody;
create table security.guarded (a int, b text, owner text default current_user);
insert into security.guarded values (1, 'mine', 'jbind_nobody'), (2, 'theirs', 'jbind_somebody'), (3, 'mine too', 'jbind_nobody');
alter table security.guarded enable row level security;
create policy own_rows on security.guarded using (owner = current_user);
grant select, insert on security.guarded to public;
create table security.docs (doc jsonb, doc_text text);
insert into security.docs select d::jsonb, d from unnest(array['{"a":1,"b":"x","owner":"jbind_nobody"}', '{"a":2,"owner":"jbind_somebody"}', '{"a":3,"b":"y"}']) d;
grant select on security.docs to public;

create table security.answers (n serial, question text, stock text, jbind text);
create table security.claims (what text, holds bool);

create function security.outcome(query text, role text) returns text language plpgsql as $$
declare
	answer text; detail text; hint text;
begin
	execute format('set local role %I', role);
	execute query into answer;
	reset role;
	return answer;
exception when others then
	get stacked diagnostics detail = pg_exception_detail, hint = pg_exception_hint;
	return concat_ws(' / ', sqlstate, sqlerrm, nullif(detail, ''), nullif(hint, ''));
end $$;

-- a question: {populate}, {set}, {to_record}, {to_set} are functions; each engine has its own type of document
create procedure security.ask(question text, variadic roles text[] default array['jbind_nobody', 'jbind_somebody']) language plpgsql as $$
declare
	role text; form text; stock text; query text;
begin
	foreach role in array roles loop
		foreach form in array array['json', 'jsonb', 'text'] loop
			stock := case form when 'text' then 'json' else form end;
			query := replace(replace(question, '{to_record}', '@_to_record'), '{to_set}', '@_to_recordset');
			insert into security.answers (question, stock, jbind) values (format('%s, %s: %s', role, form, question),
				security.outcome(replace(replace(replace(replace(query, '{populate}', stock || '_populate_record'), '{set}', stock || '_populate_recordset'), '@', stock), '::doc', '::' || stock), role),
				security.outcome(replace(replace(replace(replace(query, '{populate}', 'jbind_populate'), '{set}', 'jbind_populate_recordset'), '@', 'jbind'), '::doc', '::' || form), role));
		end loop;
	end loop;
end $$;

call security.ask($$select {populate}(null::security.row_type, '{"a":1,"b":"x"}'::doc)::text$$);
call security.ask($$select {populate}(null::private.row_type, '{"a":1}'::doc)::text$$);
call security.ask($$select {populate}(null::security.no_usage, '{"a":1}'::doc)::text$$);
call security.ask($$select r::text from {to_record}('{"a":1,"b":5}'::doc) as r(a security.no_domain, b int)$$);
call security.ask($$select r::text from {to_record}('{"a":"x"}'::doc) as r(a security.no_label)$$);
call security.ask($$select r::text from {to_set}('[{"a":{"a":5}}]'::doc) as r(a private.row_type)$$);
call security.ask($$select {populate}(null::security.over_private, '{"p":{"a":1},"ps":[{"b":"x"}],"l":"x","n":{"a":2},"e":"x","d":5}'::doc)::text$$);
call security.ask($$select {populate}(null::security.over_private, '{"l":"y"}'::doc)::text$$);
call security.ask($$select {populate}(null::security.over_private, '{"d":-1}'::doc)::text$$);
call security.ask($$select {populate}(null::security.checked, '{"a":1}'::doc)::text$$);
call security.ask($$select {populate}(null::security.checked, '{}'::doc)::text$$);
call security.ask($$select {populate}(null::security.holds_checked, '{"c":{"b":"x"},"cs":[{"a":1}]}'::doc)::text$$);
call security.ask($$select {populate}(null::security.holds_checked, '{"d":[1,2]}'::doc)::text$$);
call security.ask($$select count(*) from {set}(null::security.checked, '[{"a":1},{"a":2}]'::doc)$$);
call security.ask($$select {populate}(null::security.named, '{"me":"jbind_nobody","a":1}'::doc)::text$$);
call security.ask($$select string_agg(r::text, ',') from {set}(null::security.named, '[{"me":"jbind_somebody"},{"me":"jbind_somebody","a":4}]'::doc) r$$);
call security.ask($$select string_agg({populate}(s, '{"a":7}'::doc)::text, ',') from security.secret s$$);
call security.ask($$select string_agg({populate}(null::security.secret, '{"a":7,"b":"x"}'::doc)::text, ',')$$);
call security.ask($$select string_agg({populate}(row(s.a, 'known', 'c')::security.secret, '{"c":"new"}'::doc)::text, ',') from security.secret s$$);
call security.ask($$select string_agg({populate}(row(s.a, s.b, 'c')::security.secret, '{"c":"new"}'::doc)::text, ',') from security.secret s$$);
call security.ask($$select string_agg({populate}(g, '{"b":"bound"}'::doc)::text, ',' order by a) from security.guarded g$$);
call security.ask($$select string_agg(g::text, ',') from security.guarded g where ({populate}(g, '{"a":5}'::doc)).a = 5 and ({populate}(g, '{}'::doc)).b like '%i%'$$);
call security.ask($$select {populate}(null::pg_catalog.pg_authid, '{"rolname":"x"}'::doc)::text$$);
call security.ask($$select {populate}(a, '{}'::doc)::text from pg_catalog.pg_authid a limit 1$$);
call security.ask($$select r::text from {to_record}('{"a":"security.secret","b":"pg_authid","c":"private.row_type"}'::doc) as r(a regclass, b regclass, c regtype)$$);
call security.ask($$select r::text from {to_record}('{"a":"private.row_type"}'::doc) as r(a regtype)$$);

-- policies, views and SECURITY DEFINER functions that bind: one for each engine and type of document
do $do$
declare
	engine text; form text; fn text; doc text;
begin
	foreach engine in array array['stock', 'jbind'] loop
		foreach form in array array['json', 'jsonb', 'text'] loop
			continue when engine = 'stock' and form = 'text';
			fn := case engine when 'stock' then form || '_populate_record' else 'public.jbind_populate' end;
			doc := case form when 'jsonb' then 'doc' else 'doc_text::' || form end;
			execute format('create table security.policed_%1$s_%2$s as select * from security.docs; alter table security.policed_%1$s_%2$s enable row level security;
				grant select, insert on security.policed_%1$s_%2$s to public;
				create policy bound on security.policed_%1$s_%2$s using ((%3$s(null::security.guarded, %4$s)).owner = current_user) with check ((%3$s(null::security.guarded, %4$s)).a < 100);
				create view security.owned_%1$s_%2$s as select %3$s(s, d) as r from security.secret s, (select %4$s as d from security.docs limit 1) x;
				create view security.invoked_%1$s_%2$s with (security_invoker) as select %3$s(s, d) as r from security.secret s, (select %4$s as d from security.docs limit 1) x;
				create view security.barrier_%1$s_%2$s with (security_barrier) as select s.* from security.secret s where a > 1;
				grant select on security.owned_%1$s_%2$s, security.invoked_%1$s_%2$s, security.barrier_%1$s_%2$s to public;', engine, form, fn, doc);
			execute format('create function security.definer_%1$s_%2$s(d %2$s) returns text language plpgsql security definer set search_path = pg_catalog as $f$ begin return %3$s(null::security.checked, d)::text || current_user; end $f$;
				create function security.named_%1$s_%2$s(d %2$s) returns text language sql security definer as $f$ select %3$s(null::security.named, d)::text $f$;
				create function security.inlined_%1$s_%2$s(d %2$s) returns security.checked language sql stable as $f$ select %3$s(null::security.checked, d) $f$;', engine, form, fn);
		end loop;
	end loop;
end $do$;

create procedure security.ask_each(question text) language plpgsql as $$
declare
	role text; form text; stock text;
begin
	foreach role in array array['jbind_nobody', 'jbind_somebody', 'postgres'] loop
		foreach form in array array['json', 'jsonb', 'text'] loop
			stock := case form when 'text' then 'json' else form end;
			insert into security.answers (question, stock, jbind) values (format('%s, %s: %s', role, form, question),
				replace(security.outcome(replace(replace(question, 'ENGINE', 'stock_' || stock), '::doc', '::' || stock), role), 'stock_' || stock, 'ENGINE'),
				replace(security.outcome(replace(replace(question, 'ENGINE', 'jbind_' || form), '::doc', '::' || form), role), 'jbind_' || form, 'ENGINE'));
		end loop;
	end loop;
end $$;
call security.ask_each($$select string_agg(p.doc::text, ',') from security.policed_ENGINE p$$);
call security.ask_each($$insert into security.policed_ENGINE values ('{"a":5}', '{"a":5}') returning 'done'$$);
call security.ask_each($$insert into security.policed_ENGINE values ('{"a":500}', '{"a":500}') returning 'done'$$);
call security.ask_each($$insert into security.policed_ENGINE values ('{"a":"x"}', '{"a":"x"}') returning 'done'$$);
call security.ask_each($$select string_agg(r::text, ',') from security.owned_ENGINE$$);
call security.ask_each($$select string_agg(r::text, ',') from security.invoked_ENGINE$$);
call security.ask_each($$select string_agg(b.b, ',') from security.barrier_ENGINE b$$);
call security.ask_each($$select security.definer_ENGINE('{"a":5,"b":"x"}'::doc)$$);
call security.ask_each($$select security.definer_ENGINE('{"a":500}'::doc)$$);
call security.ask_each($$select security.named_ENGINE('{"me":"postgres"}'::doc)$$);
call security.ask_each($$select security.named_ENGINE('{"me":"jbind_nobody"}'::doc)$$);
call security.ask_each($$select security.inlined_ENGINE('{"a":5}'::doc)::text$$);

-- a statement prepared by one, run by another: what has been compiled for one gives the other no right
create function security.prepared(fn text) returns text language plpgsql as $$
declare
	answers text[];
begin
	execute format('prepare security_ask as select %s(null::security.checked, ''{"a":5}'')::text', fn);
	answers := answers || security.outcome('execute security_ask', 'postgres');
	answers := answers || security.outcome('execute security_ask', 'jbind_nobody');
	answers := answers || security.outcome('execute security_ask', 'postgres');
	deallocate security_ask;
	return answers::text;
end $$;
insert into security.answers (question, stock, jbind) select 'prepared', security.prepared('json_populate_record'), security.prepared('jbind_populate');
insert into security.answers (question, stock, jbind) select 'prepared, jsonb', security.prepared('jsonb_populate_record'), security.prepared('jbind_populate');

-- EXECUTE taken away
create function security.claim(what text, holds bool) returns void language sql as $$ insert into security.claims values (what, holds) $$;
select security.claim('EXECUTE can be taken away', security.outcome($$select jbind_populate(null::security.row_type, '{}')::text$$, 'jbind_nobody') is not null);
revoke execute on function jbind_populate(anyelement, text) from public;
select security.claim('without EXECUTE no bind', security.outcome($$select jbind_populate(null::security.row_type, '{}'::text)::text$$, 'jbind_nobody') ~ '^42501');
select security.claim('the other forms stay', security.outcome($$select jbind_populate(null::security.row_type, '{"a":1}'::json)::text$$, 'jbind_nobody') = '(1,)');
grant execute on function jbind_populate(anyelement, text) to public;

-- what has no stock twin
select security.claim('everybody may describe', security.outcome($$select count(*)::text from jbind_describe('security.row_type')$$, 'jbind_nobody') = '2');
select security.claim('a schema without USAGE stays shut', security.outcome($$select count(*)::text from jbind_describe('private.row_type')$$, 'jbind_nobody') ~ '^42501');
select security.claim('everybody may trace', security.outcome($$select count(*)::text from jbind_trace(null::security.row_type, '{"a":1}')$$, 'jbind_nobody')::int > 2);
select security.claim('a trace checks no constraint that stock would not let it call', security.outcome($$select detail from jbind_trace(null::security.checked, '{"a":1}') where how = 'error'$$, 'jbind_nobody') ~ '^42501');
select security.claim('everybody may reset', security.outcome($$select jbind_reset()::text$$, 'jbind_nobody') = '');
select security.claim('jbind_codecs answers', security.outcome($$select count(*)::text from jbind_codecs()$$, 'jbind_nobody')::int >= 0);
select security.claim('the support function is not for SQL', security.outcome($$select jbind_support(null)$$, 'jbind_nobody') ~ '^(42883|0A000|42501)' or security.outcome($$select jbind_support(null)$$, 'jbind_nobody') is null);
select security.claim('settings are everybody''s', security.outcome($$select set_config('jbind.disable_readers', 'int4', true)$$, 'jbind_nobody') = 'int4');
select security.claim('a reader that is none is refused', security.outcome($$select set_config('jbind.disable_readers', 'nothing', true)$$, 'jbind_nobody') ~ '^22023');
select security.claim('no row type, no description', security.outcome($$select count(*)::text from jbind_describe('int4')$$, 'jbind_nobody') ~ '^42809');
select security.claim('no such type', security.outcome($$select count(*)::text from jbind_describe(4294967295::oid::regtype)$$, 'jbind_nobody') ~ '^(XX000|42704)');
select security.claim('no row type, no trace', security.outcome($$select count(*)::text from jbind_trace(1, '{}')$$, 'jbind_nobody') ~ '^42804');
select security.claim('record is no row type to trace', security.outcome($$select count(*)::text from jbind_trace(null::record, '{}')$$, 'jbind_nobody') ~ 'row type');

-- codecs of types that one may not use stay unseen, whoever bound them in this session
select count(jbind_populate(null::private.row_type, '{}')), count(jbind_populate(null::security.no_usage, '{}')), count(jbind_populate(null::security.row_type, '{}')),
	count(jbind_populate(null::security.over_private, '{"p":{"a":1},"n":{"a":1}}')) \g /dev/null
create function security.seen(role text) returns text language sql as $$
	select security.outcome($q$select string_agg(t.typname, ' ' order by t.typname) from jbind_codecs() c join pg_type t on t.oid = c.row_type
		where t.oid in (select oid from pg_type where typname in ('row_type', 'no_usage', 'over_private'))$q$, role)
$$;
select security.claim('one who may use them sees them: ' || security.seen('postgres'), security.seen('postgres') = 'no_usage over_private row_type row_type');
select security.claim('one who may not doesn''t: ' || security.seen('jbind_nobody'), security.seen('jbind_nobody') = 'over_private row_type');

-- codecs reset, and the same type bound, in the middle of its own bind
create function security.resets(int) returns bool language plpgsql as $$
begin
	perform jbind_reset();
	if $1 > 0 then
		perform jbind_populate(null::security.resetting, format('{"b":"inner","a":%s}', $1 - 1));
		perform jbind_reset();
	end if;
	return true;
end $$;
create domain security.resetter as int check (security.resets(value));
create type security.resetting as (a security.resetter, b text, c security.resetter[]);
select security.claim('reset in the middle of a bind', security.outcome($$select jbind_populate(null::security.resetting, '{"a":3,"b":"outer","c":[1,2,0]}')::text$$, 'postgres') = '(3,outer,"{1,2,0}")');
select security.claim('reset in the middle of a set', security.outcome($$select string_agg(r::text, ' ') from jbind_populate_recordset(null::security.resetting, '[{"a":2,"b":"1"},{"b":"2","c":[1]}]') r$$, 'postgres') = '(2,1,) (,2,{1})');
