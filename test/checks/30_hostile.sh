#!/usr/bin/env bash
# Bad and big input: checks/lib/hostile.sql says what is tried, all in one session.
#   JBIND_SETUP=FILE   SQL that makes jbind's functions instead of CREATE EXTENSION jbind
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
export PGOPTIONS='-c client_min_messages=error -c jit=off' PGCLIENTENCODING=UTF8
database=jbind_hostile

psql_() { psql -XqAt -d "$database" "$@"; }

create_database() {
  psql -Xq -d postgres -c "drop database if exists $database" || return
  psql -Xq -d postgres -c "create database $database encoding 'UTF8' template template0 locale 'C.UTF-8'" 2>/dev/null ||
    psql -Xq -d postgres -c "create database $database encoding 'UTF8' template template0 locale 'C'"
}

install() {
  if [ -n "${JBIND_SETUP:-}" ]; then psql_ -v ON_ERROR_STOP=1 -f "$JBIND_SETUP"; else psql_ -c 'create extension jbind'; fi &&
    psql_ -v ON_ERROR_STOP=1 -f ../../differential/compare.sql
}

log=$(mktemp)
trap 'rm -f "$log"; psql -Xq -d postgres -c "drop database if exists $database"' EXIT
passed=0
failed=0
fail() { echo "FAILED  $1"; failed=$((failed + 1)); }

if create_database && install; then
  # the only error that may show is the cancelled statement's
  psql_ -f hostile.sql >"$log" 2>&1 || fail "the session ended: $(tail -n 3 "$log")"
  for _ in 1 2 3 4 5 6 7 8 9 10; do psql_ -c 'select' >/dev/null 2>&1 && break; sleep 1; done
  grep -v 'canceling statement due to statement timeout' "$log" | grep . >/dev/null && { fail 'statements of the script itself went wrong:'; grep -v 'canceling statement' "$log" | sed -n 1,20p; }
  psql_ -c "select 'FAILED  ' || name || E'\n      ' || failed from hostile.result where failed is not null order by n"
  passed=$((passed + $(psql_ -c 'select count(*) from hostile.result where failed is null' || echo 0)))
  failed=$((failed + $(psql_ -c 'select count(*) from hostile.result where failed is not null' || echo 1)))
  [ "$(psql_ -c "select count(*) from hostile.result where name = 'the last call'")" = 1 ] || fail 'the script did not reach its end'
else
  fail 'no database with jbind in it'
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
