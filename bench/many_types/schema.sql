-- A thousand row types of the columns of ord10.
select format('create type many_types_%s as (id int8, customer_id int4, status text, total numeric(12,2), created timestamptz, paid bool, rating float8, ref uuid, note text, day date)', i)
  from generate_series(1, 1000) i
\gexec

-- Ten documents a row, so that neighbouring calls never see the same one.
create table many_types_document (n int, doc0 json, doc1 json, doc2 json, doc3 json, doc4 json, doc5 json, doc6 json, doc7 json, doc8 json, doc9 json);
