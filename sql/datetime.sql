-- datetime: what reads alike under any DateStyle and TimeZone is native; the rest is left to the input functions
\i sql/include/compare.sql

create type moments as (d date, t time, ts timestamp, tz timestamptz, ts0 timestamp(0), tz3 timestamptz(3), t1 time(1));
select column_name, column_type, reader, reason from jbind_describe('moments');

select document, c.* from (values
	('{"d": "2024-02-29", "t": "23:59:59", "ts": "2024-02-29T12:34:56", "tz": "2024-02-29T12:34:56Z"}'),
	('{"d": "0001-01-01", "t": "00:00:00.000001", "ts": "1999-12-31 23:59:59.999999", "tz": "2024-07-01T00:00:00+05:30"}'),
	('{"d": "9999-12-31", "t": "04:05", "ts": "2000-01-01 00:00:00", "tz": "2024-07-01 00:00:00.5-08"}'),
	('{"ts0": "2024-12-31T23:59:59.5", "tz3": "2024-01-01T00:00:00.1234567Z", "t1": "12:00:00.25"}')) v(document),
	compare_populate('null::moments', document) c;

-- left to the input functions
select document, c.* from (values
	('{"d": "infinity", "ts": "-infinity", "tz": "epoch"}'), ('{"d": "20240229"}'), ('{"d": 20240229}'), ('{"d": "Jan 5, 2024"}'),
	('{"d": "2024.060"}'), ('{"d": "0044-03-15 BC"}'), ('{"d": "  2024-01-01  "}'), ('{"t": "3:04 PM"}'), ('{"t": "24:00:00"}'),
	('{"tz": "2024-01-01 00:00:00 America/New_York"}'), ('{"tz": "2024-01-01 00:00:00 PST"}'), ('{"ts": "10000-01-01 00:00:00"}')) v(document),
	compare_populate('null::moments', document) c;

-- the same text means another moment under another setting
select setting, document, c.* from (values
	('America/New_York', 'ISO, MDY', '{"tz": "2024-07-01T12:00:00", "d": "01/02/2024"}'),
	('Asia/Kolkata', 'ISO, DMY', '{"tz": "2024-07-01T12:00:00", "d": "01/02/2024"}'),
	('Europe/Berlin', 'German, DMY', '{"tz": "2024-03-31 02:30:00", "ts": "2024-03-31 02:30:00"}'),
	('Europe/Berlin', 'SQL, DMY', '{"tz": "2024-10-27 02:30:00+02", "d": "2024-10-27"}')) v(zone, style, document),
	lateral (select set_config('timezone', zone, false) || ' ' || set_config('datestyle', style, false)) s(setting),
	lateral (select * from compare_populate('null::moments', document) where setting <> '') c;
set timezone = 'UTC';
set datestyle = 'ISO, MDY';

-- a time zone named Z takes Z for itself
set timezone = 'Z5';
select document, verdict, path from (values ('{"tz": "2024-06-01T12:00:00Z"}'), ('{"tz": "2024-06-01T12:00:00+00:00"}')) v(document), compare_populate('null::moments', document);
set timezone = 'UTC';

-- words that depend on the clock
select document, verdict, path from (values
	('{"d": "today", "tz": "now", "ts": "tomorrow"}')) v(document),
	lateral compare(format('select r = row(current_date, null, current_date + 1, now(), null, null, null)::moments from populate_record(null::moments, %L::document) r', document));

-- no such moment
select document, verdict, substr(answer, 1, 11) error from (values
	('{"d": ""}'), ('{"d": "2023-02-29"}'), ('{"d": "2024-13-01"}'), ('{"d": "2024-00-10"}'), ('{"d": "5874898-01-01"}'), ('{"d": "2024-01-01x"}'), ('{"d": true}'),
	('{"t": "24:00:01"}'), ('{"t": "12:60:00"}'), ('{"t": "25:00:00"}'), ('{"ts": "2024-01-01T24:00:01"}'), ('{"ts": "294277-01-01 00:00:00"}'),
	('{"tz": "2024-01-01T00:00:00+16"}'), ('{"tz": "2024-01-01T00:00:00 Mars/Crater"}'), ('{"tz": 1704067200}'), ('{"tz": {}}')) v(document),
	compare_populate('null::moments', document);

-- four centuries, and each minute about a change of clocks
set timezone = 'America/New_York';
create type day as (d date, ts timestamp, tz timestamptz);
select c.verdict, c.path from (select format('[%s]', string_agg(format('{"d": "%s", "ts": "%s 01:02:03", "tz": "%sT04:05:06Z"}', d, d, d), ','))
	from (select (date '1800-01-01' + 37 * i)::text d from generate_series(0, 4000) i) s) v(document), compare_populate_recordset('null::day', document) c;
select c.verdict, c.path from (select format('[%s]', string_agg(format('{"tz": "%s"}', m), ','))
	from generate_series(timestamp '2024-11-02 23:00', '2024-11-03 05:00', '1 minute') m) v(document), compare_populate_recordset('null::day', document) c;

drop schema test cascade;
