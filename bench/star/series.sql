-- What is compared: a record taken apart into its columns. PostgreSQL calls F once a column for (F(doc)).*.
create function pg_temp.columns(query text) returns text language sql
  return format('select count(id) + count(customer_id) + count(status) + count(total) + count(created) + count(paid) + count(rating) + count(ref) + count(note) + count(day) from (%s) d', query);

create procedure pg_temp.add(name text, source regclass, stock text, jbind text) language plpgsql as $$
declare
  n bigint;
begin
  execute format('select count(*) from %s', source) into n;
  insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
  values ('star', name, n, pg_temp.columns(stock), pg_temp.columns(jbind), format('select count(doc) from %s', source),
          format('select count(*) filter (where s *= j), count(*) from (select row_number() over (), d as s from (%s) d) a full join (select row_number() over (), d as j from (%s) d) b using (row_number)',
                 stock, jbind));
end $$;

call pg_temp.add('(f).*', 'ord10_cached', 'select (json_populate_record(null::ord10, doc)).* from ord10_cached offset 0',
                                          'select (jbind_populate(null::ord10, doc)).* from ord10_cached offset 0');
call pg_temp.add('lateral', 'ord10_cached', 'select r.* from ord10_cached, json_populate_record(null::ord10, doc) r offset 0',
                                            'select r.* from ord10_cached, jbind_populate(null::ord10, doc) r offset 0');
call pg_temp.add('subquery', 'ord10_cached', 'select (r).* from (select json_populate_record(null::ord10, doc) as r from ord10_cached offset 0) s offset 0',
                                             'select (r).* from (select jbind_populate(null::ord10, doc) as r from ord10_cached offset 0) s offset 0');
call pg_temp.add('create table as', 'ord10_json', 'select (json_populate_record(null::ord10, doc)).* from ord10_json offset 0',
                                                  'select (jbind_populate(null::ord10, doc)).* from ord10_json offset 0');
create table star_rows as select r.* from ord10_json, json_populate_record(null::ord10, doc) r;
update bench.series
   set stock = 'select bench.create_table_as(''select (json_populate_record(null::ord10, doc)).* from ord10_json'')',
       jbind = 'select bench.create_table_as(''select (jbind_populate(null::ord10, doc)).* from ord10_json'')',
       floor = 'select bench.create_table_as(''table star_rows'')'
 where scenario = 'star' and name = 'create table as';
