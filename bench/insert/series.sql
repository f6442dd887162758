-- What is compared: whole statements. The floor is an insert of the same rows from a table.
create procedure pg_temp.add_insert(name text, stock text, jbind text) language sql as $$
  insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
  select 'insert', name, count(*), format('select bench.fill(''insert_target'', %L)', stock), format('select bench.fill(''insert_target'', %L)', jbind),
         'select bench.fill(''insert_target'', ''insert into %s table insert_rows'')',
         format('select * from bench.fill_agreement(%L, %L)', stock, jbind)
    from ord10_json
$$;

create procedure pg_temp.add_copy(stock text, format text) language sql as $$
  insert into bench.peer
  select number, 'COPY ' || format, format('select bench.fill(''insert_target'', %L)', copy), format('select * from bench.fill_agreement(%L, %L)', stock, copy)
    from (select max(number) as number from bench.series) last, format('copy %%s from %L (format %s)', current_setting('data_directory') || '/insert.' || format, format) copy
$$;

\set stock '''insert into %s select r.* from ord10_json, json_populate_record(null::ord10, doc) r'''
call pg_temp.add_insert('lateral', :stock, 'insert into %s select r.* from ord10_json, jbind_populate(null::ord10, doc) r');
call pg_temp.add_copy(:stock, 'csv');
call pg_temp.add_copy(:stock, 'text');
call pg_temp.add_insert('subquery', 'insert into %s select (r).* from (select json_populate_record(null::ord10, doc) as r from ord10_json offset 0) d',
                                    'insert into %s select (r).* from (select jbind_populate(null::ord10, doc) as r from ord10_json offset 0) d');
