-- Empty if what jbind's functions give is what stock's give, in a database that has kept.sql's objects.
select 'kept: ' || name from (values
	('record', not exists (select id, v.a, v.b, v.e, v.n, v.ts, v.part, v.parts, v.ia, v.r from kept.by_jbind v except select * from kept.by_stock)),
	('text', not exists (select kept.bind_sql(doc_text) from kept.docs except select json_populate_record(null::kept.row_type, doc_text::json) from kept.docs)),
	('all rows', (select count(*) from kept.by_jbind) = (select count(*) from kept.docs)),
	('generated', not exists (select from kept.generated where a is distinct from (jsonb_populate_record(null::kept.row_type, doc)).a)),
	('trigger', not exists (select from kept.generated where part is distinct from (jsonb_populate_record(null::kept.row_type, doc)).part))) v(name, agrees)
where agrees is not true;
