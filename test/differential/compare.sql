-- The server's half of the differential test: runs the stock function and jbind's for the same
-- arguments and keeps what differs.
--
-- Stock is the oracle; nothing here holds an expected answer.  Values are compared as bytes:
-- record_image_eq(row(a), row(b)) sees the whole composite datum, which is stricter than a *= b.
-- Errors are compared by SQLSTATE, message, detail and hint; the context is not looked at.
-- Rows are compared one by one in plpgsql ('each'), all in one statement ('set'), as one-shot statements
-- with literals ('shot') and with the last answer as the next base ('chain').  Templates hold @doc@ (the document as text),
-- @base@ and @function@; each way of running fills them in its own way.
create schema diff;
set search_path = diff, public;

create table types (typ text primary key, sqltype text not null, columns text, settings text[] not null, ddl text not null);
create table columns (typ text, name text, sqltype text, native int not null);
create table docs (id bigserial primary key, typ text not null, base int not null, is_set bool not null, doc text not null, is_json bool, is_jsonb bool);
create table tally (typ text, fn text, form text, mode text, total int, refused int, different int);
create table accepted (typ text, fn text, form text, ids bigint[]);    -- what 'each' found equal
alter table docs set (parallel_workers = 2);
create table found (typ text, fn text, form text, mode text, id bigint, stock text, jbind text);

create function castable(doc text, totype text) returns bool language plpgsql as $$
begin
	case totype when 'json' then perform doc::json; else perform doc::jsonb; end case;
	return true;
exception when others then
	return false;
end $$;

create function prepare_documents() returns void language sql as $$
	update diff.docs set is_json = diff.castable(doc, 'json'), is_jsonb = diff.castable(doc, 'jsonb') where is_json is null;
	analyze diff.docs;
$$;

-- one transaction-local setting after the other, as the type's documents were meant to be read
create function use_settings(wanted text) returns void language plpgsql as $$
declare
	s text[];
begin
	select settings into s from diff.types where typ = wanted;
	for i in 1 .. cardinality(s) / 2 loop
		perform set_config(s[2 * i - 1], s[2 * i], false);
	end loop;
end $$;

create function error_text(state text, message text, detail text, hint text) returns text language sql immutable as $$
	select 'ERROR ' || state || ': ' || message || case when detail <> '' then ' | DETAIL: ' || detail else '' end
		|| case when hint <> '' then ' | HINT: ' || hint else '' end
$$;

-- what two differences have in common when they are the same mistake
create function kind(stock text, jbind text) returns text language sql immutable as $$
	select concat_ws(' / ', left(regexp_replace(stock, '^value.*|"[^"]*"|\d+(?!.*:)|Token .*', '', 'g'), 60), left(regexp_replace(jbind, '^value.*|"[^"]*"|\d+(?!.*:)|Token .*', '', 'g'), 60))
$$;

-- what one query gives: its only value, or the error
create function outcome(query text) returns text language plpgsql as $$
declare
	answer text; state text; message text; detail text; hint text;
begin
	execute query into answer;
	return 'value ' || coalesce(answer, 'NULL');
exception when others then
	get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail, hint = pg_exception_hint;
	return diff.error_text(state, message, detail, hint);
end $$;

-- which stock function answers for (fn, form)
create function stock_name(fn text, form text) returns text language sql immutable as $$
	select case form when 'jsonb' then 'jsonb_' else 'json_' end
		|| case fn when 'populate' then 'populate_record' when 'record' then 'populate_record'
			when 'recordset' then 'populate_recordset' when 'recordset_from' then 'populate_recordset' else fn end
$$;

create function jbind_name(fn text) returns text language sql immutable as $$
	select 'jbind_' || case fn when 'record' then 'populate' when 'recordset' then 'populate_recordset'
		when 'recordset_from' then 'populate_recordset' else fn end
$$;

-- the (fn, form) pairs that this server's jbind has
create view available as
	select fn, form from (values ('populate'), ('record'), ('recordset'), ('recordset_from'), ('to_record'), ('to_recordset')) f(fn),
		(values ('json'), ('jsonb'), ('text')) t(form)
	where exists (select from pg_proc where proname = diff.jbind_name(fn)
		and proargtypes[case when fn like 'to%' then 0 else 1 end] = form::regtype);

-- one call as an expression that yields text; the same call twice as an expression that yields true
create function solo_template(fn text, columns text) returns text language sql immutable as $$
	select case fn
		when 'populate' then '@function@(@base@, @doc@)::text'
		when 'record' then '(select @function@(base_row, @doc@)::text from (select (@base@).*) base_row)'
		when 'recordset' then '(select array_agg(one_row)::text from (select @function@(@base@, @doc@) one_row) s)'
		when 'recordset_from' then '(select array_agg(whole_row)::text from @function@(@base@, @doc@) whole_row)'
		when 'to_record' then '(select whole_row::text from @function@(@doc@) as whole_row(' || columns || '))'
		when 'to_recordset' then '(select array_agg(whole_row)::text from @function@(@doc@) as whole_row(' || columns || '))'
	end
