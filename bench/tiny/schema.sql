create type tiny as (a int4);
create table tiny_one (doc json);
create table tiny_one_text (doc text);
create table tiny_one_jsonb (doc jsonb);
create table tiny_empty (doc json);
create table tiny_empty_text (doc text);
create table tiny_empty_jsonb (doc jsonb);
