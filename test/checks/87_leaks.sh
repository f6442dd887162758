#!/usr/bin/env bash
# Calls without end in one session: its memory stays as it was, within 1 MB, for each function and type of document, on good
# input and on bad (whose errors are caught). Looked at while the calls go on, and with memory contexts as well as with what
# the process holds of the system.
#
#   JBIND_CALLS=N    calls each (default 100000)
#   JBIND_LONG=1     1,000,000 calls each instead of 100,000, and 10,000 types made, bound and dropped instead of 1,000
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
export PGOPTIONS='-c client_min_messages=warning -c jit=off'
calls=$(amount "${JBIND_CALLS:-100000}" 1000000)
rounds=$(amount 1000 10000)

main() {
  make_database jbind_leaks || { fail 'no database with jbind in it'; return; }
  psql_ -v ON_ERROR_STOP=1 -f leaks.sql || { fail 'leaks.sql'; return; }
  psql_ -v ON_ERROR_STOP=1 -v calls="$calls" -v rounds="$rounds" -f leaks_session.sql >"$work/session" 2>&1 || { tail -n 5 "$work/session"; fail 'the session'; }
  psql_ -c "select format('%s: %s calls, contexts %s kB more, process %s kB more', what, calls, contexts / 1024, process / 1024) from leaks.measured order by n"
  ok 'everything was called' [ "$(psql_ -c 'select count(*) from leaks.measured')" = "$(psql_ -c 'select count(*) * 2 + count(*) filter (where bad is not null) + 3 from leaks.calls')" ]
  is 'one session' 1 "$(psql_ -c 'select count(distinct pid) from leaks.measured')"
  is 'fewer calls than said' '' "$(psql_ -c "select what from leaks.measured where calls < $calls and what !~ 'types'")"
  is 'bad input that raised no error' '' "$(psql_ -c 'select what from leaks.measured where not as_expected')"
  psql_ -c "select what, contexts, case when what like 'types%' then 0 else process end from leaks.measured order by n" >"$work/measured"
  ok 'something was measured' [ -s "$work/measured" ]
  while IFS='|' read -r what contexts process; do
    at_most "$what: bytes more in memory contexts" 1048576 "$contexts"
    at_most "$what: bytes more of the process" 1048576 "$process"
  done <"$work/measured"
  # (types: the process also holds catalog caches, which grow without jbind; its own contexts are what is looked at)
  # a leak that is planted shows
  ok 'a planted leak is seen' [ "$(psql_ -c 'select contexts from leaks.planted')" -gt 1048576 ]
}

main
close_check
