create type nested_money as (amount numeric(12,2), currency text);
create type nested_address as (street text, city text, zip text, country text);
create type nested_customer as (id int8, name text, since date, address nested_address);
create type nested_product as (sku text, name text, price nested_money, tags text[]);
create type nested_line as (line int4, product nested_product, quantity int4, discounts nested_money[], shipped timestamptz);
create type nested_order as (id int8, created timestamptz, customer nested_customer, lines nested_line[], total nested_money, flags int4[], note text);

create table nested_json (doc json);
create table nested_cached (doc json);
create table nested_text (doc text);
create table nested_jsonb (doc jsonb);
create table nested_reordered (doc json);