$$;

create function same_template(fn text, columns text) returns text language sql immutable as $$
	select case fn
		when 'populate' then 'record_image_eq(row(@stock@(@base@, @sdoc@)), row(@jbind@(@base@, @jdoc@)))'
		when 'record' then '(select record_image_eq(row(@stock@(base_row, @sdoc@)), row(@jbind@(base_row, @jdoc@))) from (select (@base@).*) base_row)'
		when 'recordset' then '(select coalesce(bool_and(record_image_eq(row(stock_row), row(jbind_row))), true)
			from (select @stock@(@base@, @sdoc@) stock_row, @jbind@(@base@, @jdoc@) jbind_row) s)'
		when 'recordset_from' then 'record_image_eq(row((select array_agg(whole_row) from @stock@(@base@, @sdoc@) whole_row)),
			row((select array_agg(whole_row) from @jbind@(@base@, @jdoc@) whole_row)))'
		when 'to_record' then '(select record_image_eq(row(stock_row), row(jbind_row)) from @stock@(@sdoc@) as stock_row(' || columns || '),
			@jbind@(@jdoc@) as jbind_row(' || columns || '))'
		when 'to_recordset' then 'record_image_eq(row((select array_agg(whole_row) from @stock@(@sdoc@) as whole_row(' || columns || '))),
			row((select array_agg(whole_row) from @jbind@(@jdoc@) as whole_row(' || columns || '))))'
	end
$$;

create function fill(template text, fn text, form text, doc text, base text) returns text language sql as $$
	select replace(replace(replace(replace(replace(template,
		'@stock@', diff.stock_name(fn, form)),
		'@jbind@', diff.jbind_name(fn)),
		'@base@', base),
		'@sdoc@', doc || case form when 'jsonb' then '::jsonb' else '::json' end),
		'@jdoc@', doc || case form when 'text' then '' else '::' || form end)
$$;

-- a solo template for one of the two engines
create function fill_solo(template text, fn text, form text, engine text, doc text, base text) returns text language sql as $$
	select diff.fill(replace(replace(template, '@function@', '@' || engine || '@'), '@doc@', case engine when 'stock' then '@sdoc@' else '@jdoc@' end),
		fn, form, doc, base)
$$;

-- one document after the other, each call in an exception block of its own; expressions are cached by plpgsql
create function each_body() returns text language sql immutable as $$ select $body$
	for d in select o.id, o.doc, t.b from unnest(ids) with ordinality u(id, n) join diff.docs o using (id) left join @table@ t on t.n = o.base order by u.n loop
		total := total + 1;
		begin
			same := @same@;
			exception when others then same := null;
		end;
		continue when same;
		bad := bad || d.id;
		begin
			stock := 'value ' || coalesce(@stock_solo@, 'NULL');
		exception when others then
			get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail, hint = pg_exception_hint;
			stock := diff.error_text(state, message, detail, hint);
		end;
		begin
			jbind := 'value ' || coalesce(@jbind_solo@, 'NULL');
		exception when others then
			get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail, hint = pg_exception_hint;
			jbind := diff.error_text(state, message, detail, hint);
		end;
		if stock like 'ERROR%' then refused := refused + 1; end if;
		continue when stock like 'ERROR%' and stock = jbind;
		if stock = jbind then jbind := jbind || case when same is null then ' (fails when both run in one expression)' else ' (same text, other bytes)' end; end if;
		different := different + 1;
		insert into diff.found values (@typ@, @fn@, @form@, 'each', d.id, stock, jbind);
	end loop;
	insert into diff.tally values (@typ@, @fn@, @form@, 'each', total, refused, different);
	if not subset then
		insert into diff.accepted select @typ@, @fn@, @form@, array_agg(id) from unnest(ids) id where id <> all (bad);
	end if;
$body$ $$;

