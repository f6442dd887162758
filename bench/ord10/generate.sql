-- Fills the tables of ord10. Variables: rows, cached_rows, seed. The same variables give the same documents everywhere:
-- all randomness is a hash of row, purpose and seed.

create function pg_temp.noise(row_number bigint, purpose int, below bigint) returns bigint language sql immutable
  return (hashint8extended(row_number * 1000 + purpose, :seed) & 9223372036854775807) % below;

create function pg_temp.words(row_number bigint, length int) returns text language sql immutable
  return (select rtrim(substr(string_agg((array['lorem', 'ipsum', 'dolor', 'sit', 'amet', 'tempor', 'magna', 'aliqua'])
                                         [1 + pg_temp.noise(row_number, 50 + i, 8)], ' '), 1, length), ' ')
            from generate_series(1, 12) i);

-- The ten values of a document as JSON, in column order.
create temp table field_value as
select n,
       array[
         (700000000000 + n)::text,
         (100000000 + pg_temp.noise(n, 1, 900000000))::text,
         '"' || (array['new', 'paid', 'packed', 'shipped', 'delivered', 'returned'])[1 + pg_temp.noise(n, 2, 6)] || '"',
         (pg_temp.noise(n, 3, 99999999) / 100.0)::numeric(12,2)::text,
         to_char(timestamp '2021-01-01' + pg_temp.noise(n, 4, 157680000) * interval '1 second'
                 + pg_temp.noise(n, 5, 1000000) * interval '1 microsecond', '"\""YYYY-MM-DD"T"HH24:MI:SS.US"+00:00\""'),
         (pg_temp.noise(n, 6, 2) = 1)::text,
         (pg_temp.noise(n, 7, 100) / 100.0)::numeric(3,2)::text,
         '"' || md5(n::text || :'seed')::uuid || '"',
         '"' || pg_temp.words(n, 10 + pg_temp.noise(n, 8, 36)::int) || '"',
         '"' || (date '2021-01-01' + pg_temp.noise(n, 9, 1826)::int) || '"'
       ] as val
  from generate_series(1, :rows) n;

create temp table field_name as
select array['id', 'customer_id', 'status', 'total', 'created', 'paid', 'rating', 'ref', 'note', 'day'] as key;

insert into ord10_json
select format('{"id":%s,"customer_id":%s,"status":%s,"total":%s,"created":%s,"paid":%s,"rating":%s,"ref":%s,"note":%s,"day":%s}', variadic val)::json
  from field_value order by n;
insert into ord10_cached select doc from ord10_json limit :cached_rows;
insert into ord10_text select doc::text from ord10_json;
insert into ord10_text_cached select doc::text from ord10_cached;

insert into ord10_nulls
select (select '{' || string_agg(format('"%s":%s', k, case when pg_temp.noise(n, 100 + p::int, 10) = 0 then 'null' else v end), ',' order by p) || '}'
          from unnest(key, val) with ordinality f(k, v, p))::json
  from field_value, field_name order by n;

insert into ord10_escapes
select replace(replace(replace(doc::text, '"status":"', '"status":"\u00e9'), '"note":"', '"note":"\"'), '","day"', '\"\n","day"')::json
  from ord10_json;

insert into ord10_reordered
select format('{"ref":%8$s,"paid":%6$s,"day":%10$s,"note":%9$s,"id":%1$s,"total":%4$s,"status":%3$s,"rating":%7$s,"customer_id":%2$s,"created":%5$s}',
              variadic val)::json
  from field_value order by n;

insert into ord10_spaced
select format('{"id": %s, "customer_id": %s, "status": %s, "total": %s, "created": %s, "paid": %s, "rating": %s, "ref": %s, "note": %s, "day": %s}',
              variadic val)::json
  from field_value order by n;

insert into ord10_shuffled
select (select '{' || string_agg(format('"%s":%s', k, v), ',' order by pg_temp.noise(n, 200 + p::int, 1000000000000)) || '}'
          from unnest(key, val) with ordinality f(k, v, p))::json
  from field_value, field_name order by n;

insert into ord10_missing
select (select '{' || coalesce(string_agg(format('"%s":%s', k, v), ',' order by p) filter (where pg_temp.noise(n, 300 + p::int, 10) >= 4), '') || '}'
          from unnest(key, val) with ordinality f(k, v, p))::json
  from field_value, field_name order by n;

drop table field_value, field_name;
