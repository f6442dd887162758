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
# A scenario is either a folder with generate.sql and series.sql (see bench/README.md) or one with measure.sql, which prints
# what it measures by itself. Prints a table for each; raw samples go to bench/results/ as CSV (RESULTS=... elsewhere), and
# bench/report makes tables and plots of them.
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../test/lib.sh"

readonly SEED=42
RESULTS=${RESULTS:-$TOP/bench/results}
rounds=9
rows=200000
cached_rows=5000
sample_milliseconds=100
pgbench_seconds=5
connections=20
pgbench=
scenarios=()

# Real documents, if they are there; psql reads the file.
export TWEETS=${TWEETS:-$TOP/../shared/data/twitter.json}

# One process, one plan, nothing in the background: what is measured is the call.
SERVER_SETTINGS=(
  'jit = off'
  'max_parallel_workers_per_gather = 0'
  "shared_buffers = '512MB'"
  "work_mem = '64MB'"
  'autovacuum = off'
  'fsync = off'
  "max_wal_size = '4GB'"
  "checkpoint_timeout = '1h'"
)

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --smoke) rounds=2 rows=4000 cached_rows=400 sample_milliseconds=2 pgbench_seconds=1 connections=5 ;;
      --rounds) rounds=${2:?a number is missing}; shift ;;
      --pgbench) pgbench=yes ;;
      PG_CONFIG=*) export PG_CONFIG=${1#*=} ;;
      [A-Za-z_]*=*) MAKE_VARS+=("$1") ;;
      *) is_scenario "$1" || die "unknown option or scenario: $1"; scenarios+=("$1") ;;
    esac
    shift
  done
  [ ${#scenarios[@]} -gt 0 ] || all_scenarios
}

is_scenario() { [ -e "$TOP/bench/$1/series.sql" ] || [ -e "$TOP/bench/$1/measure.sql" ]; }

all_scenarios() {
  local folder
  for folder in "$TOP"/bench/*/; do
    folder=$(basename "$folder")
    ! is_scenario "$folder" || scenarios+=("$folder")
  done
}

bench_sql() { psql -Xq -v ON_ERROR_STOP=1 -P pager=off -d bench "$@"; }

describe_machine() {
  say "server: $(sql -d postgres -c 'select version()')"
  say "processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed -n 1p)"
  say "settings: ${SERVER_SETTINGS[*]}; $rounds rounds, samples of $sample_milliseconds ms or more, $rows documents a table"
}

make_tables() {
  local file
  for file in schema generate; do
    [ ! -e "$TOP/bench/$1/$file.sql" ] ||
      bench_sql -v seed="$SEED" -v rows="$rows" -v cached_rows="$cached_rows" -f "$TOP/bench/$1/$file.sql"
  done
  bench_sql -c 'vacuum (freeze, analyze)' -c checkpoint
}

measure() {
  local file
  if [ -e "$TOP/bench/$1/measure.sql" ]; then
    bench_sql -v rounds="$rounds" -f "$TOP/bench/$1/measure.sql"
    return 0
  fi
  bench_sql -f "$TOP/bench/$1/series.sql"
  bench_sql -c "call bench.measure_scenario('$1', $rounds, $sample_milliseconds)"
  [ ! -e "$TOP/bench/$1/connect-jbind.sql" ] || measure_connections "$1"
  [ ! -e "$TOP/bench/$1/peer.sh" ] || measure_peer "$1"
  bench_sql -P footer=off -c "select * from bench.report where scenario = '$1'"
  [ "$(sql -d bench -c "select count(*) from bench.peer_report where scenario = '$1'")" = 0 ] ||
    bench_sql -P footer=off -c "select * from bench.peer_report where scenario = '$1'"
  file=$RESULTS/$(date -u +%Y%m%dT%H%M%SZ)-$1.csv
  mkdir -p "$RESULTS"
  bench_sql -c "copy (select * from bench.raw where scenario = '$1') to stdout (format csv, header)" >"$file"
  say "raw samples: $file"
}

# The first statement of each of some new connections, in milliseconds of them all; making the connection is not counted.
new_connections() {
  local log=$WORK/connections
  rm -f "$log".*
  "$BIN/pgbench" -n -C -t "$connections" -l --log-prefix="$log" -f "$1" bench >/dev/null 2>&1
  awk '{ microseconds += $3 } END { print microseconds / 1000 }' "$log".*
}

# The series "new connection": connect-ENGINE.sql in turns.
measure_connections() {
  local round engine engines
  sql -d bench -c "insert into bench.series (scenario, name, documents, stock, jbind, floor, agreement)
                   values ('$1', 'new connection', 1, '', '', '', '')"
  new_connections "$TOP/bench/$1/connect-jbind.sql" >/dev/null
  for ((round = 1; round <= rounds; round++)); do
    engines='stock jbind floor'
    [ $((round % 2)) = 1 ] || engines='jbind stock floor'
    for engine in $engines; do
      sql -d bench -c "insert into bench.sample
                       select number, '$engine', $round, $connections, $(new_connections "$TOP/bench/$1/connect-$engine.sql")
                         from bench.series where scenario = '$1' and name = 'new connection'"
    done
  done
}

# A peer outside of the server: see ord10/peer.sh.
measure_peer() {
  WORK=$WORK "$TOP/bench/$1/peer.sh" "$rounds" >"$WORK/peer"
  bench_sql <<SQL
create temp table outside (series text, engine text, round int, repetitions int, milliseconds float8);
\\copy outside from '$WORK/peer'
insert into bench.sample
select number, o.engine, o.round, o.repetitions, o.milliseconds
  from outside o join bench.series s on s.scenario = '$1' and s.name = o.series;
SQL
}

# Milliseconds a transaction and transactions a second, stock and jbind in turns.
run_pgbench() {
  local clients engine script
  [ -e "$TOP/bench/$1/pgbench-jbind.sql" ] || return 0
  make_tables "$1"
  say "$1: pgbench, prepared statements, $pgbench_seconds s each"
  for clients in 1 2; do
    for engine in stock jbind stock jbind; do
      script=$TOP/bench/$1/pgbench-$engine.sql
      printf '%s, %s client(s): ' "$engine" "$clients"
      "$BIN/pgbench" -n -M prepared -c "$clients" -j "$clients" -T "$pgbench_seconds" -f "$script" bench 2>/dev/null |
        sed -nE 's/^latency average = (.*)$/\1/p; s/^tps = ([0-9.]+).*/\1 a second/p' | paste -sd ',' | sed 's/,/, /'
    done
  done
}

run_scenario() {
  local began=$SECONDS tables
  make_tables "$1"
  tables=$((SECONDS - began))
  measure "$1"
  say "$1 took $((SECONDS - began)) s, $tables s of them for its tables"
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
    if [ -n "$pgbench" ]; then run_pgbench "$scenario"; else run_scenario "$scenario"; fi
  done
  say "all of it took $SECONDS s"
}

main "$@"
