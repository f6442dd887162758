\ir ../ord10/schema.sql
create table jsonb_cached (doc jsonb);
create table jsonb_rows (doc jsonb);
