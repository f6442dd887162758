-- The one session of 87_leaks.sh; psql variables: calls (of each), rounds (of types).
load 'jbind';
select format('call leaks.loop(%L, %L, false, %s)', what || ', loop', call, :calls) from leaks.calls where what <> 'accelerated' order by n \gexec
select format('call leaks.query(%L, %L, %s)', what || ', one query', call, :calls) from leaks.calls where what <> 'accelerated' order by n \gexec
select format('call leaks.loop(%L, %L, true, %s)', what || ', bad input', bad, :calls) from leaks.calls where bad is not null and what <> 'accelerated' order by n \gexec
set jbind.accelerate_stock = on;
select format('call leaks.loop(%L, %L, false, %s)', what || ', loop', call, :calls) from leaks.calls where what = 'accelerated' \gexec
select format('call leaks.query(%L, %L, %s)', what || ', one query', call, :calls) from leaks.calls where what = 'accelerated' \gexec
select format('call leaks.loop(%L, %L, true, %s)', what || ', bad input', bad, :calls) from leaks.calls where what = 'accelerated' \gexec
reset jbind.accelerate_stock;
-- other ways: errors that end a statement of the client's, and settings that make codecs anew
call leaks.loop('settings', '(set_config(''jbind.disable_readers'', case i % 2 when 0 then ''int4'' else '''' end, false) || jbind_populate(null::leaks.part, DOC)::text)', false, :calls);
call leaks.loop('stock through jbind', '(set_config(''jbind.enabled'', case i % 2 when 0 then ''off'' else ''on'' end, false) || jbind_populate(null::leaks.part, DOC)::text)', false, :calls);
reset jbind.enabled;
reset jbind.disable_readers;
call leaks.types(:rounds);
-- prepared statements that stay are a leak: 2,000 of them
do $$
declare
	before bigint := leaks.contexts();
begin
	for i in 1 .. 2000 loop
		execute format('prepare leak_%s as select jbind_populate(null::leaks.row_type, $1)', i);
		execute format('execute leak_%s(''{}'')', i);
	end loop;
	insert into leaks.planted values (leaks.contexts() - before);
end $$;
