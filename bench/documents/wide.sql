-- The type wide, a hundred columns of six types in turn, and its documents: wide_json of :rows / 20 rows, wide_cached of
-- 400 (fewer where :rows is small). Made once a run; include it by \ir. Variables: rows, seed.
\ir noise.sql
select to_regclass('wide_json') is null as missing \gset
\if :missing
create table bench.wide_column as
select i, format('%s_%s', (array['count', 'label', 'amount', 'changed', 'active', 'weight'])[1 + i % 6], lpad(i::text, 3, '0')) as name,
       (array['int4', 'text', 'numeric(12,2)', 'timestamptz', 'bool', 'float8'])[1 + i % 6] as type
  from generate_series(0, 99) i;

select format('create type wide as (%s)', string_agg(name || ' ' || type, ', ' order by i)) from bench.wide_column
\gexec

create table wide_json (doc json);
create table wide_cached (doc json);
call bench.keep_inline('wide_json');
call bench.keep_inline('wide_cached');

insert into wide_json
select ('{' || string_agg(format('"%s":', name) ||
                 case i % 6
                   when 0 then bench.noise(n, i, 1000000000)::text
                   when 1 then '"' || bench.words(n, i, 8 + bench.noise(n, 200 + i, 30)::int) || '"'
                   when 2 then (bench.noise(n, i, 99999999) / 100.0)::numeric(12,2)::text
                   when 3 then '"' || bench.iso(bench.moment(n, i)) || '"'
                   when 4 then (bench.noise(n, i, 2) = 1)::text
                   else (bench.noise(n, i, 10000) / 100.0)::numeric(8,2)::text
                 end, ',' order by i) || '}')::json
  from generate_series(1, :rows / 20) n, bench.wide_column
 group by n order by n;
insert into wide_cached select doc from wide_json limit 400;
\endif
