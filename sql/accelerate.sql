-- accelerate: calls of the stock functions become calls of jbind when they are planned
\i sql/include/compare.sql
create type accelerated as (a int, b text);
set jbind.accelerate_stock = on;
explain (costs off, verbose) select json_populate_record(null::accelerated, '{"a":1}');
explain (costs off, verbose) select * from jsonb_to_recordset('[]') as x(a int);
prepare p(text) as select * from json_to_recordset($1::json) as x(a int, b text);
set plan_cache_mode = force_generic_plan;
explain (costs off, verbose) execute p('[]');
execute p('[{"a":1,"b":"x"}]');
set jbind.accelerate_stock = off;
explain (costs off, verbose) execute p('[]');
set jbind.accelerate_stock = on;
create view accelerated_view as select json_populate_record(null::accelerated, '{"a":2}') r;
explain (costs off, verbose) select * from accelerated_view;
select pg_get_viewdef('accelerated_view') like '%json_populate_record%' as stock_on_disk;
select * from accelerated_view;
drop view accelerated_view;
deallocate p;
reset jbind.accelerate_stock; reset plan_cache_mode;
drop type accelerated;
drop schema test cascade;
