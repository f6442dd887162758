\ir ../documents/wide.sql
call bench.keep_inline('wide_text');
call bench.keep_inline('wide_text_cached');
insert into wide_text select doc::text from wide_json;
insert into wide_text_cached select doc::text from wide_cached;
insert into wide_toasted select doc from wide_json;
