#!/usr/bin/env bash
# Documents cut off at every byte, each the first that a new codec sees: cut.sql says what is done. For servers that notice
# a read behind the end; the answers are compared with stock's as well.
#   JBIND_SETUP=FILE   SQL that makes jbind's functions instead of CREATE EXTENSION jbind
set -uo pipefail
cd "$(dirname "$0")" || exit 2
export PGOPTIONS='-c client_min_messages=error -c jit=off' PGCLIENTENCODING=UTF8
database=jbind_cut

psql_() { psql -XqAt -v ON_ERROR_STOP=1 -d "$database" "$@"; }

install() {
  if [ -n "${JBIND_SETUP:-}" ]; then psql_ -f "$JBIND_SETUP"; else psql_ -c 'create extension jbind'; fi
}

trap 'psql -Xq -d postgres -c "drop database if exists $database"' EXIT
psql -Xq -d postgres -c "drop database if exists $database" \
  -c "create database $database encoding 'UTF8' template template0 locale 'C.UTF-8'" || exit 2
if install && psql_ -f cut.sql; then
  psql_ -c "select 'FAILED  ' || type || ': ' || document || E'\n      ' || difference from cut.verdict where difference is not null limit 20"
  psql_ -c "select format('%s passed, %s failed', count(*) - count(difference), count(difference)) from cut.verdict"
  [ "$(psql_ -c 'select count(*) > 1000 and count(difference) = 0 from cut.verdict')" = t ]
else
  echo '0 passed, 1 failed'
  exit 1
fi
