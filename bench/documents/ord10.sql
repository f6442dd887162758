-- The type ord10 and its plain documents, for all scenarios that use them: ord10_json of :rows rows, ord10_cached of
-- :cached_rows. Made once a run; include it by \ir. Variables: rows, cached_rows, seed.
\ir noise.sql
select to_regclass('ord10_json') is null as missing \gset
\if :missing
create type ord10 as
(
  id int8,
  customer_id int4,
  status text,
  total numeric(12,2),
  created timestamptz,
  paid bool,
  rating float8,
  ref uuid,
  note text,
  day date
);

create table ord10_json (doc json);
create table ord10_cached (doc json);

-- The ten values of a document as JSON, in column order.
create unlogged table bench.ord10_value as
select n,
       array[
         (700000000000 + n)::text,
         (100000000 + bench.noise(n, 1, 900000000))::text,
         '"' || (array['new', 'paid', 'packed', 'shipped', 'delivered', 'returned'])[1 + bench.noise(n, 2, 6)] || '"',
         (bench.noise(n, 3, 99999999) / 100.0)::numeric(12,2)::text,
         '"' || bench.iso(bench.moment(n, 4)) || '"',
         (bench.noise(n, 6, 2) = 1)::text,
         (bench.noise(n, 7, 100) / 100.0)::numeric(3,2)::text,
         '"' || md5(n::text || :'seed')::uuid || '"',
         '"' || bench.words(n, 50, 10 + bench.noise(n, 8, 36)::int) || '"',
         '"' || (date '2021-01-01' + bench.noise(n, 9, 1826)::int) || '"'
       ] as val
  from generate_series(1, :rows) n;

create table bench.ord10_name as
select array['id', 'customer_id', 'status', 'total', 'created', 'paid', 'rating', 'ref', 'note', 'day'] as key;

insert into ord10_json
select format('{"id":%s,"customer_id":%s,"status":%s,"total":%s,"created":%s,"paid":%s,"rating":%s,"ref":%s,"note":%s,"day":%s}', variadic val)::json
  from bench.ord10_value order by n;
insert into ord10_cached select doc from ord10_json limit :cached_rows;
\endif
