-- What PostgREST and Slonik send: a column definition list, prepared (bench.measure keeps the plan).
create function pg_temp.add_list(form text, size int, cast_to text) returns void language sql as $$
  insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
  select 'typed_list', form || ' ' || size, (select sum(rows) from typed_list_json where rows = size),
         format('select count(*) from typed_list_%s t, %s_to_recordset(doc%s) as x(id int8, email text, total numeric(10,2), at timestamptz) where t.rows = %s', form, case form when 'jsonb' then 'jsonb' else 'json' end, cast_to, size),
         format('select count(*) from typed_list_%s t, jbind_to_recordset(doc) as x(id int8, email text, total numeric(10,2), at timestamptz) where t.rows = %s', form, size),
         format('select count(doc) from typed_list_%s t where t.rows = %s', form, size),
         format('select count(*) filter (where s *= j), count(*) from (select row(min(s)) s, row(min(j)) j from typed_list_%s t, lateral (select array_agg(x) s from %s_to_recordset(doc%s) as x(id int8, email text, total numeric(10,2), at timestamptz)) a, '
                'lateral (select array_agg(x) j from jbind_to_recordset(doc) as x(id int8, email text, total numeric(10,2), at timestamptz)) b where t.rows = %s group by t.ctid) c', form, case form when 'jsonb' then 'jsonb' else 'json' end, cast_to, size)
$$;
select pg_temp.add_list(form, size, cast_to) from (values ('json', ''), ('text', '::json'), ('jsonb', '')) f(form, cast_to), (values (1), (10), (1000), (10000)) s(size);
