-- A set of abbreviations in which T and Z are time zones (letters.sh makes its file) comes and goes in the middle of one
-- statement: between documents, between the elements of a recordset, and, by a CHECK, between two columns.
create schema letters;
create table letters.verdict (name text, stock text, jbind text);

create function letters.use(name text) returns bool language plpgsql as $$
begin
	perform set_config('timezone_abbreviations', name, false);
	return true;
end $$;

create domain letters.setting as text check (letters.use(value));
create type letters.moments as (s letters.setting, d date, t time, tz timetz, ts timestamp, tsz timestamptz, s2 letters.setting, tsz2 timestamptz);
create type letters.plain as (d date, t time, tz timetz, ts timestamp, tsz timestamptz);

create function letters.outcome(query text) returns text language plpgsql as $$
declare
	answer text;
begin
	perform set_config('timezone_abbreviations', 'Default', false);
	execute query into answer;
	return answer;
exception when others then
	return sqlstate || ' ' || sqlerrm;
end $$;

-- the query, with stock's function and with jbind's in the place of "@"
create function letters.compare(name text, query text) returns void language plpgsql as $$
begin
	insert into letters.verdict values (name, letters.outcome(replace(query, '@', 'json')), letters.outcome(replace(query, '@', 'jbind')));
end $$;

create function letters.json_one(base anyelement, document text) returns anyelement language sql as $$ select json_populate_record(base, document::json) $$;
create function letters.jbind_one(base anyelement, document text) returns anyelement language sql as $$ select jbind_populate(base, document) $$;
create function letters.json_many(base anyelement, document text) returns setof anyelement language sql as $$ select * from json_populate_recordset(base, document::json) $$;
create function letters.jbind_many(base anyelement, document text) returns setof anyelement language sql as $$ select * from jbind_populate_recordset(base, document) $$;

-- one column at a time, as the first error would hide the others
do $$
declare
	member text; sets text;
begin
	foreach member in array array['"d":"2024-01-02T"', '"d":"2024-01-02"', '"t":"10:11:12Z"', '"t":"T10:11:12"', '"tz":"10:11:12Z"', '"tz":"10:11:12T"', '"ts":"2024-01-02T10:11:12"', '"ts":"2024-01-02 10:11:12Z"',
			'"tsz":"2024-01-02T10:11:12Z"', '"tsz":"2024-01-02 10:11:12Z"', '"tsz":"2024-01-02T10:11:12+02"', '"tsz":"2024-01-02 10:11:12T"'] loop
		foreach sets in array array['Default', 'Letters', 'Default,Letters', 'Letters,Default', 'Default,Letters,Default', 'India,Letters,Letters'] loop
			perform letters.compare('between documents, ' || sets || ': ' || member,
				format($q$ select string_agg(letters.@_one(null::letters.plain, case when letters.use(s) then %L end)::text, ' ' order by n) from unnest(string_to_array(%L, ',')) with ordinality u(s, n) $q$,
					'{' || member || '}', sets));
			perform letters.compare('in a recordset, ' || sets || ': ' || member,
				format($q$ select string_agg(r::text, ' ') from letters.@_many(null::letters.moments, %L) r $q$,
					(select '[' || string_agg(format('{"s":"%s",%s}', s, member), ',') || ']' from unnest(string_to_array(sets, ',')) s)));
		end loop;
		perform letters.compare('between columns: ' || member, format($q$ select letters.@_one(null::letters.moments, %L)::text $q$, '{"s":"Letters",' || member || '}'));
	end loop;
	perform letters.compare('between columns and back', $q$ select letters.@_one(null::letters.moments, '{"s":"Letters","tsz":"2024-01-02 10:11:12Z","s2":"Default","tsz2":"2024-01-02 10:11:12Z"}')::text $q$);
	perform letters.compare('rolled back', $q$ select letters.@_one(null::letters.plain, '{"tsz":"2024-01-02 10:11:12Z"}')::text || letters.outcome('select letters.use(''Letters'') and 1 / 0 = 1')
		|| letters.@_one(null::letters.plain, '{"tsz":"2024-01-02 10:11:12Z"}')::text $q$);
end $$;
