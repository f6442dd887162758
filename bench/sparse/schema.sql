create table sparse_text (doc text);
create table sparse_text_cached (doc text);
create table sparse_toasted (doc json);
create table sparse_text_toasted (doc text);
