#!/usr/bin/env bash
# Measures jbind against the stock functions on a throw-away server of its own.
#
#   bench/run.sh [--smoke] [--rounds N] [--pgbench] [PG_CONFIG=...] [OPTFLAGS=...] [SCENARIO ...]
#
#   SCENARIO   folders of bench/ (default: all)
#   --smoke    few rounds, small tables: shows that everything runs, the figures mean little
#   --rounds   how many rounds (default 9)
#   --pgbench  the pgbench form of the scenarios' calls instead, where a scenario has one: 1 and 2 clients
#
# A scenario is either a folder with schema.sql, generate.sql and series.sql (see bench/README.md) or one with measure.sql,
# which prints what it measures by itself. Prints one table; raw samples go to bench/results/ as CSV (RESULTS=... elsewhere).
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../test/lib.sh"

readonly SEED=42
RESULTS=${RESULTS:-$TOP/bench/results}
rounds=9
rows=200000
cached_rows=5000
sample_milliseconds=300
pgbench_seconds=5
pgbench=
scenarios=()

# One process, one plan, nothing in the background: what is measured is the call.
SERVER_SETTINGS=(
  'jit = off'
  'max_parallel_workers_per_gather = 0'
  "shared_buffers = '512MB'"
  "work_mem = '64MB'"
  'autovacuum = off'
  'fsync = off'
  "max_wal_size = '4GB'"
)

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --smoke) rounds=3 rows=5000 cached_rows=500 sample_milliseconds=20 pgbench_seconds=1 ;;
      --rounds) rounds=${2:?a number is missing}; shift ;;
      --pgbench) pgbench=yes ;;
      PG_CONFIG=*) export PG_CONFIG=${1#*=} ;;
      [A-Za-z_]*=*) MAKE_VARS+=("$1") ;;
      *) [ -d "$TOP/bench/$1" ] || die "unknown option or scenario: $1"; scenarios+=("$1") ;;
    esac
    shift
  done
  [ ${#scenarios[@]} -gt 0 ] || all_scenarios
}

all_scenarios() {
  local folder
  for folder in "$TOP"/bench/*/; do
    if [ -e "$folder/schema.sql" ]; then scenarios+=("$(basename "$folder")"); fi
  done
}

bench_sql() { psql -Xq -v ON_ERROR_STOP=1 -P pager=off -d bench "$@"; }

describe_machine() {
  say "server: $(sql -d postgres -c 'select version()')"
  say "processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
  say "settings: ${SERVER_SETTINGS[*]}; $rounds rounds, samples of $sample_milliseconds ms or more, $rows documents a table"
}

make_tables() {
  say "$1: tables"
  bench_sql -f "$TOP/bench/$1/schema.sql"
  [ ! -e "$TOP/bench/$1/generate.sql" ] ||
    bench_sql -v seed="$SEED" -v rows="$rows" -v cached_rows="$cached_rows" -f "$TOP/bench/$1/generate.sql"
  bench_sql -c 'vacuum (freeze, analyze)' -c checkpoint
}

measure() {
  local file
  say "$1: equality, then $rounds rounds"
  if [ -e "$TOP/bench/$1/measure.sql" ]; then
    bench_sql -v rounds="$rounds" -f "$TOP/bench/$1/measure.sql"
    return 0
  fi
  bench_sql -f "$TOP/bench/$1/series.sql"
  bench_sql -c "call bench.measure_scenario('$1', $rounds, $sample_milliseconds)"
  bench_sql -P footer=off -c "select * from bench.report where scenario = '$1'"
  file=$RESULTS/$(date -u +%Y%m%dT%H%M%SZ)-$1.csv
  mkdir -p "$RESULTS"
  bench_sql -c "copy (select * from bench.raw where scenario = '$1') to stdout (format csv, header)" >"$file"
  say "raw samples: $file"
}

# Milliseconds a transaction and transactions a second, stock and jbind in turns.
run_pgbench() {
  local clients engine script
  say "$1: pgbench, prepared statements, $pgbench_seconds s each"
  for clients in 1 2; do
    for engine in stock jbind stock jbind; do
      script=$TOP/bench/$1/pgbench-$engine.sql
      [ -e "$script" ] || continue
      printf '%s, %s client(s): ' "$engine" "$clients"
      "$BIN/pgbench" -n -M prepared -c "$clients" -j "$clients" -T "$pgbench_seconds" -f "$script" bench 2>/dev/null |
        sed -nE 's/^latency average = (.*)$/\1/p; s/^tps = ([0-9.]+).*/\1 a second/p' | paste -sd ',' | sed 's/,/, /'
    done
  done
}

main() {
  local scenario
  read_arguments "$@"
  leave_nothing_on_exit
  prepare default
  make_work_folder
  build_extension
  server_start
  describe_machine
  sql -d postgres -c 'create database bench'
  bench_sql -c 'create extension jbind' -f "$TOP/bench/lib.sql"
  for scenario in "${scenarios[@]}"; do
    make_tables "$scenario"
    if [ -n "$pgbench" ]; then run_pgbench "$scenario"; else measure "$scenario"; fi
  done
}

main "$@"
