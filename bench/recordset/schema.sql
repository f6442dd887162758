create type recordset_item as (id int8, name text, score float8, made date, active bool);
create table recordset_json (doc json);
alter table recordset_json alter doc set storage external;
create table recordset_text (doc text);
alter table recordset_text alter doc set storage external;
create table recordset_jsonb (doc jsonb);
alter table recordset_jsonb alter doc set storage external;
