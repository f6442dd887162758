-- The functions whose labels differ from those of the stock function that they stand for, one a line. In the text form
-- stock would have the cast's cost to bear: none is asked for.
with pairs(jbind, stock) as (values
	('jbind_populate', 'populate_record'), ('jbind_populate_recordset', 'populate_recordset'),
	('jbind_to_record', 'to_record'), ('jbind_to_recordset', 'to_recordset'))
select j.oid::regprocedure, j.provolatile, j.proparallel, j.proisstrict, j.proretset, j.procost, j.prorows, j.proleakproof, j.prosecdef,
	s.oid::regprocedure, s.provolatile, s.proparallel, s.proisstrict, s.proretset, s.procost, s.prorows
from pairs
join pg_proc j on j.proname = pairs.jbind
join pg_proc s on s.proname = case when 'jsonb'::regtype = any (j.proargtypes) then 'jsonb_' else 'json_' end || pairs.stock
where (j.provolatile, j.proparallel, j.proisstrict, j.proretset, j.procost, j.prorows, j.proleakproof, j.prosecdef, j.provariadic, j.prorettype)
	is distinct from (s.provolatile, s.proparallel, s.proisstrict, s.proretset, s.procost, s.prorows, s.proleakproof, s.prosecdef, s.provariadic, s.prorettype);
