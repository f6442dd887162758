-- The rows' table and one like it for each side's answer, so that they can be compared.
create unlogged table insert_target
  (id int8, customer_id int4, status text, total numeric(12,2), created timestamptz, paid bool, rating float8, ref uuid, note text, day date);
create unlogged table insert_stock (like insert_target);
create unlogged table insert_other (like insert_target);
