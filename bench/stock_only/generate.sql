\ir ../documents/noise.sql
insert into stock_only_json
select format('{"address":"10.0.%1$s.%2$s","network":"10.%1$s.0.0/16","range":"[%1$s,%3$s)","place":"(%1$s.5,%2$s)","mac":"08:00:2b:01:02:%4$s",'
              '"area":"(%3$s,%3$s),(%1$s,%2$s)","lsn":"16/B374D%4$s","round":"<(%1$s,%2$s),%5$s>","mac8":"08:00:2b:01:02:03:04:%5$s","words":"lorem:%1$s ipsum"}',
              1 + bench.noise(n, 1, 250), bench.noise(n, 2, 250), 1000 + bench.noise(n, 3, 1000), 10 + bench.noise(n, 4, 80), 10 + bench.noise(n, 5, 50))::json
  from generate_series(1, :cached_rows) n;
insert into stock_only_text select doc::text from stock_only_json;
insert into stock_only_jsonb select doc::jsonb from stock_only_json;
