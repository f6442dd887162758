-- What is compared: an assignment in a loop over a query, and in a loop over an array.
insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
select 'plpgsql', 'loop', count(*), 'select bench.loop_stock()', 'select bench.loop_jbind()', 'select bench.loop_floor()',
       bench.calls_agree('ord10_cached', 'json_populate_record(null::ord10, doc)', 'jbind_populate(null::ord10, doc)')
  from ord10_cached;
insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement, argument, argument_type)
select 'plpgsql', 'assignment', documents, 'select bench.assign_stock(argument)', 'select bench.assign_jbind(argument)', 'select bench.assign_floor(argument)',
       agreement, 'select array_agg(doc) from ord10_cached', 'json[]'
  from bench.series where scenario = 'plpgsql';
