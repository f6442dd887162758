create table wide_text (doc text);
create table wide_text_cached (doc text);
create table wide_toasted (doc json);
