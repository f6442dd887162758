#!/usr/bin/env bash
# The most memory that a session takes for one large array: the document, work_mem for the rows, and little more. On a
# server of its own, whose shared memory is small, as the system's figure counts that too.
#
#   JBIND_LONG=1     an array of 2,000,000 objects instead of 250,000
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
objects=$(amount 250000 2000000)
readonly WORK_MEM_MB=8
readonly MORE_MB=32    # what else a session may take

make_documents() {
  psql_ -v ON_ERROR_STOP=1 -v objects="$objects" <<'SQL'
create type peak_row as (id int8, name text, price numeric(9,2), at timestamptz);
create table documents (t text, j json, jb jsonb);
alter table documents alter t set storage external, alter j set storage external, alter jb set storage external;
insert into documents (t) select '[' || string_agg(format('{"id": %s, "name": "object number %s", "price": %s.25, "at": "2026-01-31T12:00:00Z"}', n, n, n % 1000), ',') || ']'
  from generate_series(1, :objects) n;
update documents set j = t::json, jb = t::jsonb;
SQL
}

# measure CALL: in a session of its own, "ROWS KB": rows, and what the peak of its memory grew by
measure() {
  psql_ -v call="$1" -v work_mem="${WORK_MEM_MB}MB" <<'SQL' 2>&1 | tr '\n' ' '
\set peak 'substring(pg_read_file(''/proc/self/status'', 0, 20000) from ''VmHWM:\\s*(\\d+) kB'')::bigint'
set jit = off;
set work_mem = :'work_mem';
select :peak as before \gset
select count(*) from :call;
select :peak - :before;
SQL
}

# allowed COLUMN: kB that binding this document may take
allowed() { psql_ -c "select pg_column_size($1) / 1024 + ($WORK_MEM_MB + $MORE_MB) * 1024 from documents"; }

# try_call COLUMN CALL
try_call() {
  local most rows kb
  most=$(allowed "$1")
  read -r rows kb <<<"$(measure "$2")"
  echo "$2: $((kb / 1024)) MB more at the peak, at most $((most / 1024)) allowed"
  is "$2: rows" "$objects" "$rows"
  at_most "$2: kB more at the peak" "$most" "$kb"
}

main() {
  local column kb
  own_server "$work/server" || { fail 'no server of our own'; return; }
  make_documents || { fail 'the documents'; return; }
  for column in t j jb; do
    try_call "$column" "jbind_populate_recordset(null::peak_row, (select $column from documents))"
    try_call "$column" "jbind_to_recordset((select $column from documents)) as r(id int8, name text, price numeric(9,2), at timestamptz)"
  done
  # that the figure can tell: stock keeps each row's memory until the end
  read -r _ kb <<<"$(measure "json_populate_recordset(null::peak_row, (select j from documents))")"
  echo "stock: $((kb / 1024)) MB more at the peak"
  ok 'stock takes more, and it shows' [ "${kb:-0}" -gt "$(allowed j)" ]
}

main
close_check
