-- One statement a transaction: a list of 1,000 rows by json_to_recordset.
select count(*) from typed_list_1000, json_to_recordset(doc) as x(id int8, customer_id int4, status text, total numeric(12,2), created timestamptz, paid bool, rating float8, ref uuid, note text, day date);
