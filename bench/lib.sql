-- The measuring of two queries against each other, shared by all scenarios (and by quickstart.sh).
--
-- A series is one comparison: the stock query, the jbind query, the floor (the same scan without a call) and a query that
-- says how many rows agree; peers may stand beside, other ways to the same answer. bench.measure checks first that all
-- rows agree, then alternates all of them in this session; every execution is one sample. A sample repeats its query until
-- it lasts bench.measure's target, as a short one says nothing; the plan is kept from one repetition to the next, as a
-- prepared statement's is.
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
  argument text,               -- a query of one value that the others see as the variable "argument", as a client's parameter
  argument_type text not null default 'text',
  unique (scenario, name)
);

-- A further way to a series' answer. Its name is neither stock, jbind nor floor.
create table bench.peer
(
  series int not null references bench.series,
  engine text not null check (engine not in ('floor', 'stock', 'jbind')),
  query text not null,
  agreement text not null,     -- as that of the series
  primary key (series, engine)
);

create table bench.sample
(
  series int not null references bench.series,
  engine text not null,
  round int not null,
  repetitions int not null,
  milliseconds float8 not null -- of all repetitions
);

-- The agreement of two calls, one a row of a source.
create function bench.calls_agree(source text, one_call text, other_call text) returns text language sql as $$
  select format('select count(*) filter (where s *= j), count(*) from (select %s as s, %s as j from %s offset 0) both_answers',
                one_call, other_call, source)
$$;

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
          bench.calls_agree(source::text, stock_call, jbind_call));
end $$;

-- A further call beside the last series' two; it must give the same records.
create procedure bench.add_peer_call(engine text, source regclass, stock_call text, peer_call text)
language sql as $$
  insert into bench.peer
  select max(number), engine, format('select count(%s) from %s', peer_call, source), bench.calls_agree(source::text, stock_call, peer_call)
    from bench.series
$$;

-- A list in FROM: the document is one array, the argument, and each side turns it into rows.
create procedure bench.add_list(scenario text, name text, documents bigint, argument text, argument_type text, stock_from text, jbind_from text)
language sql as $$
  insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement, argument, argument_type)
  values (scenario, name, documents,
          format('select count(*) from %s', stock_from),
          format('select count(*) from %s', jbind_from),
          'select count(argument is null)',
          format('select count(*) filter (where s *= j), greatest(count(*), %s) '
                 'from (select row_number() over (), x as s from %s) a full join (select row_number() over (), x as j from %s) b using (row_number)',
                 documents, stock_from, jbind_from),
          argument, argument_type)
$$;

-- Makes pg_temp.bench_ENGINE(repetitions), which gives the milliseconds of the repetitions. The argument is made before.
create procedure bench.prepare(wanted bench.series, engine text, query text)
language plpgsql as $$
begin
  execute format($function$
    create or replace function pg_temp.%I(repetitions int) returns float8 language plpgsql as $body$
    declare
      argument %s := (%s);
      answer bigint;
      began timestamptz;
    begin
      began := clock_timestamp();
      for i in 1..repetitions loop
        answer := (%s);
      end loop;
      return 1000 * extract(epoch from clock_timestamp() - began);
    end $body$ $function$, 'bench_' || engine, wanted.argument_type, coalesce(wanted.argument, 'null'), query);
end $$;

create procedure bench.run(engine text, repetitions int, inout milliseconds float8)
language plpgsql as $$
begin
  execute format('select pg_temp.%I($1)', 'bench_' || engine) into milliseconds using repetitions;
end $$;

-- Both answers must agree in every row; an empty table proves nothing.
create procedure bench.check_agreement(wanted bench.series, agreement text)
language plpgsql as $$
declare
  agreeing bigint;
  total bigint;
begin
  execute format($function$
    create or replace function pg_temp.bench_agreement(out agreeing bigint, out total bigint) language plpgsql as $body$
    declare
      argument %s := (%s);
    begin
      select * from (%s) agreement(a, t) into agreeing, total;
    end $body$ $function$, wanted.argument_type, coalesce(wanted.argument, 'null'), agreement);
  execute 'select * from pg_temp.bench_agreement()' into agreeing, total;
  if agreeing is distinct from total or total = 0 then
    raise exception 'series %, %: % of % rows agree with stock', wanted.scenario, wanted.name, agreeing, total;
  end if;
end $$;

-- How many repetitions make a sample of the wanted length. The first execution only warms up, unless it is long.
create procedure bench.calibrate(engine text, target_milliseconds float8, inout repetitions int)
language plpgsql as $$
declare
  milliseconds float8;
begin
  call bench.run(engine, 1, milliseconds);
  if milliseconds < 2 * target_milliseconds then
    call bench.run(engine, 1, milliseconds);
  end if;
  repetitions := greatest(1, ceil(target_milliseconds / greatest(milliseconds, 0.001)));
end $$;

-- Checks and measures one series. Stock and jbind take turns in going first. After the third round it ends when its time
-- is used up. Each sample is a transaction, so that what it wrote is gone before the next.
create procedure bench.measure(wanted bench.series, rounds int, target_milliseconds float8, longest_seconds float8 default 5)
language plpgsql as $$
declare
  engines text[] := array['stock', 'jbind'];
  queries text[] := array[wanted.stock, wanted.jbind];
  repetitions int[];
  engine_repetitions int;
  began timestamptz;
  milliseconds float8;
  peer bench.peer;
  place int;
begin
  call bench.check_agreement(wanted, wanted.agreement);
  for peer in select * from bench.peer p where p.series = wanted.number order by engine loop
    call bench.check_agreement(wanted, peer.agreement);
    engines := engines || peer.engine;
    queries := queries || peer.query;
  end loop;
  engines := engines || 'floor'::text;
  queries := queries || wanted.floor;
  for i in 1..cardinality(engines) loop
    call bench.prepare(wanted, engines[i], queries[i]);
    commit;
    call bench.calibrate(engines[i], target_milliseconds / case engines[i] when 'floor' then 2 else 1 end, engine_repetitions);
    repetitions[i] := engine_repetitions;
    commit;
  end loop;
  began := clock_timestamp();
  for round in 1..rounds loop
    exit when round > 3 and clock_timestamp() - began > longest_seconds * interval '1 second';
    for i in 1..cardinality(engines) loop
      place := case when i < 3 and round % 2 = 0 then 3 - i else i end;
      call bench.run(engines[place], repetitions[place], milliseconds);
      insert into bench.sample values (wanted.number, engines[place], round, repetitions[place], milliseconds);
      commit;
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

-- One line a peer; its ratio is its minimum by jbind's.
create view bench.peer_report as
select p.scenario, p.name as series, p.engine as peer, round(p.minimum) as "peer min ns", round(p.median) as "peer median ns",
       round(j.minimum) as "jbind min ns", round((p.minimum / j.minimum)::numeric, 2) as ratio
  from bench.figure p
  join bench.figure j using (number)
 where p.engine not in ('stock', 'jbind', 'floor') and j.engine = 'jbind'
 order by number, p.engine;

-- The raw samples, as they are written to a file.
create view bench.raw as
select scenario, name as series, documents, engine, round, repetitions, milliseconds
  from bench.sample join bench.series on number = series
 order by number, round, engine;
