#!/usr/bin/env bash
# What ends a bind half way: a crash, pg_terminate_backend, statement_timeout, pg_cancel_backend. On a server of its own.
#
#   - kill -9 and a segmentation fault in the middle of a recordset: the server recovers, what was committed is there, what was
#     not is not, and jbind answers as before
#   - terminate, timeout and cancel of a running recordset and of one huge object: the time until it obeys is measured, and
#     the session (temporary table, prepared statement, settings, memory) is as it was
#   - cancel inside nested PL: caught by a handler that binds on
#
# A recordset is held in its middle by a domain's CHECK that waits for a lock, so "in the middle" is no matter of luck.
#   JBIND_LONG=1     with documents of 228 MB instead of 30
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
objects=$(amount 300000 2000000)
# milliseconds; the machine may have other things to do, so these are generous, and the times are printed
readonly OBEYS_WITHIN=5000
readonly TIMEOUT_WITHIN=500
# the first timed attempt's limit; the document has to be fetched and cast within that of one of them
STEP=$(amount 300 1000)
readonly STEP

pid_of() { psql_ -c "select pid from pg_stat_activity where application_name = '$1' and backend_type = 'client backend'"; }

is_waiting() { [ "$(psql_ -c "select count(*) from pg_stat_activity where application_name = '$1' and wait_event_type = 'Lock'")" = 1 ]; }

is_active() { [ "$(psql_ -c "select count(*) from pg_stat_activity where application_name = '$1' and state = 'active'")" = 1 ]; }

# A session that goes on reading what is said to it; what it answers stands in $work/NAME.
# open_session NAME: the shell's side of it is file descriptor 7
open_session() {
  rm -f "$work/in"
  mkfifo "$work/in"
  PGAPPNAME=$1 psql -XqAt -d "$database" <"$work/in" >"$work/$1" 2>&1 &
  exec 7>"$work/in"
}

close_session() {
  exec 7>&-
  wait $!
}

tell() { printf '%s\n' "$@" >&7; }

has_said() { grep -qxF -- "$2" "$work/$1"; }

# hold_lock, release_lock: the lock that the CHECK waits for, held by a session of its own
hold_lock() {
  PGAPPNAME=holder psql_ -c 'select pg_advisory_lock(81)' -c 'select pg_sleep(600)' >"$work/holder" 2>&1 &
  until_true 10 lock_is_held
}

lock_is_held() { [ "$(psql_ -c "select count(*) from pg_locks where locktype = 'advisory' and objid = 81 and granted")" = 1 ]; }

release_lock() { psql_ -c "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'holder'" >/dev/null; }

# --- crashes --------------------------------------------------------------------------------------------------------------

recovered() { [ "$(psql_ -c 'select 1' 2>/dev/null)" = 1 ]; }

# crash_in_the_middle SIGNAL FORM
crash_in_the_middle() {
  local name="SIG$1 in the middle of a recordset of $2" pid log_lines
  psql_ -c 'truncate interrupts.kept' -c "insert into interrupts.kept select a, b from jbind_populate_recordset(null::interrupts.plain, '[{\"a\":1},{\"a\":2}]')"
  hold_lock
  open_session crashing
  tell "insert into interrupts.kept select a, b from jbind_populate_recordset(null::interrupts.held, (select doc::$2 from interrupts.docs where name = 'held'));"
  ok "$name: it is in the middle" until_true 20 is_waiting crashing
  pid=$(pid_of crashing)
  log_lines=$(wc -l <"$work/server/log")
  kill "-$1" "$pid"
  close_session
  ok "$name: the server comes back" until_true 30 recovered
  ok "$name: it was a crash" grep -aqE 'was terminated by signal' <(tail -n "+$log_lines" "$work/server/log")
  is "$name: what was committed" '1,2' "$(psql_ -c "select string_agg(a::text, ',' order by a) from interrupts.kept")"
  binds_as_stock "$name"
}

# --- a session that is stopped ----------------------------------------------------------------------------------------------