-- all documents that stock takes in one statement, in two orders, so that what a codec learned meets the next document
create function set_body() returns text language sql immutable as $$ select $body$
	for turn in 1 .. case when subset then 1 else 2 end loop
		different := 0;
		begin
			for d in select id, @stock_solo@ stock, @jbind_solo@ jbind from (select o.id, o.doc, t.b from unnest(ids) u(id) join diff.docs o using (id) left join @table@ t on t.n = o.base
					where o.id <> all (bad) order by case turn when 1 then lpad(o.id::text, 12, '0') else md5(o.id::text) end offset 0) d where not @same@ loop
				different := different + 1;
				insert into diff.found values (@typ@, @fn@, @form@, 'set', d.id, 'value ' || coalesce(d.stock, 'NULL'),
					'value ' || coalesce(d.jbind, 'NULL') || case when d.stock is not distinct from d.jbind then ' (same text, other bytes)' else '' end || ' (only among other documents)');
			end loop;
		exception when others then
			get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail, hint = pg_exception_hint;
			different := different + 1;
			insert into diff.found values (@typ@, @fn@, @form@, 'set', null, null, diff.error_text(state, message, detail, hint) || ' (only in one statement over many documents)');
		end;
		insert into diff.tally values (@typ@, @fn@, @form@, 'set', total - cardinality(bad), 0, different);
	end loop;
$body$ $$;

-- every eighth document as a statement of its own with literals
create function shot_body() returns text language sql immutable as $$ select $body$
	if subset then return; end if;
	total := 0; refused := 0; different := 0;
	for d in select o.id, o.doc, o.base from unnest(ids) with ordinality u(id, n) join diff.docs o using (id) where u.n % 8 = 1 loop
		total := total + 1;
		base := case when exists (select from @table@ where n = d.base) then '(select b from @table@ where n = ' || d.base || ')' when @listable@ then 'null::@sqltype@'
			else '(select b from @table@ where n < 0)' end;    -- a domain's CHECK would refuse null::domain itself
		stock := diff.outcome('select ' || diff.fill_solo(@solo_template@, @fn@, @form@, 'stock', quote_literal(d.doc), base));
		jbind := diff.outcome('select ' || diff.fill_solo(@solo_template@, @fn@, @form@, 'jbind', quote_literal(d.doc), base));
		if stock like 'value%' and diff.outcome('select ' || diff.fill(@same_template@, @fn@, @form@, quote_literal(d.doc), base)) <> 'value true' then
			jbind := jbind || ' (other bytes)';
		end if;
		if stock like 'ERROR%' then refused := refused + 1; end if;
		continue when stock = jbind;
		different := different + 1;
		insert into diff.found values (@typ@, @fn@, @form@, 'shot', d.id, stock, jbind);
	end loop;
	insert into diff.tally values (@typ@, @fn@, @form@, 'shot', total, refused, different);
$body$ $$;

-- one row patched again and again by each engine: the base is what the call before gave
create function chain_body() returns text language sql immutable as $$ select $body$
	total := 0; refused := 0; different := 0;
	for d in select o.id, o.doc from unnest(ids) with ordinality u(id, n) join diff.docs o using (id) where o.id <> all (bad) order by u.n loop
		total := total + 1;
		begin
			stock_row := @stock@(stock_row, d.@sdoc@);
		exception when others then refused := refused + 1; continue;
		end;
		begin
			jbind_row := @jbind@(jbind_row, d.@jdoc@);
			continue when record_image_eq(row(stock_row), row(jbind_row));
			jbind := 'value ' || coalesce(jbind_row::text, 'NULL');
		exception when others then
			get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail, hint = pg_exception_hint;
			jbind := diff.error_text(state, message, detail, hint);
		end;
		different := different + 1;
		stock := 'value ' || coalesce(stock_row::text, 'NULL');
		insert into diff.found values (@typ@, @fn@, @form@, 'chain', d.id, stock, jbind || case when stock = jbind then ' (same text, other bytes)' else '' end || ' (only with the row before as base)');
		jbind_row := stock_row;
	end loop;
	insert into diff.tally values (@typ@, @fn@, @form@, 'chain', total, refused, different);
$body$ $$;

-- makes the comparing function of one (type, fn, form); subset = true leaves out the second order and the one-shots
create function build(t types, fn text, form text) returns void language plpgsql as $$
declare
	chain bool := fn = 'populate' and t.columns is not null;
	body text := diff.each_body() || diff.set_body() || case when chain then diff.chain_body() else '' end || diff.shot_body();
	same text := diff.same_template(fn, t.columns);
	solo text := diff.solo_template(fn, t.columns);
