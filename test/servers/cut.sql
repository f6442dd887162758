-- Every document is the first that a new codec sees (jbind_reset), as a codec that had to step back stops trying.
create schema cut;
create table cut.verdict (type text, document text, difference text);

create type cut.inner_type as (x int2, y text);
create type cut.flat as (a int, b text, c bool, d date, f float8, n numeric(9,2), u uuid, ts timestamp, tz timestamptz, i8 int8, f4 float4, vc varchar(5), bc char(7), nm name, by bytea, o oid, ch "char", tm time, j json);
create type cut.deep as (a int, jb jsonb, s cut.inner_type, ss cut.inner_type[], ia int[], ta text[], jbs jsonb[]);

create function cut.outcome(query text, document text) returns text language plpgsql as $$
declare
	answer text;
begin
	execute query into answer using document;
	return answer;
exception when others then
	return sqlstate || ' ' || sqlerrm;
end $$;

create procedure cut.compare(type text, document text) language plpgsql as $$
declare
	stock text := cut.outcome(format('select json_populate_record(null::%s, $1::json)::text', type), document);
	jbind text;
begin
	perform jbind_reset();
	jbind := cut.outcome(format('select jbind_populate(null::%s, $1)::text', type), document);
	insert into cut.verdict values (type, document, case when stock is distinct from jbind then format('stock: %s, jbind: %s', stock, jbind) end);
end $$;

create procedure cut.at_every_byte(type text, document text, step int) language plpgsql as $$
begin
	for i in 1 .. length(document) by step loop
		call cut.compare(type, left(document, i));
		call cut.compare(type, left(document, i) || '}');
		call cut.compare(type, left(document, i) || '"}');
	end loop;
	call cut.compare(type, document);
end $$;

call cut.at_every_byte('cut.flat', '{"a":12,"b":"text that is somewhat longer","c":true,"d":"2024-02-29","f":1.5,"n":12.345,"u":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","ts":"2024-01-01T12:13:14.5","tz":"2024-01-01T12:13:14Z"}', 1);
call cut.at_every_byte('cut.flat', '{"i8":123456789012,"f4":0.25,"vc":"abc","bc":"x\n","nm":"nam","by":"\\x0011223344556677","o":77,"ch":"x","tm":"23:59:59.999999","j":[1,"\u0041"]}', 1);
call cut.at_every_byte('cut.deep', '{"a":1,"jb":{"k":[1,2.5,"s\n",null],"kk":{}},"s":{"x":1,"y":"q"},"ss":[{"x":2},null],"ia":[[1],[2]],"ta":["a","b"],"jbs":[1,{"z":[]}]}', 1);

-- each kind of value at the very end of the document
do $$
declare
	type text; value text; rest text;
begin
	foreach type in array array['int', 'text', 'bool', 'date', 'float8', 'numeric(9,2)', 'uuid', 'timestamptz', 'jsonb', 'int8', 'float4', 'char(7)', 'char(700)', 'bytea', 'time'] loop
		execute format('create type cut.one as (k %s)', type);
		foreach value in array array['', ' ', '12', '1.5', '123456789012345678', 'true', 'tru', 'fals', 'nul', '"', '"0123456789abcdef', '"x"', '"2024-01-01T00:00:00Z', '"2024-01-01"', '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"', '"\\x00ff"', '-', '1e5', '"12:13:14"', '"\u0041\n"', '[1', '{"q":1}'] loop
			foreach rest in array array['', '}', ' }', ','] loop
				call cut.compare('cut.one', '{"k":' || value || rest);
			end loop;
		end loop;
		drop type cut.one;
	end loop;
end $$;

-- what goes to disk has no byte that nobody wrote
create table cut.kept as select jbind_populate(null::cut.flat, '{"a":1,"c":true,"f":1.5,"ch":"x","by":"\\x00","i8":1}') flat,
	jbind_populate(null::cut.deep, '{"a":1,"ss":[{"x":1,"y":"q"},{"x":2}],"ia":[1,null,3],"s":{"y":"z"},"jb":{"a":1.5,"bb":[true,"x"]}}') deep;
checkpoint;