# binds_as_stock NAME: in a new session, with rows of every kind
binds_as_stock() {
  is "$1: the answers after it" t "$(psql_ -c "select (select array_agg(r::text) from jbind_populate_recordset(null::interrupts.plain, doc) r)
    = (select array_agg(r::text) from json_populate_recordset(null::interrupts.plain, doc::json) r) from interrupts.docs where name = 'small'")"
}

# what must be as it was in a session that goes on
readonly STATE="select 'state ' || current_setting('work_mem') || (select count(*) from mine) || (select count(*) from pg_prepared_statements)
  || (select count(*) from pg_backend_memory_contexts where name = 'jbind row')
  || (select (select array_agg(r::text) from jbind_populate_recordset(null::interrupts.plain, doc) r)
    = (select array_agg(r::text) from json_populate_recordset(null::interrupts.plain, doc::json) r) from interrupts.docs where name = 'small');"

begin_stopped() {
  open_session stopped
  tell 'set work_mem = 7777;' 'create temp table mine as select 1;' "prepare ask($(type_of "$1")) as $(again_and_again "${LONG_CALLS[$1]}");" "\\echo begun"
  ok "$2: begins" until_true 10 has_said stopped begun
}

# The queries that run long enough to be stopped in their middle. All rows are bound before the first is read.
declare -A LONG_CALLS=(
  [set of text]="select 1 from jbind_populate_recordset(null::interrupts.plain, DOC) r limit 1"
  [set of json]="select 1 from jbind_populate_recordset(null::interrupts.plain, DOC) r limit 1"
  [set of jsonb]="select 1 from jbind_populate_recordset(null::interrupts.plain, DOC) r limit 1"
  [typed set]="select 1 from jbind_to_recordset(DOC) as r(a int, b text, c int4range) limit 1"
  [set of stock columns]="select 1 from jbind_populate_recordset(null::interrupts.stock_columns, DOC) r limit 1"
  [set of domains]="select 1 from jbind_populate_recordset(null::interrupts.checked, DOC) r limit 1"
)

# again_and_again QUERY: so often that a stop always finds it at work. The document has to depend on the round, else rows of
# the first are read again.
again_and_again() { printf 'select count((%s)) from generate_series(1, 1000) g' "${1//DOC/case when g > 0 then \$1 end}"; }

# type_of CALL: the type of its document
type_of() { case $1 in *json | *jsonb) echo "${1##* }" ;; *) echo text ;; esac; }

# stop_by HOW: the milliseconds that it took
stop_by() {
  local began
  began=$(milliseconds)
  case $1 in
    cancel) psql_ -c "select pg_cancel_backend($(pid_of stopped))" >/dev/null ;;
    terminate) psql_ -c "select pg_terminate_backend($(pid_of stopped))" >/dev/null ;;
  esac
  until_true 20 is_stopped "$1" || true
  echo $(($(milliseconds) - began))
}

is_stopped() {
  if [ "$1" = terminate ]; then ! pid_of stopped | grep . >/dev/null; else ! is_active stopped; fi
}

stopped_in_the_middle() {
  local call=$1 name="$2 of a $1" took
  begin_stopped "$call" "$name"
  tell "execute ask(interrupts.big_$(type_of "$call")());" "$STATE" "\\echo after"
  ok "$name: it is at work" until_true 10 is_active stopped
  sleep 0.5
  took=$(stop_by "$2")
  at_most "$name: milliseconds" "$OBEYS_WITHIN" "$took"
  if [ "$2" = cancel ]; then
    ok "$name: goes on" until_true 20 has_said stopped after
    ok "$name: stopped by it" grep -q 'canceling statement due to user request' "$work/stopped"
    ok "$name: the session is as it was ($(grep ^state "$work/stopped"))" has_said stopped 'state 7777kB110true'
  fi
  close_session
  is "$name: temporary files left" 0 "$(psql_ -c 'select count(*) from pg_ls_tmpdir()')"
  echo "$name took $took ms"
}

