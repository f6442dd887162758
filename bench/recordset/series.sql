create function pg_temp.add_set(name text, source text, stock_call text, jbind_call text) returns void language plpgsql as $$
declare
  n bigint;
begin
  execute format('select json_array_length(doc::text::json) from %s', source) into n;
  insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
  values ('recordset', name, n,
          format('select count(*) from %s, %s r', source, stock_call),
          format('select count(*) from %s, %s r', source, jbind_call),
          format('select sum(length(doc::text)) from %s', source),
          format('select count(*) filter (where s *= j), count(*) from %s, rows from (%s, %s) with ordinality b(i1, n1, s1, m1, a1, i2, n2, s2, m2, a2, o), '
                 'lateral (select row(i1, n1, s1, m1, a1)::recordset_item s, row(i2, n2, s2, m2, a2)::recordset_item j) c', source, stock_call, jbind_call));
end $$;
select pg_temp.add_set('json', 'recordset_json', 'json_populate_recordset(null::recordset_item, doc)', 'jbind_populate_recordset(null::recordset_item, doc)');
select pg_temp.add_set('text', 'recordset_text', 'json_populate_recordset(null::recordset_item, doc::json)', 'jbind_populate_recordset(null::recordset_item, doc)');
select pg_temp.add_set('jsonb', 'recordset_jsonb', 'jsonb_populate_recordset(null::recordset_item, doc)', 'jbind_populate_recordset(null::recordset_item, doc)');
