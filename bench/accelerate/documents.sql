-- one document of 500 objects, ten columns
create table documents (doc json);
insert into documents
select json_agg(json_build_object(
         'id', i, 'customer', 'customer ' || i, 'status', (array['new', 'paid', 'sent'])[1 + i % 3], 'total', (i * 1.25)::numeric(12,2),
         'weight', i / 7.0::float8, 'active', i % 2 = 0, 'created', timestamptz '2026-01-01 00:00:00+00' + i * interval '1 minute',
         'due', date '2026-01-01' + i, 'tags', array['a', 'b' || i], 'note', nullif(i % 4, 0)))
  from generate_series(1, 500) i;
