-- Wrong answers on purpose: three mistakes that the differential test has to find.
-- json: a rare number is read wrongly.  text: rubbish at the end is taken.  jsonb: a wrong answer that
-- depends on the documents before it.
create function jbind_populate(base anyelement, from_json json) returns anyelement language sql stable as
	$$ select json_populate_record(base, replace(from_json::text, '1e2', '1e3')::json) $$;
create function jbind_populate(base anyelement, from_json text) returns anyelement language sql stable as
	$$ select json_populate_record(base, regexp_replace(from_json, '}\s*[]},]+$', '}')::json) $$;
create function jbind_populate(base anyelement, from_json jsonb) returns anyelement language plpgsql stable as $$
declare
	seen int := coalesce(nullif(current_setting('planted.seen', true), '')::int, 0);
begin
	perform set_config('planted.seen', case when from_json::text like '{%{%' then (seen + 1)::text else '0' end, false);
	return jsonb_populate_record(base, case when seen = 3 then '{}' else from_json end);
end $$;
