-- One table a point. Variables: cached_rows, seed.
\ir ../documents/ord10.sql

-- Documents of one long text.
select format('create table grow_size_%s (doc json); call bench.keep_inline(%L)', size, 'grow_size_' || size),
       format('insert into grow_size_%1$s select format(''{"id":%%s,"note":"%%s"}'', n, repeat(bench.words(n, 1, 40), %1$s / 40))::json from generate_series(1, least(%2$s, 2000000 / %1$s)) n',
              size, :cached_rows)
  from (values (100), (300), (1000), (3000), (10000), (100000), (1000000)) s(size)
\gexec

-- Documents of more and more columns, as wide's.
select format('create type grow_row_%s as (%s)', columns,
              (select string_agg(format('column_%s %s', i, (array['int4', 'text', 'numeric(12,2)', 'timestamptz', 'bool', 'float8'])[1 + i % 6]), ', ' order by i)
                 from generate_series(1, columns) i)),
       format('create table grow_columns_%s (doc json); call bench.keep_inline(%L)', columns, 'grow_columns_' || columns),
       format($q$insert into grow_columns_%1$s
              select ('{' || string_agg(format('"column_%%s":', i) ||
                                        case i %% 6 when 0 then bench.noise(n, i, 1000000000)::text
                                                    when 1 then '"' || bench.words(n, i, 20) || '"'
                                                    when 2 then (bench.noise(n, i, 99999999) / 100.0)::numeric(12,2)::text
                                                    when 3 then '"' || bench.iso(bench.moment(n, i)) || '"'
                                                    when 4 then (bench.noise(n, i, 2) = 1)::text
                                                    else (bench.noise(n, i, 10000) / 100.0)::numeric(8,2)::text end, ',' order by i) || '}')::json
                from generate_series(1, least(%2$s, 30000 / %1$s)) n, generate_series(1, %1$s) i group by n$q$, columns, :cached_rows)
  from (values (1), (3), (10), (30), (100), (300), (1000)) c(columns)
\gexec

-- Documents of four wanted keys among more and more unknown ones.
select format('create table grow_unknown_%s (doc json); call bench.keep_inline(%L)', keys, 'grow_unknown_' || keys),
       format($q$insert into grow_unknown_%1$s
              select ('{' || (select string_agg(format('"unknown_%%s":"%%s",', i, bench.words(n, i, 20)), '' order by i) from generate_series(1, %1$s / 2) i)
                          || format('"id":%%s,"note":"a note","paid":true,"day":"2026-01-31"', n)
                          || (select string_agg(format(',"unknown_%%s":%%s', i, bench.noise(n, i, 1000000)), '' order by i) from generate_series(%1$s / 2 + 1, %1$s) i) || '}')::json
                from generate_series(1, least(%2$s, 30000 / %1$s)) n$q$, keys, :cached_rows)
  from (values (2), (10), (30), (100), (300), (1000)) k(keys)
\gexec
