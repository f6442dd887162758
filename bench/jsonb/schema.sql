-- ord10's own tables may be in this database as well
create schema jsonb_scenario;
set search_path = jsonb_scenario, public;
\ir ../ord10/schema.sql
create table jsonb_cached (doc jsonb);
create table jsonb_rows (doc jsonb);
