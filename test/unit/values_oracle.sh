#!/usr/bin/env bash
# What the value parsers accept against the server's own input functions, on random texts of every type.
# Last line: "N passed, N failed".
#
#   test/unit/values_oracle.sh [COUNT] [SEED]      COUNT texts of each type (100000), half of them slightly wrong
#
# PG_BINDIR or PG_CONFIG names the server, which must have contrib's pageinspect: it shows the bytes of a stored numeric.
# For each type and setting one test: every text that ours accepts, the server accepts with the same bytes. And for each
# type one: of the ordinary texts that the server accepts, ours accepts at least 999 in 1000.
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

readonly COUNT=${1:-100000} SEED=${2:-1}
readonly PLAIN_TYPES=(int8 int4 int2 oid float8 float4 uuid bytea bit varbit)
readonly DATE_TYPES=(date time timetz timestamp timestamptz interval)
readonly SETTINGS=(
  "'ISO, MDY' | 'UTC' | 'postgres'"
  "'SQL, DMY' | 'America/New_York' | 'sql_standard'"
  "'German, DMY' | 'Asia/Kolkata' | 'iso_8601'"
  "'Postgres, YMD' | 'Pacific/Apia' | 'postgres_verbose'"
)

declare -A INPUT=(
  [int8]='int8in(textout(t))' [int4]='int4in(textout(t))' [int2]='int2in(textout(t))' [oid]='oidin(textout(t))'
  [float8]='float8in(textout(t))' [float4]='float4in(textout(t))' [uuid]='uuid_in(textout(t))'
  [bytea]='byteain(textout(t))' [date]='date_in(textout(t))' [time]='time_in(textout(t), 0, m)'
  [timetz]='timetz_in(textout(t), 0, m)'
  [timestamp]='timestamp_in(textout(t), 0, m)' [timestamptz]='timestamptz_in(textout(t), 0, m)'
  [interval]='interval_in(textout(t), 0, m)' [bit]='bit_in(textout(t), 0, m)' [varbit]='varbit_in(textout(t), 0, m)'
  [numeric]='numeric_in(textout(t), 0, m)'
)
declare -A SEND=(
  [int8]=int8send [int4]=int4send [int2]=int2send [oid]=oidsend [float8]=float8send [float4]=float4send
  [uuid]=uuid_send [bytea]=byteasend [date]=date_send [time]=time_send [timestamp]=timestamp_send
  [timestamptz]=timestamptz_send [numeric]=numeric_send [timetz]=timetz_send [interval]=interval_send
  [bit]=bit_send [varbit]=varbit_send
)

# load TYPE: table TYPE_texts with the texts and our answers, and function TYPE_stock for the server's.
load() {
  sql -q -c "
    create unlogged table $1_texts (id int generated always as identity, kind text, typmod int, txt text, ours text);
    create function $1_stock(t text, m int, out answer text, out value $1) language plpgsql as \$\$
    begin
      value := ${INPUT[$1]};
      answer := encode(${SEND[$1]}(value), 'hex');
    exception when others then
      answer := 'error ' || sqlstate;
    end\$\$"
  "$WORK/values_oracle" "$1" "$COUNT" "$SEED" | sql -c "copy $1_texts (kind, typmod, txt, ours) from stdin"
}

# answers TYPE SETTING: table TYPE_answers with the server's answers under these settings.
answers() {
  local date_style time_zone interval_style
  IFS='|' read -r date_style time_zone interval_style <<<"$2"
  sql -c "
    set client_min_messages = warning;
    set datestyle = $date_style;
    set timezone = $time_zone;
    set intervalstyle = $interval_style;
    drop table if exists $1_answers;
    create unlogged table $1_answers as select texts.*, stock.* from $1_texts texts, lateral $1_stock(txt, typmod) stock"
}

# A numeric's answer is its stored image instead.
numeric_images() {
  sql -c "
    set enable_nestloop = off;
    create table images as select id, value from numeric_answers where value is not null;
    update numeric_answers a set answer = image
    from (select encode(t_attrs[2], 'hex') image,
                 get_byte(t_attrs[1], 0) + 256 * get_byte(t_attrs[1], 1) + 65536 * get_byte(t_attrs[1], 2) image_id
          from generate_series(0, pg_relation_size('images') / 8192 - 1) page,
               heap_page_item_attrs(get_raw_page('images', page::int), 'images')) stored
    where id = image_id"
}

# Are all that ours accepts equal?
compare() {
  local wrong
  wrong=$(sql -c "
    select format('%s: \"%s\" typmod %s: ours %s, server %s', '$1', txt, typmod, ours, answer)
    from $1_answers where ours <> 'refused' and ours <> answer limit 10")
  [ -z "$wrong" ] || { echo "$wrong"; return 1; }
}

# How many of the ordinary texts that the server accepts are accepted?
accepts() {
  local figures
  figures=$(sql -F ' ' -c "
    select count(*) filter (where ours <> 'refused' and kind = 'ordinary'), count(*) filter (where kind = 'ordinary'),
           count(*) filter (where ours <> 'refused' and kind = 'near'), count(*) filter (where kind = 'near')
    from $1_answers where answer not like 'error%'")
  read -r ours all near near_all <<<"$figures"
  printf '%-12s ordinary %7d of %7d (%s%%)   near %6d of %6d\n' "$1" "$ours" "$all" \
    "$(awk "BEGIN { printf \"%.3f\", 100 * $ours / $all }")" "$near" "$near_all"
  [ "$all" -gt 0 ] && [ $((ours * 1000)) -ge $((all * 999)) ]
}

test_type() {
  local type=$1 setting
  shift
  load "$type"
  for setting in "$@"; do
    answers "$type" "$setting"
    [ "$type" != numeric ] || numeric_images
    count_test "$type under $setting" compare "$type"
  done
  count_test "$type: ordinary texts accepted" accepts "$type"
}

main() {
  local type
  [ -z "${PG_BINDIR:-}" ] || export PG_CONFIG=$PG_BINDIR/pg_config
  leave_nothing_on_exit
  choose_server default
  use_server
  make_work_folder
  make -s -f values.mk BUILD="$WORK" PG_CONFIG="$PG_CONFIG" "$WORK/values_oracle"
  server_start
  sql -d postgres -c "create extension pageinspect"
  export PGDATABASE=postgres
  say "$COUNT texts a type, seed $SEED, $(sql -c 'show server_version')"
  for type in "${PLAIN_TYPES[@]}" numeric; do
    test_type "$type" "${SETTINGS[0]}"
  done
  for type in "${DATE_TYPES[@]}"; do
    test_type "$type" "${SETTINGS[@]}"
  done
  close_tally
}

cd "$(dirname "${BASH_SOURCE[0]}")"
main
