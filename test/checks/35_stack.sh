#!/usr/bin/env bash
# Little stack left: lib/stack.sql says how. jbind mostly needs less of it than stock, so where stock ends with its error,
# jbind may do so or give the answer that stock would give with more. It may end with that error where stock does a few calls
# further down: the limit (parity.txt). Anything else is a difference.
#   JBIND_SETUP=FILE   SQL that makes jbind's functions instead of CREATE EXTENSION jbind
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
export PGOPTIONS='-c client_min_messages=error -c jit=off' PGCLIENTENCODING=UTF8
database=jbind_stack

psql_() { psql -XqAt -v ON_ERROR_STOP=1 -d "$database" "$@"; }

install() {
  if [ -n "${JBIND_SETUP:-}" ]; then psql_ -f "$JBIND_SETUP"; else psql_ -c 'create extension jbind'; fi
}

readonly ERROR="stock = '54001 stack depth limit exceeded'"
readonly CALLS=8
readonly GOOD="(jbind = stock or ($ERROR and jbind = answer) or (jbind = '54001 stack depth limit exceeded' and stock = answer and coalesce(further_down like '54001%', false)))"

trap 'psql -Xq -d postgres -c "drop database if exists $database"' EXIT
psql -Xq -d postgres -c "drop database if exists $database" -c "create database $database" || exit 2
if install && psql_ -f stack.sql; then
  psql_ -c "create view stack.seen as select *, lead(stock, $CALLS) over (partition by name order by depth) further_down from stack.verdict"
  psql_ -c "select format('%s calls: %s answers, %s errors of both, %s of stock only, %s of jbind only', count(*), count(*) filter (where stock = jbind and not $ERROR),
    count(*) filter (where $ERROR and jbind = stock), count(*) filter (where $ERROR and jbind <> stock), count(*) filter (where jbind like '54001%' and stock = answer)) from stack.seen"
  psql_ -c "select format('FAILED  %s, below %s calls%s      stock: %s%s      jbind: %s', name, depth, E'\n', stock, E'\n', jbind) from stack.seen where not $GOOD limit 20"
  # where the limit lies must have been met, or nothing was tried
  psql_ -c "select format('%s passed, %s failed', sum(good::int), sum((not good)::int)) from (
    select $GOOD from stack.seen union all select count(*) > 10 from stack.verdict where $ERROR union all select count(*) > 10 from stack.verdict where not $ERROR) t(good)"
  [ "$(psql_ -c "select bool_and($GOOD) and bool_or($ERROR) from stack.seen")" = t ]
else
  echo '0 passed, 1 failed'
  exit 1
fi
