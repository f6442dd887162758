-- All randomness of the documents: hashes of a row's number, a purpose and the seed. Variables: seed. Include it by \ir.
set client_min_messages = warning;

create or replace function bench.noise(row_number bigint, purpose int, below bigint) returns bigint language sql immutable
  return (hashint8extended(row_number * 1000 + purpose, :seed) & 9223372036854775807) % below;

create or replace function bench.words(row_number bigint, purpose int, length int) returns text language sql immutable
  return (select rtrim(left(string_agg((array['lorem', 'ipsum', 'dolor', 'sit', 'amet', 'tempor', 'magna', 'aliqua'])
                                       [1 + bench.noise(row_number, purpose + i, 8)], ' '), length), ' ')
            from generate_series(1, 2 + length / 4) i);

create or replace function bench.moment(row_number bigint, purpose int) returns timestamptz language sql immutable
  return timestamptz '2021-01-01 00:00:00+00' + bench.noise(row_number, purpose, 157680000) * interval '1 second'
         + bench.noise(row_number, purpose + 1, 1000000) * interval '1 microsecond';

-- A timestamp as most clients write it.
create or replace function bench.iso(moment timestamptz) returns text language sql stable
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"');

-- A document stays in its row if it fits in a page: inline and not compressed. Longer ones go to the TOAST table as they are.
create or replace procedure bench.keep_inline(source regclass) language plpgsql as $$
begin
  execute format('alter table %s alter doc set storage external, set (toast_tuple_target = 8160)', source);
end $$;
