\ir ../documents/ord10.sql
insert into typed_list_1000 select json_agg(doc) from (select doc from ord10_json limit 1000) d;
