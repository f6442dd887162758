create type stock_only as (p point, r int4range, i inet, b box, v tsvector);
create table stock_only_json (doc json);
create table stock_only_jsonb (doc jsonb);