begin
	body := replace(body, '@same@', diff.fill(same, fn, form, 'd.doc', 'd.b'));
	body := replace(body, '@stock_solo@', diff.fill_solo(solo, fn, form, 'stock', 'd.doc', 'd.b'));
	body := replace(body, '@jbind_solo@', diff.fill_solo(solo, fn, form, 'jbind', 'd.doc', 'd.b'));
	body := replace(diff.fill(body, fn, form, 'doc', ''), '@table@', 'diff.base_' || t.typ);
	body := replace(replace(body, '@sqltype@', t.sqltype), '@listable@', case when t.columns is null then 'false' else 'true' end);
	body := replace(replace(replace(body, '@typ@', quote_literal(t.typ)), '@fn@', quote_literal(fn)), '@form@', quote_literal(form));
	body := replace(replace(body, '@same_template@', quote_literal(same)), '@solo_template@', quote_literal(solo));
	execute format('create function diff.%I(ids bigint[], subset bool default false) returns void language plpgsql as %L',
		t.typ || '_' || fn || '_' || form,
		'#variable_conflict use_column
 declare d record; same bool; stock text; jbind text; base text; state text; message text; detail text; hint text; '
		|| case when chain then 'stock_row ' || t.sqltype || '; jbind_row ' || t.sqltype || '; ' else '' end
		|| 'bad bigint[] := ''{}''; total int := 0; refused int := 0; different int := 0; begin ' || body || ' end');
end $$;

-- the documents that (fn, form) is asked about: sets go to the set functions, others to the rest, and some the wrong way
create function ids_for(wanted text, fn text, form text) returns bigint[] language sql as $$
	select array_agg(id order by id) from diff.docs
	where typ = wanted and (form = 'text' or (form = 'json' and is_json) or (form = 'jsonb' and is_jsonb))
		and (is_set = (fn like '%recordset%') or id % 10 = 3)
		and (fn in ('populate', 'recordset', 'to_recordset') or id % 4 = 1 or is_set)
$$;

create function compare(wanted text, fn text, form text) returns void language plpgsql as $$
declare
	t diff.types;
	ids bigint[] := diff.ids_for(wanted, fn, form);
begin
	select * into t from diff.types where typ = wanted;
	if t.columns is null and fn like 'to%' or ids is null then return; end if;
	perform diff.build(t, fn, form);
	execute format('select diff.%I($1)', wanted || '_' || fn || '_' || form) using ids;
end $$;

-- a query that may run in parallel workers (statements of a function may not); it gives a line of the tally
create function parallel_query(wanted text, fn text, form text) returns text language sql as $$
	select 'set min_parallel_table_scan_size = 0; set parallel_setup_cost = 0; set parallel_tuple_cost = 0; '
		|| 'select ''tally'', ''' || fn || ''', ''' || form || ''', ''parallel'', count(*), 0, count(*) filter (where not same)'
		|| ' from (select ' || diff.fill(diff.same_template(fn, t.columns), fn, form, 'd.doc', 'b.b') || ' as same from diff.docs d left join diff.base_' || wanted
		|| ' b on b.n = d.base where d.typ = ''' || wanted || ''' and d.id = any ((select ids from diff.accepted a where (a.typ, a.fn, a.form) = ('''
		|| wanted || ''', ''' || fn || ''', ''' || form || '''))::bigint[])) s'
	from diff.types t where typ = wanted and fn in ('populate', 'to_record', 'record') and substr(typ, 2)::int % 6 = 1    -- starting workers takes time
$$;

-- ---- proof of path -------------------------------------------------------------------------------

-- how many of the columns that must have a native reader have one, by jbind_describe; the names of its
-- result columns are looked up so that this stays true when they are renamed
create function describe_all() returns table (typ text, name text, native int, reader text) language plpgsql as $$
begin
	if not exists (select from pg_proc where proname = 'jbind_describe') then return; end if;
	return query execute $q$
		select c.typ, c.name, c.native, coalesce(to_jsonb(r) ->> 'reader', to_jsonb(r) ->> 'path')
		from diff.types t, jbind_describe(t.sqltype::regtype) r, diff.columns c
		where c.typ = t.typ and c.name = coalesce(to_jsonb(r) ->> 'column_name', to_jsonb(r) ->> 'column', to_jsonb(r) ->> 'name') $q$;
end $$;

-- one line each: how many columns, how many native; wanted = 2 or 3 (see diff.columns.native)
create function native_share(out wanted int, out columns bigint, out native_readers bigint, out missing text) returns setof record language sql as $$
	select w, count(*), count(*) filter (where reader !~* '^stock'),
		(select string_agg(distinct c.sqltype, ', ') from diff.describe_all() a join diff.columns c using (typ, name) where a.native between 2 and w and a.reader ~* '^stock')
	from (values (2), (3)) v(w), diff.describe_all() d where d.native between 2 and w group by w order by w
$$;

-- what this session's codecs did: documents, how many of them and of their values went to stock, values in all
create function counters(out documents numeric, out stock_documents numeric, out stock_values numeric, out all_values numeric) returns setof record language plpgsql as $$
begin
	if not exists (select from pg_proc where proname = 'jbind_codecs') then return; end if;
	return query execute 'select coalesce(sum(documents), 0), coalesce(sum(stock_documents), 0), coalesce(sum(stock_values), 0), coalesce(sum(documents * columns), 0) from jbind_codecs()';
end $$;
