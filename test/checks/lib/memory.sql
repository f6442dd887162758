-- memory(): bytes in jbind's own memory contexts (and below them) and in all, of this backend.
-- Made in the first schema of search_path.  Version 18 replaced the column "parent" by "path".
do $do$
declare
	below text := case when exists (select from pg_attribute where attrelid = 'pg_backend_memory_contexts'::regclass and attname = 'parent')
		then 'c.parent ilike ''%jbind%'''
		else 'exists (select from pg_backend_memory_contexts p where p.name ilike ''%jbind%'' and p.path[cardinality(p.path)] = any (c.path))' end;
begin
	execute format($f$create function memory(out jbind bigint, out everything bigint) language sql as
		$$ select coalesce(sum(total_bytes) filter (where c.name ilike '%%jbind%%' or %s), 0)::bigint, sum(total_bytes)::bigint from pg_backend_memory_contexts c $$ $f$, below);
end $do$;
