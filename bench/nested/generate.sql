create function pg_temp.noise(row_number bigint, purpose int, below bigint) returns bigint language sql immutable
  return (hashint8extended(row_number * 1000 + purpose, :seed) & 9223372036854775807) % below;

insert into nested_json
select format('{"id":%s,"buyer":{"name":"Person %s","address":{"street":"Street %s","city":"City %s","zip":%s}},"parts":[%s],"tags":["a%s","b","c"],"scores":[%s,%s,%s]}',
              n, n, pg_temp.noise(n, 1, 1000), pg_temp.noise(n, 2, 100), 10000 + pg_temp.noise(n, 3, 89999),
              (select string_agg(format('{"sku":"S-%s","count":%s,"price":%s}', pg_temp.noise(n, 10 + i, 100000), 1 + pg_temp.noise(n, 20 + i, 9),
                                        (pg_temp.noise(n, 30 + i, 99999) / 100.0)::numeric(10,2)), ',')
                 from generate_series(1, 1 + pg_temp.noise(n, 4, 4)::int) i),
              pg_temp.noise(n, 5, 10), pg_temp.noise(n, 6, 100), pg_temp.noise(n, 7, 100), pg_temp.noise(n, 8, 100))::json
  from generate_series(1, greatest(:rows / 4, 100)) n order by n;
insert into nested_cached select doc from nested_json limit :cached_rows;
insert into nested_jsonb select doc::jsonb from nested_json;
