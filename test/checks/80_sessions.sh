#!/usr/bin/env bash
# Many sessions at once.
#
#   - two sessions that change types while two others bind: with the changes held off during a comparison every answer is
#     stock's; without, jbind's answer is one that stock gives just before or just after it, at the third attempt at the latest
#   - 64 connections of pgbench on mixed types, each answer compared with stock's inside its transaction
#
#   JBIND_LONG=1     a minute each instead of a few seconds
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
seconds=$(amount 4 60)

# run_sessions GUARDED: two that bind, two that change; what they did stands in sessions.done
run_sessions() {
  local job pids=()
  psql_ -c 'truncate sessions.done'
  for job in "bind($seconds, $1, 'json')" "bind($seconds, $1, 'jsonb')" "bind($seconds, $1, 'text')" \
    "change($seconds, $1, 'rows')" "change($seconds, $1, 'values')"; do
    psql_ -c 'set client_min_messages = warning' -c "call sessions.$job" >"$work/${#pids[@]}.log" 2>&1 &
    pids+=($!)
  done
  wait "${pids[@]}"
  if grep -h . "$work"/*.log | sed -n 1,20p | grep .; then fail "a session complained ($1)"; fi
  psql_ -c "select what || ': ' || times || ' times, ' || wrong || ' wrong, ' || failed || ' with an error' from sessions.done order by what"
  is "sessions that came to their end, guarded $1" 5 "$(psql_ -c 'select count(*) from sessions.done')"
  is "answers that differ, guarded $1" 0 "$(psql_ -c 'select sum(wrong) from sessions.done')"
  psql_ -c 'select distinct example from sessions.done where example is not null'
  is "enough was done, guarded $1" t "$(psql_ -c "select min(times) > 20 and sum(times) > 400 from sessions.done")"
}

# changing_types: and afterwards all agree again
changing_types() {
  psql_ -v ON_ERROR_STOP=1 -f sessions.sql || { fail 'sessions.sql'; return; }
  run_sessions true
  run_sessions false
}

connections() {
  local script scripts=()
  psql_ -v ON_ERROR_STOP=1 -f connections.sql || { fail 'connections.sql'; return; }
  for script in wide sets typed insert; do scripts+=(-f "connections_$script.pgbench"); done
  pgbench -n -c 64 -j 2 -T "$seconds" "${scripts[@]}" "$database" >"$work/pgbench" 2>&1
  is 'pgbench: exit' 0 $?
  sed -nE 's/^(number of transactions actually processed.*|number of failed.*|tps.*)/\1/p' "$work/pgbench"
  grep -E 'ERROR|error:' "$work/pgbench" | sed -n 1,10p
  ok 'pgbench: enough transactions' [ "$(sed -nE 's/^number of transactions actually processed: ([0-9]+).*/\1/p' "$work/pgbench")" -gt 640 ]
  is 'pgbench: rows that differ' 0 "$(psql_ -c 'select count(*) from connections.inserted where stock::text is distinct from jbind::text')"
  ok 'pgbench: rows were inserted' [ "$(psql_ -c 'select count(*) from connections.inserted')" -gt 100 ]
  # a comparison that never fails would be no comparison
  psql_ -c "select connections.must_equal('1', '2')" >/dev/null 2>&1
  is 'a difference is an error' 1 $?
}

if make_database jbind_sessions; then
  changing_types
  connections
else
  fail 'no database with jbind in it'
fi
close_check
