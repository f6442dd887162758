-- No column of it has a native reader; series.sql stops if one has.
create type stock_only as (address inet, network cidr, range int4range, place point, mac macaddr, area box, lsn pg_lsn, round circle, mac8 macaddr8, words tsvector);
create table stock_only_json (doc json);
create table stock_only_text (doc text);
create table stock_only_jsonb (doc jsonb);
