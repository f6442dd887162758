#!/usr/bin/env bash
# Parallel workers: the same rows from workers that bind as from one process, and from stock's functions in workers; settings
# of the session hold in its workers; the functions' labels are those of stock's.
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
readonly ALWAYS_PARALLEL='-c parallel_setup_cost=0 -c parallel_tuple_cost=0 -c min_parallel_table_scan_size=0 -c max_parallel_workers_per_gather=2 -c jit=off'
readonly NEVER_PARALLEL='-c max_parallel_workers_per_gather=0 -c jit=off'

# Queries with FN for the function; the answer is one line
declare -A QUERIES=(
  [records]="select md5(string_agg(r, ',' order by r)) from (select FN_RECORD(null::parallel.row_type, DOC)::text r from parallel.docs offset 0) s"
  [bases]="select md5(string_agg(r, ',' order by r)) from (select FN_RECORD(row(7, 'base', 3)::parallel.part, DOC)::text r from parallel.docs offset 0) s"
  [columns]="select sum(r.a), count(r.e), max(r.t), count(r.part), sum(cardinality(r.ia)) from parallel.docs, FN_RECORD(null::parallel.row_type, DOC) r"
  [typed]="select count(*), sum(x.a), max(x.t), count(x.part) from parallel.docs, FN_TO_RECORD(DOC) as x(t text, a int8, part parallel.part)"
  [sets]="select count(*), sum(r.a), min(r.t) from parallel.docs, FN_RECORDSET(null::parallel.row_type, SET) r"
  [filter]="select count(*) from parallel.docs where (FN_RECORD(null::parallel.row_type, DOC)).a % 3 = 0"
  [join]="select count(*) from parallel.docs d, parallel.docs o where (FN_RECORD(null::parallel.row_type, d.DOC)).a = o.id"
)

# ask QUERY STOCK|"" FORM: stock's name of functions, or jbind's
query() {
  local query=$1 record to_record recordset document=$3_doc
  if [ -n "$2" ]; then
    record=$2_populate_record to_record=$2_to_record recordset=$2_populate_recordset
  else
    record=jbind_populate to_record=jbind_to_record recordset=jbind_populate_recordset
  fi
  query=${query//FN_RECORDSET/$recordset}
  query=${query//FN_RECORD/$record}
  query=${query//FN_TO_RECORD/$to_record}
  query=${query//SET/$3_set}
  echo "${query//DOC/$document}"
}

# workers QUERY: how many processes were at work beside the leader
workers() {
  PGOPTIONS=$ALWAYS_PARALLEL psql_ -c "explain (analyze, costs off, timing off, summary off) $1" 2>/dev/null | sed -nE 's/.*Workers Launched: ([0-9]+).*/\1/p' | sed -n 1p
}

# A busy machine may have no worker free at once.
has_workers() { [ "$(workers "$1")" -gt 0 ] 2>/dev/null; }

compare() {
  local name=$1 form=$2 stock=$2 mine expected
  [ "$stock" != text ] || stock=json
  mine=$(query "${QUERIES[$name]}" '' "$form")
  expected=$(PGOPTIONS=$NEVER_PARALLEL psql_ -c "$(query "${QUERIES[$name]}" "$stock" "$stock")")
  ok "$name, $form: there is an answer" [ -n "$expected" ]
  ok "$name, $form: workers bind" until_true 10 has_workers "$mine"
  is "$name, $form: in workers" "$expected" "$(PGOPTIONS=$ALWAYS_PARALLEL psql_ -c "$mine" 2>&1)"
  is "$name, $form: in one process" "$expected" "$(PGOPTIONS=$NEVER_PARALLEL psql_ -c "$mine" 2>&1)"
  is "$name, $form: stock's name, accelerated" "$expected" \
    "$(PGOPTIONS="$ALWAYS_PARALLEL -c session_preload_libraries=jbind -c jbind.accelerate_stock=on" psql_ -c "$(query "${QUERIES[$name]}" "$stock" "$stock")" 2>&1)"
}

# Errors come from a worker as they come from the leader.
errors() {
  local text="select count(FN_RECORD(null::parallel.row_type, DOC)) from parallel.bad" form stock
  for form in json jsonb; do
    stock=$(PGOPTIONS=$NEVER_PARALLEL psql_ -c "$(query "$text" "$form" "$form")" 2>&1 | grep ERROR)
    is "an error in a worker, $form" "$stock" "$(PGOPTIONS="$ALWAYS_PARALLEL -c parallel_leader_participation=off" psql_ -c "$(query "$text" '' "$form")" 2>&1 | grep ERROR)"
  done
}

# fallback = error makes a stock column of a row type an error, in whichever process it is met.
settings() {
  local text settings='-c jbind.fallback=error'
  text=$(query "${QUERIES[filter]/row_type/with_stock}" '' json)
  ok 'a setting holds in workers' grep -q 'reads type int4range' \
    <(PGOPTIONS="$ALWAYS_PARALLEL -c parallel_leader_participation=off -c session_preload_libraries=jbind $settings" psql_ -c "$text" 2>&1)
}

# What the planner may do with them, function by function
labels() {
  local differing
  differing=$(psql_ -f labels.sql)
  is 'labels that differ from stock' '' "$differing"
  ok 'labels were compared' [ "$(psql_ -c "select count(*) from pg_proc where proname ~ '^jbind_(populate|to)'")" -ge 12 ]
}

main() {
  local name form
  make_database jbind_parallel || { fail 'no database with jbind in it'; return; }
  psql_ -v ON_ERROR_STOP=1 -f parallel.sql || { fail 'parallel.sql'; return; }
  for name in "${!QUERIES[@]}"; do
    for form in json jsonb text; do compare "$name" "$form"; done
  done
  errors
  settings
  labels
}

main
close_check
