insert into recordset_json
select ('[' || string_agg(format('{"id":%s,"name":"item number %s of many","score":%s.25,"made":"20%s-%s-%s","active":%s}', n, n, n % 1000,
                                 lpad((n % 30)::text, 2, '0'), lpad((1 + n % 12)::text, 2, '0'), lpad((1 + n % 28)::text, 2, '0'), (n % 3 = 0)::text), ',' order by n) || ']')::json
  from generate_series(1, :rows / 2) n;
insert into recordset_text select doc::text from recordset_json;
insert into recordset_jsonb select doc::jsonb from recordset_json;
