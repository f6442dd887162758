#!/usr/bin/env bash
# What jbind.accelerate_stock costs and gives, by pgbench on a throw-away server: see README.md beside this file.
#
#   bench/accelerate/run.sh [--smoke] [--rounds N] [PG_CONFIG=...] [OPTFLAGS=... and other variables for make]
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../test/lib.sh"

readonly HERE=$TOP/bench/accelerate
readonly OFF='-c jit=off'
readonly ON='-c jit=off -c session_preload_libraries=jbind -c jbind.accelerate_stock=on'
SERVER_SETTINGS=("shared_buffers = '256MB'" 'autovacuum = off' 'max_parallel_workers_per_gather = 0')
rounds=61

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --smoke) rounds=3 ;;
      --rounds) rounds=${2:?a number is missing}; shift ;;
      PG_CONFIG=*) export PG_CONFIG=${1#*=} ;;
      [A-Za-z_]*=*) MAKE_VARS+=("$1") ;;
      *) die "unknown argument: $1 (see the head of this file)" ;;
    esac
    shift
  done
}

# latency OPTIONS PGBENCH_ARGUMENT ...: microseconds a statement
latency() {
  local options=$1
  shift
  PGOPTIONS=$options "$BIN/pgbench" -n "$@" bench 2>/dev/null | sed -nE 's/^tps = ([0-9.]+).*/\1/p' | awk '{ printf "%.3f\n", 1e6 / $1 }'
}

# compare NAME BASE_OPTIONS OTHER_OPTIONS [BASE_ARGUMENT ... --] ARGUMENT ...: one line; arguments before -- are the base's
# alone, those between -- and -- the other's, the rest both sides'
compare() {
  local name=$1 options=("$2" "$3") base=() other=() round side
  shift 3
  while [ "$1" != -- ]; do base+=("$1"); shift; done
  shift
  while [ "$1" != -- ]; do other+=("$1"); shift; done
  shift
  : >"$WORK/samples"
  for ((round = 0; round < rounds; round++)); do
    for side in $((round % 2)) $((1 - round % 2)); do
      if [ "$side" = 0 ]; then
        echo "$round base $(latency "${options[0]}" "${base[@]}" "$@")"
      else
        echo "$round other $(latency "${options[1]}" "${other[@]}" "$@")"
      fi
    done
  done >"$WORK/samples"
  sql -d bench -v name="$name" <<SQL
create temp table sample (round int, side text, us float8);
\\copy sample from '$WORK/samples' (delimiter ' ')
select format('%-44s base %s us (median %s), other %s us (%s): minima %s %%, medians %s %%, median of neighbours %s %%', :'name',
              round(min(b.us)::numeric, 2), round(percentile_cont(0.5) within group (order by b.us)::numeric, 2),
              round(min(o.us)::numeric, 2), round(percentile_cont(0.5) within group (order by o.us)::numeric, 2),
              to_char(100 * (min(o.us) / min(b.us) - 1), 'SG990.00'),
              to_char(100 * (percentile_cont(0.5) within group (order by o.us) / percentile_cont(0.5) within group (order by b.us) - 1), 'SG990.00'),
              to_char(100 * (percentile_cont(0.5) within group (order by o.us / b.us) - 1), 'SG990.00'))
  from sample b join sample o using (round) where b.side = 'base' and o.side = 'other';
SQL
}

main() {
  read_arguments "$@"
  leave_nothing_on_exit
  prepare default
  make_work_folder
  build_extension
  server_start
  sql -d postgres -c 'create database bench'
  sql -d bench -c 'create extension jbind' -f "$HERE/documents.sql"
  "$BIN/pgbench" -i -q -s 10 bench >/dev/null 2>&1
  sql -d bench -c 'vacuum (freeze, analyze)' -c checkpoint
  say "$(sql -d bench -c 'select version()'); $rounds rounds, alternated"
  compare 'select-only, planned each time: on against no library' "$OFF" "$ON" -- -- -S -t 4000 -M extended
  compare 'select-only, simple protocol: on against no library' "$OFF" "$ON" -- -- -S -t 4000 -M simple
  compare 'select-only, prepared: on against no library' "$OFF" "$ON" -- -- -S -t 4000 -M prepared
  compare 'select-only, simple: no library against none' "$OFF" "$OFF" -- -- -S -t 4000 -M simple
  compare "stock's name accelerated against jbind's" "$ON" "$ON" -D function=jbind_to_recordset -- -D function=json_to_recordset -- -f "$HERE/call.sql" -M simple -t 300
  compare "jbind's name against stock" "$OFF" "$OFF" -D function=json_to_recordset -- -D function=jbind_to_recordset -- -f "$HERE/call.sql" -M simple -t 100
}

main "$@"
