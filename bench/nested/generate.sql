-- Orders of 1 to 6 lines, written by PostgreSQL itself from the row that they are to become. Variables: rows, seed.
\ir ../documents/noise.sql
set timezone = 'UTC';
call bench.keep_inline('nested_json');
call bench.keep_inline('nested_cached');
call bench.keep_inline('nested_text');
call bench.keep_inline('nested_jsonb');
call bench.keep_inline('nested_reordered');

create function pg_temp.money(n bigint, purpose int) returns nested_money language sql immutable
  return row((bench.noise(n, purpose, 999999) / 100.0)::numeric(12,2), (array['EUR', 'USD', 'JPY'])[1 + bench.noise(n, purpose + 1, 3)])::nested_money;

create function pg_temp.line(n bigint, i int) returns nested_line language sql stable
  return row(i,
             row('SKU-' || bench.noise(n, 30 * i, 1000000), bench.words(n, 30 * i, 24), pg_temp.money(n, 30 * i + 10),
                 (array['new', 'sale', 'bulk', 'gift'])[1:bench.noise(n, 30 * i + 12, 5)::int])::nested_product,
             1 + bench.noise(n, 30 * i + 13, 20),
             case bench.noise(n, 30 * i + 14, 3) when 0 then '{}'::nested_money[] when 1 then array[pg_temp.money(n, 30 * i + 15)] end,
             bench.moment(n, 30 * i + 17))::nested_line;

insert into nested_json
select row_to_json(row(700000000 + n, bench.moment(n, 1),
                       row(bench.noise(n, 3, 1000000), bench.words(n, 5, 18), date '2001-01-01' + bench.noise(n, 4, 8000)::int,
                           row(bench.words(n, 9, 20), bench.words(n, 15, 12), lpad(bench.noise(n, 18, 99999)::text, 5, '0'), 'DE')::nested_address)::nested_customer,
                       (select array_agg(pg_temp.line(n, i)) from generate_series(1, 1 + bench.noise(n, 19, 6)::int) i),
                       pg_temp.money(n, 20), array[bench.noise(n, 22, 10), bench.noise(n, 23, 1000), bench.noise(n, 24, 100)]::int4[],
                       bench.words(n, 25, 40))::nested_order)
  from generate_series(1, :rows / 20) n;
insert into nested_cached select doc from nested_json limit 1000;
insert into nested_text select doc::text from nested_cached;
insert into nested_jsonb select doc::jsonb from nested_cached;
insert into nested_reordered select doc::jsonb::text::json from nested_cached;
