-- Sessions that bind and sessions that change what is bound: 80_sessions.sh runs these procedures side by side.
create schema sessions;
create type sessions.mood as enum ('sad', 'ok');
create function sessions.is_small(int) returns bool language sql as 'select $1 < 100';
create domain sessions.small as int check (sessions.is_small(value));
create type sessions.part as (x int, y text);
create table sessions.whole (n int, p sessions.part, ps sessions.part[], e sessions.mood, s sessions.small, t text);
create type sessions.renewed as (a int, b text);

create table sessions.docs (id serial, doc text);
insert into sessions.docs (doc) values
	('{"n":1,"p":{"x":5,"y":"why","z":7},"ps":[{"x":1},{"z":3,"y":"2"}],"e":"ok","s":12,"t":"text","added":5}'),
	('{"n":1,"p":{"x":"5"},"e":"fine","s":50,"t":"t","a":1,"b":"b","c":"2020-01-01"}'),
	('{"added":9,"t":"x","e":"sad","n":3,"a":5,"c":7}'),
	('{"n":1,"s":99,"e":"happy"}'),
	('{"n":"12","ps":[],"p":null,"renamed":"yes","x":1,"b":{"q":[1,2]}}');

create table sessions.done (what text, times bigint, wrong bigint, failed bigint, example text);

create function sessions.outcome(query text) returns text language plpgsql as $$
declare
	answer text; detail text;
begin
	execute query into answer;
	return answer;
exception when others then
	get stacked diagnostics detail = pg_exception_detail;
	return concat_ws(' / ', sqlstate, sqlerrm, detail);
end $$;

-- one statement that asks stock, jbind and stock again; with a document that none takes it is an error
create function sessions.question(row_type text, form text) returns text language sql as $$
	select format('select %1$s(null::sessions.%2$s, doc::%3$s)::text, jbind_populate(null::sessions.%2$s, doc::%4$s)::text, %1$s(null::sessions.%2$s, doc::%3$s)::text from sessions.docs where id = $1',
		replace(stock, 'text', 'json') || '_populate_record', row_type, stock, form)
	from (select case form when 'text' then 'json' else form end as stock) s
$$;

create procedure sessions.bind(seconds float, guarded bool, form text) language plpgsql as $$
declare
	until timestamptz := clock_timestamp() + make_interval(secs => seconds);
	times bigint := 0; wrong bigint := 0; failed bigint := 0; example text;
	row_type text; id int; before text; jbind text; after text;
	stock text := case form when 'text' then 'json' else form end;
begin
	while clock_timestamp() < until loop
		foreach row_type in array array['whole', 'part', 'renewed'] loop
			for id in 1 .. 5 loop
				times := times + 1;
				begin
					if guarded then
						perform pg_advisory_xact_lock_shared(80);
						before := sessions.outcome(format('select %s_populate_record(null::sessions.%s, doc::%s)::text from sessions.docs where id = %s', stock, row_type, stock, id));
						jbind := sessions.outcome(format('select jbind_populate(null::sessions.%s, doc::%s)::text from sessions.docs where id = %s', row_type, form, id));
						after := before;
						failed := failed + (before ~ '^[0-9A-Z]{5} / ')::int;
					else
						-- several changes may come between two calls of one statement, but not time and again
						for attempt in 1 .. 3 loop
							execute sessions.question(row_type, form) into before, jbind, after using id;
							exit when jbind is not distinct from before or jbind is not distinct from after;
						end loop;
					end if;
					if jbind is distinct from before and jbind is distinct from after then
						wrong := wrong + 1;
						example := format('%s %s %s: stock %s, jbind %s, stock %s', row_type, form, id, before, jbind, after);
					end if;
				exception when others then
					failed := failed + 1;
				end;
				commit;
			end loop;
		end loop;
	end loop;
	insert into sessions.done values ('bind ' || form, times, wrong, failed, example);
end $$;

create procedure sessions.change(seconds float, guarded bool, what text) language plpgsql as $$
declare
	until timestamptz := clock_timestamp() + make_interval(secs => seconds);
	times bigint := 0;
	change text;
	-- a list that ends as it began
	changes text[] := case what
		when 'rows' then array[
			'alter type sessions.part add attribute z int',
			'alter type sessions.part drop attribute z',
			'alter type sessions.part rename attribute y to renamed',
			'alter type sessions.part rename attribute renamed to y',
			'alter table sessions.whole add column added int default 4',
			'alter table sessions.whole alter column added type text',
			'alter table sessions.whole rename column added to renamed',
			'alter table sessions.whole drop column renamed',
			'alter table sessions.whole alter column t type varchar(1)',
			'alter table sessions.whole alter column t type text',
			'drop type sessions.renewed; create type sessions.renewed as (b jsonb, c date, a text)',
			'alter type sessions.renewed alter attribute b type text',
			'alter type sessions.renewed drop attribute c, add attribute d int[]',
			'drop type sessions.renewed; create type sessions.renewed as (a int, b text)']
		else array[
			'alter type sessions.mood rename value ''ok'' to ''fine''',
			'alter type sessions.mood rename value ''fine'' to ''ok''',
			'alter domain sessions.small add constraint tiny check (value < 20)',
			'alter domain sessions.small drop constraint tiny',
			'alter domain sessions.small set not null',
			'alter domain sessions.small drop not null',
			'create or replace function sessions.is_small(int) returns bool language sql as ''select $1 < 40''',
			'create or replace function sessions.is_small(int) returns bool language sql as ''select $1 < 100''',
			'alter function sessions.is_small(int) stable', 'alter function sessions.is_small(int) volatile'] end;
begin
	while clock_timestamp() < until loop
		foreach change in array changes loop
			if guarded then
				perform pg_advisory_xact_lock(80);
			end if;
			execute change;
			-- every third is done, taken back and done again
			if times % 3 = 0 then
				rollback;
				if guarded then
					perform pg_advisory_xact_lock(80);
				end if;
				execute change;
			end if;
			commit;
			times := times + 1;
		end loop;
		if what = 'values' and times < 500 then
			execute format('alter type sessions.mood add value if not exists %L', 'm' || times);
			commit;
		end if;
	end loop;
	insert into sessions.done values ('change ' || what, times, 0, 0);
end $$;
