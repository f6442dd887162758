insert into typed_list_json
select size, ('[' || (select string_agg(format('{"id":%s,"email":"user%s@example.org","total":%s.50,"at":"2024-05-%sT10:20:30Z"}', k * 1000 + n, n, n % 500, lpad((1 + n % 28)::text, 2, '0')), ',')
                        from generate_series(1, size) n) || ']')::json
  from (values (1, 2000), (10, 400), (1000, 10), (10000, 1)) v(size, copies), generate_series(1, copies) k;
insert into typed_list_text select rows, doc::text from typed_list_json;
insert into typed_list_jsonb select rows, doc::jsonb from typed_list_json;
