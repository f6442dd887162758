insert into tiny_one select format('{"a":%s}', n)::json from generate_series(1, :rows) n;
insert into tiny_empty select '{}' from generate_series(1, :rows) n;
insert into tiny_text select doc::text from tiny_one;
