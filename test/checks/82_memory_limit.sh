#!/usr/bin/env bash
# Memory that runs out: PostgreSQL's "out of memory" and a session that goes on, wherever it happens.
#
# A session of our own server gets a limit on its address space just above what it has (as `ulimit -v` gives), then binds;
# the limit grows from one session to the next, so that another allocation is the one that fails: of documents, rows, the
# tuplestore, codecs, matchers, frames. After each failure the limit is lifted, and the same session must bind as
# stock. A call that fails under no limit, or never does, is a failure of the test.
#
#   JBIND_LONG=1     32 times as many limits
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
steps=$(amount 10 320)

# name | statement before the limit | statement under it
calls=(
  "populate text|select 1|select length(jbind_populate(null::limits.big, doc)::text) from limits.docs where name = 'object'"
  "populate json|select 1|select length(jbind_populate(null::limits.big, doc::json)::text) from limits.docs where name = 'object'"
  "populate jsonb|select 1|select length(jbind_populate(null::limits.big, binary_doc)::text) from limits.docs where name = 'object'"
  "to_record|select 1|select r is null from limits.docs, jbind_to_record(doc) as r(b text, j json, jb jsonb, ia int[]) where name = 'object'"
  "recordset text|select 1|select count(*) from limits.docs, jbind_populate_recordset(null::limits.big, doc) where name = 'set'"
  "recordset json|select 1|select count(*) from limits.docs, jbind_populate_recordset(null::limits.big, doc::json) where name = 'set'"
  "recordset jsonb|select 1|select count(*) from limits.docs, jbind_populate_recordset(null::limits.big, binary_doc) where name = 'set'"
  "to_recordset|select 1|select count(*) from limits.docs, jbind_to_recordset(doc) as r(b text, jb jsonb, part limits.part) where name = 'set'"
  "trace|select 1|select count(*) from limits.docs, jbind_trace(null::limits.big, doc::json) where name = 'object'"
  "describe|select limits.ask_stock()|select limits.describe_all()"
  "compile|select limits.ask_stock()|select limits.compile_all()"
  "kept documents|select limits.ask_stock()|select limits.keep_documents()"
  "many types in one call|select 1|select limits.many_frames()"
)

# one_limit BEFORE STATEMENT KB: a session of its own; what it says stands in $work/said
one_limit() {
  LIMIT_ABOVE=$3 psql -XqAt -d "$database" -v before="$1" -v statement="$2" -f limits_session.sql >"$work/said" 2>&1
}

# What became of the statement and of the session, in two words
verdict() {
  local what=other after=different
  if grep -q '^done ' "$work/said"; then what=bound; fi
  if grep -q 'out of memory' "$work/said"; then what=refused; fi
  if grep -qx 'after true' "$work/said"; then after=as_stock; fi
  echo "$what $after"
}

# enough BEFORE STATEMENT: kB with which it is done, and less than twice what it needs
enough() {
  local limit
  for ((limit = 256; limit < 1000000; limit *= 2)); do
    one_limit "$1" "$2" "$limit"
    [ "$(verdict)" != 'bound as_stock' ] || break
  done
  echo "$limit"
}

try_call() {
  local name=$1 i limit words most refused=0 bound=0 other=0
  most=$(enough "$2" "$3")
  for ((i = 0; i < steps; i++)); do
    limit=$((i * most / steps))
    one_limit "$2" "$3" "$limit"
    words=$(verdict)
    case $words in
      "refused as_stock") refused=$((refused + 1)) ;;
      "bound as_stock") bound=$((bound + 1)) ;;
      *)
        other=$((other + 1))
        [ "$other" -gt 2 ] || { echo "$name, $limit kB: $words"; head -n 5 "$work/said" | cut -c1-300; }
        ;;
    esac
  done
  echo "$name: up to $most kB, $refused times out of memory, $bound times bound, $other times anything else"
  is "$name: anything but PostgreSQL's error or an answer" 0 "$other"
  ok "$name: memory ran out" [ "$refused" -gt 0 ]
  one_limit "$2" "$3" 2000000
  is "$name: with enough memory" 'bound as_stock' "$(verdict)"
}

main() {
  local call name before statement
  own_server "$work/server" || { fail 'no server of our own'; return; }
  psql_ -v ON_ERROR_STOP=1 -f limits.sql || { fail 'limits.sql'; return; }
  for call in "${calls[@]}"; do
    IFS='|' read -r name before statement <<<"$call"
    try_call "$name" "$before" "$statement"
  done
  is 'processes that fell' 0 "$(grep -acE 'terminated by signal|exited with exit code|TRAP' "$work/server/log")"
}

if command -v prlimit >/dev/null; then main; else fail 'there is no prlimit (util-linux)'; fi
close_check
