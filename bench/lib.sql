-- The measuring of two queries against each other, shared by all scenarios (and by quickstart.sh).
--
-- A series is one comparison: the stock query, the jbind query, the floor (the same scan without a call) and a query that
-- says how many rows agree. bench.measure checks first that all rows agree, then alternates the three in this session;
-- every execution is one sample. A sample repeats its query until it lasts bench.measure's target, as a short one says
-- nothing; the plan is kept from one repetition to the next, as a prepared statement's is.
\set ON_ERROR_STOP on
set client_min_messages = warning;
create schema bench;

create table bench.series
(
  number int generated always as identity primary key,
  scenario text not null,
  name text not null,
  documents bigint not null,   -- how many documents one execution converts
  stock text not null,
  jbind text not null,
  floor text not null,
  agreement text not null,     -- gives two numbers: rows that are equal by record image, rows in all
  unique (scenario, name)
);

create table bench.sample
(
  series int not null references bench.series,
  engine text not null check (engine in ('floor', 'stock', 'jbind')),
  round int not null,
  repetitions int not null,
  milliseconds float8 not null -- of all repetitions
);

-- The usual series: one call for each row of a table, with the row's document in column doc. count() takes the composite
-- as it is, so the call is evaluated once a row and nothing is taken apart.
create procedure bench.add_calls(scenario text, name text, source regclass, stock_call text, jbind_call text)
language plpgsql as $$
declare
  documents bigint;
begin
  execute format('select count(*) from %s', source) into documents;
  insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
  values (scenario, name, documents,
          format('select count(%s) from %s', stock_call, source),
          format('select count(%s) from %s', jbind_call, source),
          format('select count(doc) from %s', source),
          format('select count(*) filter (where s *= j), count(*) from (select %s as s, %s as j from %s offset 0) both_answers',
                 stock_call, jbind_call, source));
end $$;

-- Both answers must agree in every row; an empty table proves nothing.
create procedure bench.check_agreement(wanted bench.series)
language plpgsql as $$
declare
  agreeing bigint;
  total bigint;
begin
  execute wanted.agreement into agreeing, total;
  if agreeing is distinct from total or total = 0 then
    raise exception 'series %: % of % rows agree with stock', wanted.name, agreeing, total;
  end if;
end $$;

-- Makes pg_temp.bench_FLOOR|STOCK|JBIND(repetitions) of the three queries.
create procedure bench.prepare(wanted bench.series)
language plpgsql as $$
declare
  engine text;
  query text;
begin
  for engine, query in values ('floor', wanted.floor), ('stock', wanted.stock), ('jbind', wanted.jbind) loop
    execute format($function$
      create or replace function pg_temp.bench_%s(repetitions int) returns bigint language plpgsql as $body$
      declare
        answer bigint;
      begin
        for i in 1..repetitions loop
          answer := (%s);
        end loop;
        return answer;
      end $body$ $function$, engine, query);
  end loop;
end $$;

create procedure bench.run(engine text, repetitions int, inout milliseconds float8)
language plpgsql as $$
declare
  began timestamptz;
begin
  began := clock_timestamp();
  execute format('select pg_temp.bench_%s(%s)', engine, repetitions);
  milliseconds := 1000 * extract(epoch from clock_timestamp() - began);
end $$;

-- How many repetitions make a sample of the wanted length. The first execution only warms up.
create procedure bench.calibrate(engine text, target_milliseconds float8, inout repetitions int)
language plpgsql as $$
declare
  milliseconds float8;
begin
  call bench.run(engine, 1, milliseconds);
  call bench.run(engine, 1, milliseconds);
  repetitions := greatest(1, ceil(target_milliseconds / greatest(milliseconds, 0.001)));
end $$;

-- Checks and measures one series. Stock and jbind take turns in going first.
create procedure bench.measure(wanted bench.series, rounds int, target_milliseconds float8)
language plpgsql as $$
declare
  floor_repetitions int;
  stock_repetitions int;
  jbind_repetitions int;
  engine text;
  engine_repetitions int;
  milliseconds float8;
begin
  call bench.check_agreement(wanted);
  call bench.prepare(wanted);
  call bench.calibrate('floor', target_milliseconds / 2, floor_repetitions);
  call bench.calibrate('stock', target_milliseconds, stock_repetitions);
  call bench.calibrate('jbind', target_milliseconds, jbind_repetitions);
  for round in 1..rounds loop
    for engine, engine_repetitions in
      select e, r
        from (values ('stock', stock_repetitions, 1), ('jbind', jbind_repetitions, 2), ('floor', floor_repetitions, 3)) v(e, r, place)
       order by case when place < 3 and round % 2 = 0 then 3 - place else place end
    loop
      call bench.run(engine, engine_repetitions, milliseconds);
      insert into bench.sample values (wanted.number, engine, round, engine_repetitions, milliseconds);
    end loop;
  end loop;
end $$;

-- Measures every series of a scenario that was not measured yet.
create procedure bench.measure_scenario(wanted text, rounds int, target_milliseconds float8)
language plpgsql as $$
declare
  one bench.series;
begin
  for one in
    select * from bench.series s
     where s.scenario = wanted and not exists (select from bench.sample x where x.series = s.number)
     order by number
  loop
    call bench.measure(one, rounds, target_milliseconds);
  end loop;
end $$;

-- Nanoseconds a document: minimum and median of the rounds.
create view bench.figure as
select scenario, series.number, name, documents, engine,
       min(nanoseconds) as minimum,
       percentile_cont(0.5) within group (order by nanoseconds) as median
  from bench.series
  join (select series, engine, 1000000 * milliseconds / repetitions as per_execution from bench.sample) s on s.series = series.number
 cross join lateral (select per_execution / documents as nanoseconds) n
 group by scenario, series.number, name, documents, engine;

-- One line a series. The ratio is that of the minima; "net" is without the floor, the scan that both sides do.
create view bench.report as
select s.scenario, s.name as series, s.documents,
       round(s.minimum) as "stock min ns", round(s.median) as "stock median ns",
       round(j.minimum) as "jbind min ns", round(j.median) as "jbind median ns",
       round(f.minimum) as "floor ns",
       round((s.minimum / j.minimum)::numeric, 2) as ratio,
       round(((s.minimum - f.minimum) / nullif(greatest(j.minimum - f.minimum, 0), 0))::numeric, 2) as "net ratio"
  from bench.figure s
  join bench.figure j using (number)
  join bench.figure f using (number)
 where s.engine = 'stock' and j.engine = 'jbind' and f.engine = 'floor'
 order by number;

-- The raw samples, as they are written to a file.
create view bench.raw as
select scenario, name as series, documents, engine, round, repetitions, milliseconds
  from bench.sample join bench.series on number = series
 order by number, round, engine;
