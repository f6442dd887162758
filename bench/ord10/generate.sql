-- Fills the tables of ord10. Variables: rows, cached_rows, seed. The same variables give the same documents everywhere:
-- all randomness is a hash of row, purpose and seed.
\ir ../documents/ord10.sql

insert into ord10_text select doc::text from ord10_json;
insert into ord10_text_cached select doc::text from ord10_cached;

insert into ord10_nulls
select (select '{' || string_agg(format('"%s":%s', k, case when bench.noise(n, 100 + p::int, 10) = 0 then 'null' else v end), ',' order by p) || '}'
          from unnest(key, val) with ordinality f(k, v, p))::json
  from bench.ord10_value, bench.ord10_name order by n;

insert into ord10_escapes
select replace(replace(replace(doc::text, '"status":"', '"status":"\u00e9'), '"note":"', '"note":"\"'), '","day"', '\"\n","day"')::json
  from ord10_json;

insert into ord10_reordered
select format('{"ref":%8$s,"paid":%6$s,"day":%10$s,"note":%9$s,"id":%1$s,"total":%4$s,"status":%3$s,"rating":%7$s,"customer_id":%2$s,"created":%5$s}',
              variadic val)::json
  from bench.ord10_value order by n;

insert into ord10_spaced
select format('{"id": %s, "customer_id": %s, "status": %s, "total": %s, "created": %s, "paid": %s, "rating": %s, "ref": %s, "note": %s, "day": %s}',
              variadic val)::json
  from bench.ord10_value order by n;

insert into ord10_shuffled
select (select '{' || string_agg(format('"%s":%s', k, v), ',' order by bench.noise(n, 200 + p::int, 1000000000000)) || '}'
          from unnest(key, val) with ordinality f(k, v, p))::json
  from bench.ord10_value, bench.ord10_name order by n;

insert into ord10_missing
select (select '{' || coalesce(string_agg(format('"%s":%s', k, v), ',' order by p) filter (where bench.noise(n, 300 + p::int, 10) >= 4), '') || '}'
          from unnest(key, val) with ordinality f(k, v, p))::json
  from bench.ord10_value, bench.ord10_name order by n;

insert into ord10_absent
select format('{"id":%1$s,"customer_id":%2$s,"status":%3$s,"created":%5$s,"paid":%6$s,"ref":%8$s,"day":%10$s}', variadic val)::json
  from bench.ord10_value order by n;
