\ir ../documents/sparse.sql
call bench.keep_inline('sparse_text');
call bench.keep_inline('sparse_text_cached');
insert into sparse_text select doc::text from sparse_json;
insert into sparse_text_cached select doc::text from sparse_cached;
insert into sparse_toasted select doc from sparse_json;
insert into sparse_text_toasted select doc::text from sparse_json;
