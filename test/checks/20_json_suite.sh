#!/usr/bin/env bash
# The JSON parsing suite: test/json_suite/suite.sql says what is done with each input.
#
# Run in a UTF8 database, where the inputs that are no UTF-8 cannot be loaded (they are listed), and in a
# SQL_ASCII database, where all can.
#   JBIND_SETUP=FILE   SQL that makes jbind's functions instead of CREATE EXTENSION jbind
set -uo pipefail
cd "$(dirname "$0")/../json_suite" || exit 2
export PGOPTIONS='-c client_min_messages=error -c jit=off'
database=jbind_json_suite
passed=0
failed=0

psql_() { PGCLIENTENCODING=$encoding psql -XqAt -v ON_ERROR_STOP=1 -d "$database" "$@"; }

create_database() {
  psql -Xq -d postgres -c "drop database if exists $database" || return
  psql -Xq -d postgres -c "create database $database encoding '$encoding' template template0 locale 'C.UTF-8'" 2>/dev/null ||
    psql -Xq -d postgres -c "create database $database encoding '$encoding' template template0 locale 'C'"
}

install() {
  if [ -n "${JBIND_SETUP:-}" ]; then psql_ -f "$JBIND_SETUP"; else psql_ -c 'create extension jbind'; fi &&
    psql_ -f ../differential/compare.sql -f suite.sql
}

# the inputs that this database's encoding can hold
load() {
  if [ "$encoding" = UTF8 ]; then
    echo "not loadable in UTF8, run in SQL_ASCII only: $(grep -o '^b_[a-z0-9_]*' inputs.copy | tr '\n' ' ')"
    grep -v '^b_' inputs.copy >"$work"
  else
    cp inputs.copy "$work"
  fi
  psql_ -c "\\copy suite.inputs from '$work'"
}

judge() {
  psql_ >/dev/null <<'SQL'
insert into suite.verdict
  select name, coalesce(suite.check_name(i), suite.check_places(i), case when name like 'y\_%' then suite.check_cuts(i) end)
  from suite.inputs i order by name;
SQL
}

# adds this database's results to the sums; a function that does not exist is no reason to pass
report() {
  local good bad inputs
  psql_ -c "select 'FAILED  ' || name || ' ($encoding): ' || failed from suite.verdict where failed is not null order by name"
  good=$(psql_ -c 'select count(*) from suite.verdict where failed is null')
  bad=$(psql_ -c 'select count(*) from suite.verdict where failed is not null')
  inputs=$(wc -l <"$work")
  [ "$inputs" = "$((good + bad))" ] || { echo "FAILED  $inputs inputs, $((good + bad)) verdicts"; bad=$((bad + 1)); }
  [ "$(psql_ -c "select count(*) from diff.available where fn = 'populate' and form = 'text'")" = 1 ] ||
    { echo "FAILED  there is no jbind_populate(anyelement, text)"; bad=$((bad + 1)); }
  echo "$encoding: $inputs inputs x $(psql_ -c 'select count(*) from suite.places') places, $bad failed"
  passed=$((passed + good))
  failed=$((failed + bad))
}

# An escape whose meaning depends on the encoding goes to stock, and is counted as such.
count_escape() {
  local reasons
  reasons=$(psql -XqAt -d "$database" -c 'create type suite.counted as (a text)' \
    -c "select jbind_populate(null::suite.counted, '{\"a\":\"\\u00e9\"}')" -c 'select stock_reasons from jbind_codecs()' 2>/dev/null | tail -n 1)
  if [ "$reasons" = "$1" ]; then
    passed=$((passed + 1))
  else
    echo "FAILED  $encoding: an escape left to stock is counted as '$reasons', expected '$1'"
    failed=$((failed + 1))
  fi
}

work=$(mktemp)
trap 'rm -f "$work"; psql -Xq -d postgres -c "drop database if exists $database"' EXIT
for encoding in UTF8 SQL_ASCII; do
  if create_database && install && load && judge; then
    report
    count_escape "$([ $encoding = UTF8 ] || echo '{"escape": 1}')"
  else
    echo "FAILED  the suite did not run in $encoding"
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
