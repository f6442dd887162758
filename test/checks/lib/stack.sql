-- Little stack left: calls of stock's function and of jbind's below more and more calls of a PL/pgSQL function.
create schema stack;
create table stack.verdict (name text, depth int, stock text, jbind text, answer text);

create type stack.leaf as (a int, j json, b jsonb, l int[]);
create type stack.row_0 as (a int);
do $$
begin
	for n in 1 .. 60 loop
		execute format('create type stack.row_%s as (a int, rows stack.row_%s[])', n, n - 1);
	end loop;
end $$;

create function stack.below(depth int, query text, document text) returns text language plpgsql as $$
declare
	answer text;
begin
	if depth > 0 then return stack.below(depth - 1, query, document); end if;
	execute query into answer using document;
	return answer;
end $$;

create function stack.outcome(depth int, query text, document text) returns text language plpgsql as $$
begin
	return md5(stack.below(depth, query, document));
exception when others then
	return sqlstate || ' ' || sqlerrm;
end $$;

create function stack.compare(name text, type text, document text, depth int) returns void language plpgsql as $$
declare
	stock_query text := format('select to_json(json_populate_record(null::%s, $1::json))::text', type);
	jbind_query text := format('select to_json(jbind_populate(null::%s, $1::json))::text', type);
	stock text; jbind text;
begin
	perform set_config('max_stack_depth', '100kB', false);
	stock := stack.outcome(depth, stock_query, document);
	jbind := stack.outcome(depth, jbind_query, document);
	perform set_config('max_stack_depth', '2MB', false);
	insert into stack.verdict values (name, depth, stock, jbind, stack.outcome(0, stock_query, document));
end $$;

-- a session's first calls need more stack than the later ones
select stack.outcome(0, format('select to_json(%s(null::%s, $1::json))::text', f, t), '{"a":1,"j":[],"b":[],"l":[1],' || repeat('"rows":[{', 60) || repeat('}]', 60) || '}')
	from unnest(array['json_populate_record', 'jbind_populate']) f, unnest(array['stack.leaf', 'stack.row_1', 'stack.row_20', 'stack.row_60']) t \g /dev/null

do $$
declare
	levels int;
begin
	for depth in 0 .. 50 loop
		foreach levels in array array[1, 20, 60, 125] loop
			perform stack.compare('unknown member, levels ' || levels, 'stack.leaf', '{"a":1,"u":' || repeat('[', levels) || repeat(']', levels) || '}', depth);
			perform stack.compare('json, levels ' || levels, 'stack.leaf', '{"j":' || repeat('{"k":', levels) || '1' || repeat('}', levels) || '}', depth);
			perform stack.compare('jsonb, levels ' || levels, 'stack.leaf', '{"b":' || repeat('{"k":', levels) || '1' || repeat('}', levels) || '}', depth);
			if levels <= 60 then
				perform stack.compare('rows in rows, levels ' || levels, 'stack.row_' || levels, repeat('{"a":1,"rows":[', levels) || '{"a":2}' || repeat(']}', levels), depth);
			end if;
		end loop;
	end loop;
end $$;