# overshoot STEP: the fewest milliseconds beyond its limit that a timed statement of the session took; STEP is the limit of the
# first, twice that of the second ...
overshoot() { sed -nE 's/^Time: ([0-9]+).*/\1/p' "$work/stopped" | awk -v step="$1" '{ over = $1 > step * NR ? $1 - step * NR : 0; if (NR == 1 || over < best) best = over } END { print best }'; }

# By the server's own clock, from the statement's start to its error. That it stopped inside a document shows in the error's
# context; as it may also stop between two documents, there are some attempts.
# Each has more time than the last: the document is fetched within it.
timeout_in_the_middle() {
  local call=$1 name="timeout of a $1" attempt
  begin_stopped "$call" "$name"
  for attempt in 1 2 3 4 5 6 7 8; do
    tell "set statement_timeout = $((attempt * STEP));" '\timing on' "execute ask(interrupts.big_$(type_of "$call")());" '\timing off' "\\echo attempt $attempt"
    ok "$name: goes on" until_true 30 has_said stopped "attempt $attempt"
    ! grep -q 'CONTEXT:  JSON row' "$work/stopped" || break
  done
  tell 'set statement_timeout = 0;' "$STATE" "\\echo after"
  ok "$name: goes on" until_true 30 has_said stopped after
  is "$name: stopped by it" "$attempt" "$(grep -c 'canceling statement due to statement timeout' "$work/stopped")"
  ok "$name: stopped inside a document" grep -q 'CONTEXT:  JSON row' "$work/stopped"
  ok "$name: the session is as it was ($(grep ^state "$work/stopped"))" has_said stopped 'state 7777kB110true'
  at_most "$name: milliseconds beyond the limit" "$TIMEOUT_WITHIN" "$(overshoot "$STEP")"
  echo "$name: $(overshoot "$STEP") ms beyond the limit"
  close_session
}

one_huge_object() {
  local name="timeout of one huge object"
  open_session stopped
  tell 'set statement_timeout = 100;' '\timing on' \
    "select count(jbind_populate(null::interrupts.lists, doc)) from (select doc from interrupts.docs where name = 'object') d, generate_series(1, 1000);" '\timing off' "\\echo after"
  ok "$name: goes on" until_true 30 has_said stopped after
  ok "$name: stopped by it" grep -q 'canceling statement due to statement timeout' "$work/stopped"
  at_most "$name: milliseconds beyond the limit" "$TIMEOUT_WITHIN" "$(overshoot 100)"
  echo "$name: $(overshoot 100) ms beyond the limit"
  close_session
}

# A handler catches the cancel and binds on, twice nested; the CHECK that is waiting is a bind of its own.
cancel_inside_pl() {
  local name='cancel inside nested PL'
  hold_lock
  open_session stopped
  tell '\set VERBOSITY terse' 'begin;' 'select interrupts.outer_call();' 'commit;' "\\echo after"
  ok "$name: it is in the middle" until_true 10 is_waiting stopped
  psql_ -c "select pg_cancel_backend($(pid_of stopped))" >/dev/null
  ok "$name: goes on" until_true 10 has_said stopped after
  ok "$name: the handler's answer" has_said stopped 'caught: 57014, then (5,x,"[1,3)") and 100 rows'
  close_session
  release_lock
  binds_as_stock "$name"
}

main() {
  local call
  own_server "$work/server" || { fail 'no server of our own'; return; }
  psql_ -v ON_ERROR_STOP=1 -v objects="$objects" -f interrupts.sql || { fail 'interrupts.sql'; return; }
  crash_in_the_middle KILL text
  crash_in_the_middle SEGV json
  crash_in_the_middle KILL jsonb
  for call in "${!LONG_CALLS[@]}"; do
    stopped_in_the_middle "$call" cancel
    timeout_in_the_middle "$call"
  done
  stopped_in_the_middle 'set of text' terminate
  stopped_in_the_middle 'set of domains' terminate
  one_huge_object
  cancel_inside_pl
}

main
close_check
