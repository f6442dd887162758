-- The documents of ord10, wide and sparse as jsonb.
\ir ../documents/ord10.sql
\ir ../documents/wide.sql
\ir ../documents/sparse.sql
call bench.keep_inline('jsonb_wide_inline');
call bench.keep_inline('jsonb_sparse_inline');
insert into jsonb_ord10 select doc::jsonb from ord10_json;
insert into jsonb_ord10_cached select doc::jsonb from ord10_cached;
insert into jsonb_ord10_missing
select (select coalesce(jsonb_object_agg(key, value) filter (where bench.noise(number, 400 + place::int, 10) >= 4), '{}')
          from jsonb_each(doc) with ordinality e(key, value, place))
  from (select row_number() over () as number, doc from jsonb_ord10 limit :cached_rows) d;
insert into jsonb_wide select doc::jsonb from wide_json;
insert into jsonb_wide_cached select doc::jsonb from wide_cached;
insert into jsonb_wide_inline select doc::jsonb from wide_cached;
insert into jsonb_sparse_inline select doc::jsonb from sparse_cached;
insert into jsonb_sparse_toasted select doc::jsonb from sparse_cached;
