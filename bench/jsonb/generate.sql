set search_path = jsonb_scenario, public;
\ir ../ord10/generate.sql
insert into jsonb_rows select doc::jsonb from ord10_json;
insert into jsonb_cached select doc::jsonb from ord10_cached;
