-- Two hundred types alike: the first hundred for jbind, the others for stock.
select format('create type first_use_%s as (id int8, customer_id int4, status text, total numeric(12,2), created timestamptz,
  paid bool, rating float8, ref uuid, note text, day date)', i)
  from generate_series(1, 200) i
\gexec
