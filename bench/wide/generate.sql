-- A hundred members a document, in column order.
create function pg_temp.noise(row_number bigint, purpose int, below bigint) returns bigint language sql immutable
  return (hashint8extended(row_number * 1000 + purpose, :seed) & 9223372036854775807) % below;

insert into wide_json
select ('{' || string_agg(format('"%s_%s":%s', (array['count', 'label', 'amount', 'moment', 'flag', 'ratio'])[1 + g % 6], g,
          case g % 6
            when 0 then pg_temp.noise(n, g, 2000000000)::text
            when 1 then '"' || left(md5(n::text || g), 3 + pg_temp.noise(n, g, 20)::int) || '"'
            when 2 then (pg_temp.noise(n, g, 99999999) / 100.0)::numeric(12,2)::text
            when 3 then to_char(timestamp '2021-01-01' + pg_temp.noise(n, g, 157680000) * interval '1 second', '"\""YYYY-MM-DD"T"HH24:MI:SS"+00:00\""')
            when 4 then (pg_temp.noise(n, g, 2) = 1)::text
            else (pg_temp.noise(n, g, 1000000) / 10000.0)::numeric(10,4)::text
          end), ',' order by g) || '}')::json
  from generate_series(1, greatest(:rows / 20, 100)) n, generate_series(0, 99) g group by n order by n;
insert into wide_cached select doc from wide_json limit 400;
insert into wide_text select doc::text from wide_json;
