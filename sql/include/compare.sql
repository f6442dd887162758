-- Compares jbind with stock, which is the oracle, and says which way jbind went.
set client_min_messages = warning;
create extension if not exists jbind;
reset client_min_messages;
set datestyle = 'ISO, MDY';
set timezone = 'UTC';
set intervalstyle = 'postgres';
set jbind.error_context = off;
\set VERBOSITY terse

-- The answer to a call: all its rows as one record, or the whole error.
create function pg_temp.answer(call text, columns text, out rows record, out error text, out shown text) language plpgsql as $$
declare answer record; state text; message text; detail text; hint text;
begin
  execute format($q$ select row(array_agg(r)) as rows, coalesce(string_agg(r::text, ' '), 'no rows') as shown from %s r%s $q$, call, columns) into answer;
  rows := answer.rows;
  shown := answer.shown;
exception when others then
  get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail, hint = pg_exception_hint;
  error := concat_ws(' | ', 'ERROR ' || state || ': ' || message, nullif(detail, ''), nullif(hint, ''));
end $$;

create function pg_temp.tally(out documents numeric, out left_to_stock numeric, out stock_values numeric) language sql as $$
  select coalesce(sum(c.documents), 0), coalesce(sum(c.stock_documents), 0), coalesce(sum(c.stock_values), 0) from jbind_codecs() c
$$;

-- One case by one form of document: whether jbind answers as stock does, and its path.
create function pg_temp.one(function text, form text, base text, document text, columns text, out verdict text, out path text, out answer text)
language plpgsql as $$
declare
  stock text := case form when 'jsonb' then 'jsonb_' else 'json_' end || case function when 'populate' then 'populate_record' else function end;
  arguments text := case when base is null then '' else base || ', ' end;
  list text := case when columns is null then '' else '(' || columns || ')' end;
  theirs record; ours record; before record; after record;
begin
  theirs := pg_temp.answer(format('%s(%s%L::%s)', stock, arguments, document, case form when 'jsonb' then 'jsonb' else 'json' end), list);
  before := pg_temp.tally();
  ours := pg_temp.answer(format('jbind_%s(%s%L::%s)', function, arguments, document, form), list);
  after := pg_temp.tally();
  verdict := case when (theirs.error is not distinct from ours.error) and (theirs.error is not null or theirs.rows *= ours.rows)
                  then 'same' else 'DIFFERENT: ' || coalesce(ours.error, ours.shown) end;
  path := case when after.left_to_stock > before.left_to_stock then 'left to stock'
               when after.documents = before.documents then 'not bound'
               when after.stock_values > before.stock_values then (after.stock_values - before.stock_values) || ' by stock'
               else 'native' end;
  answer := coalesce(theirs.error, theirs.shown);
end $$;

-- One case by all three forms; the verdict and the path are told once when they agree.
create function pg_temp.bind(function text, base text, document text, columns text default null, out verdict text, out path text, out answer text)
language sql as $$
  select case when count(distinct verdict) = 1 then min(verdict) else string_agg(form || ': ' || verdict, ', ' order by form) end,
         case when count(distinct path) = 1 then min(path) else string_agg(form || ': ' || path, ', ' order by form) end,
         case when count(distinct answer) = 1 then min(answer) else string_agg(form || ': ' || answer, E'\n' order by form) end
    from (values ('json'), ('jsonb'), ('text')) f(form), lateral pg_temp.one(function, form, base, document, columns)
$$;
