\set ECHO none
-- What the tests have in common: a schema of their own, and functions that run one call with PostgreSQL's own function
-- and with jbind's, for a document as json, as jsonb and as text, and say:
--
--   verdict  'same', or which forms of document differ and what jbind gave. Values are compared as record images, errors
--            by SQLSTATE, message, detail and hint. Each call is made twice: the second one meets what the codec learned.
--   answer   what stock gave, cut where it is long; where the forms differ, each with its form (json_populate_record
--            stands for jsonb_populate_record as well)
--   path     'native'; or what was left to stock: whole documents, or values read by input functions; or 'no codec'
--
-- A line for each test: select ... from (values (...), ...) v(document), compare_populate('null::my_type', document)

set client_min_messages = warning;
set jbind.fallback = error; -- who expects stock readers says so
create extension if not exists jbind;
drop schema if exists test cascade;
create schema test;
set search_path = test, public;
set datestyle = 'ISO, MDY';
set timezone = 'UTC';
set intervalstyle = 'postgres';
\pset null '(null)'

-- one value as text, or the error
create function outcome(query text) returns text language plpgsql as $$
declare
	answer text; state text; message text; detail text; hint text;
begin
	execute query into answer;
	return coalesce(answer, '(null)');
exception when others then
	get stacked diagnostics state = returned_sqlstate, message = message_text,
		detail = pg_exception_detail, hint = pg_exception_hint;
	return concat_ws(' | ', 'ERROR ' || state || ': ' || message,
		'DETAIL: ' || nullif(detail, ''), 'HINT: ' || nullif(hint, ''));
end $$;

-- are the values of two queries the same in each byte?
create function same_image(one text, other text) returns bool language plpgsql as $$
declare
	same bool;
begin
	execute format('select record_image_eq(row((%s)), row((%s)))', one, other) into same;
	return same;
end $$;

-- what this session's codecs have done so far, codec by codec; one that is compiled anew is another one
create function work_done() returns jsonb language sql as $$
	select jsonb_object_agg(concat_ws(' ', row_type::oid, row_typmod, compiled_at),
		array[documents, stock_documents, stock_values])
	from jbind_codecs()
$$;

create function counted(n numeric, what text) returns text language sql as $$
	select n || ' ' || what || case n when 1 then '' else 's' end where n > 0
$$;

-- what they have done since
create function path_since(before jsonb) returns text language sql as $$
	select case when stock_documents + stock_values > 0
			then 'stock: ' || concat_ws(', ', counted(stock_documents, 'document'), counted(stock_values, 'value'))
		when documents > 0 then 'native' else 'no codec' end
	from (
		select coalesce(sum(n) filter (where i = 1), 0), coalesce(sum(n) filter (where i = 2), 0), coalesce(sum(n) filter (where i = 3), 0)
		from jsonb_each(work_done()) now(codec, done), generate_series(1, 3) i,
			lateral (select (done ->> (i - 1))::int8 - coalesce(before -> codec ->> (i - 1), '0')::int8) v(n)
	) s(documents, stock_documents, stock_values)
$$;

-- three texts as one where they are equal
create function in_all_forms(texts text[]) returns text language sql as $$
	select case when count(*) = 1 then min(t) else string_agg(t || ' (' || forms || ')', '; ' order by first) end
	from (
		select t, string_agg(form, ', ' order by n) forms, min(n) first
		from unnest(texts, '{json,jsonb,text}'::text[]) with ordinality u(t, form, n) group by t
	) s
$$;

-- not too long, and errors not different only in the name of the function
create function shown(outcome text) returns text language sql as $$
	select regexp_replace(case when outcome like 'ERROR%' then replace(outcome, 'jsonb_', 'json_') else outcome end,
		'^(.{150}).{10,}$', '\1...')
$$;

-- The query gives one value. In it populate_record(), populate_recordset(), to_record() and to_recordset() stand for
-- the function, and ::document for a cast to its type of document.
create function compare(query text, out verdict text, out answer text, out path text) language plpgsql as $$
declare
	form text; form_of_stock text; before jsonb; stock_query text; jbind_query text; stock text; jbind text;
	answers text[]; paths text[]; differences text;
begin
	foreach form in array '{json,jsonb,text}'::text[] loop
		form_of_stock := replace(form, 'text', 'json');
		stock_query := regexp_replace(replace(query, '::document', '::' || form_of_stock),
			'\m((populate|to)_record(set)?\()', form_of_stock || '_\1', 'g');
		jbind_query := replace(regexp_replace(replace(query, '::document', '::' || form),
			'\m((populate|to)_record(set)?\()', 'jbind_\1', 'g'), 'jbind_populate_record(', 'jbind_populate(');
		stock := outcome(stock_query);
		before := coalesce(work_done(), '{}');
		jbind := outcome(jbind_query);
		paths := paths || path_since(before);
		answers := answers || shown(stock);
		if stock <> jbind then
			null;
		elsif stock not like 'ERROR%' then
			jbind := case when same_image(stock_query, jbind_query) then stock else 'other bytes' end;
		else
			jbind := outcome(jbind_query);
		end if;
		if stock <> jbind then
			differences := concat_ws('; ', differences, form || ': ' || jbind);
		end if;
	end loop;
	verdict := coalesce('DIFFERENT: ' || differences, 'same');
	answer := in_all_forms(answers);
	path := in_all_forms(paths);
end $$;

-- the four functions: a base as an expression, or a column definition list; and the document
create function compare_populate(base text, doc text, out verdict text, out answer text, out path text) language sql as $$
	select * from test.compare(format('select populate_record(%s, %L::document)', base, doc))
$$;

create function compare_populate_recordset(base text, doc text, out verdict text, out answer text, out path text) language sql as $$
	select * from test.compare(format('select array_agg(whole_row) from populate_recordset(%s, %L::document) whole_row', base, doc))
$$;

create function compare_to_record(columns text, doc text, out verdict text, out answer text, out path text) language sql as $$
	select * from test.compare(format('select whole_row from to_record(%L::document) as whole_row(%s)', doc, columns))
$$;

create function compare_to_recordset(columns text, doc text, out verdict text, out answer text, out path text) language sql as $$
	select * from test.compare(format('select array_agg(whole_row) from to_recordset(%L::document) as whole_row(%s)', doc, columns))
$$;
\set ECHO all
