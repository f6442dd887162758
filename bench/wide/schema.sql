select format('create type wide as (%s)', string_agg(format('%s_%s %s', (array['count', 'label', 'amount', 'moment', 'flag', 'ratio'])[1 + g % 6], g,
              (array['int4', 'text', 'numeric(12,2)', 'timestamptz', 'bool', 'float8'])[1 + g % 6]), ', ' order by g)) from generate_series(0, 99) g \gexec
create table wide_json (doc json);
alter table wide_json alter doc set storage external;
create table wide_cached (like wide_json including storage);
create table wide_text (doc text);
alter table wide_text alter doc set storage external;
