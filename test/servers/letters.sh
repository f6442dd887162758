#!/usr/bin/env bash
# Time zone abbreviations that change in the middle of a statement: letters.sql says what is tried. It needs the set
# "Letters" in the server's share folder, which test/servers.sh puts there: a server of our own only.
#   JBIND_SETUP=FILE   SQL that makes jbind's functions instead of CREATE EXTENSION jbind
set -uo pipefail
cd "$(dirname "$0")" || exit 2
export PGOPTIONS='-c client_min_messages=error' PGCLIENTENCODING=UTF8 PGTZ=UTC
database=jbind_letters

psql_() { psql -XqAt -v ON_ERROR_STOP=1 -d "$database" "$@"; }

install() {
  if [ -n "${JBIND_SETUP:-}" ]; then psql_ -f "$JBIND_SETUP"; else psql_ -c 'create extension jbind'; fi
}

trap 'psql -Xq -d postgres -c "drop database if exists $database"' EXIT
psql -Xq -d postgres -c "drop database if exists $database" -c "create database $database" || exit 2
if install && psql_ -f letters.sql; then
  psql_ -c "select 'FAILED  ' || name || E'\n      stock: ' || stock || E'\n      jbind: ' || jbind from letters.verdict where stock is distinct from jbind"
  psql_ -c "select format('%s passed, %s failed', count(*) filter (where stock is not distinct from jbind), count(*) filter (where stock is distinct from jbind)) from letters.verdict"
  # the set does change answers, and not all of them are errors
  [ "$(psql_ -c "select bool_and(stock is not distinct from jbind) and count(distinct stock) > 40 and count(*) filter (where stock like '(%') > 40 from letters.verdict")" = t ]
else
  echo '0 passed, 1 failed'
  exit 1
fi
