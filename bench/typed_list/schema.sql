create table typed_list_json (rows int, doc json);
create table typed_list_text (rows int, doc text);
create table typed_list_jsonb (rows int, doc jsonb);
