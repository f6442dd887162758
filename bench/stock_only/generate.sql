insert into stock_only_json
select format('{"p":"(%s,2)","r":"[1,%s)","i":"10.0.%s.1/24","b":"((0,0),(1,%s))","v":"word%s other"}', n % 100, 2 + n % 100, n % 250, n % 50, n % 1000)::json from generate_series(1, :rows / 4) n;
insert into stock_only_jsonb select doc::jsonb from stock_only_json;
