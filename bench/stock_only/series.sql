-- What is compared: one call a row. A native reader for one of the columns would make this another scenario.
do $$
declare
  native text;
begin
  select string_agg(format('%s (%s)', column_name, reader), ', ') into native from jbind_describe('stock_only') where reader not like 'stock%';
  if native is not null then
    raise exception 'stock_only: these columns have a native reader: %', native;
  end if;
end $$;
\set jbind '''jbind_populate(null::stock_only, doc)'''
call bench.add_calls('stock_only', 'json', 'stock_only_json', 'json_populate_record(null::stock_only, doc)', :jbind);
call bench.add_calls('stock_only', 'text', 'stock_only_text', 'json_populate_record(null::stock_only, doc::json)', :jbind);
call bench.add_calls('stock_only', 'jsonb', 'stock_only_jsonb', 'jsonb_populate_record(null::stock_only, doc)', :jbind);
