create type tiny as (a int4);
create table tiny_one (doc json);
create table tiny_empty (doc json);
create table tiny_text (doc text);
