\ir ../documents/noise.sql
insert into tiny_one select format('{"a":%s}', bench.noise(n, 1, 100000))::json from generate_series(1, :cached_rows) n;
insert into tiny_one_text select doc::text from tiny_one;
insert into tiny_one_jsonb select doc::jsonb from tiny_one;
insert into tiny_empty select '{}' from generate_series(1, :cached_rows);
insert into tiny_empty_text select '{}' from generate_series(1, :cached_rows);
insert into tiny_empty_jsonb select '{}' from generate_series(1, :cached_rows);
