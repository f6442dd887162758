select count(r) from documents, :function(doc) as r(id int8, customer text, status text, total numeric(12,2), weight float8, active bool, created timestamptz, due date, tags text[], note text);
