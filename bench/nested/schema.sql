create type nested_part as (sku text, count int4, price numeric(10,2));
create type nested_address as (street text, city text, zip int4);
create type nested_person as (name text, address nested_address);
create type nested_order as (id int8, buyer nested_person, parts nested_part[], tags text[], scores int4[]);
create table nested_json (doc json);
create table nested_cached (doc json);
create table nested_jsonb (doc jsonb);
