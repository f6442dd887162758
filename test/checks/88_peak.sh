#!/usr/bin/env bash
# The most memory that a session takes for one large array: the document, work_mem for the rows, and little more. On a
# server of its own, whose shared memory is small, as the system's figure counts that too.
#
#   JBIND_LONG=1     an array of 2,000,000 objects instead of 250,000
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
objects=${long:+2000000}
objects=${objects:-250000}
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

# try_call COLUMN CALL
try_call() {
  local size rows kb
  size=$(psql_ -c "select pg_column_size($1) / 1024 from documents")
  read -r rows kb <<<"$(measure "$2")"
  echo "$2: document $((size / 1024)) MB, peak $((kb / 1024)) MB more"
  is "$2: rows" "$objects" "$rows"
  at_most "$2: kB more at the peak" $((size + (WORK_MEM_MB + MORE_MB) * 1024)) "$kb"
}

main() {
  local rows kb size
  own_server "$work/server" || { fail 'no server of our own'; return; }
  make_documents || { fail 'the documents'; return; }
  try_call t "jbind_populate_recordset(null::peak_row, (select t from documents))"
  try_call j "jbind_populate_recordset(null::peak_row, (select j from documents))"
  try_call jb "jbind_populate_recordset(null::peak_row, (select jb from documents))"
  try_call t "jbind_to_recordset((select t from documents)) as r(id int8, name text, price numeric(9,2), at timestamptz)"
  try_call j "jbind_to_recordset((select j from documents)) as r(id int8, name text, price numeric(9,2), at timestamptz)"
  try_call jb "jbind_to_recordset((select jb from documents)) as r(id int8, name text, price numeric(9,2), at timestamptz)"
  # that the figure can tell: stock keeps each row's memory until the end
  size=$(psql_ -c "select pg_column_size(j) / 1024 from documents")
  read -r rows kb <<<"$(measure "json_populate_recordset(null::peak_row, (select j from documents))")"
  echo "stock: peak $((kb / 1024)) MB more"
  ok 'stock takes more, and it shows' [ "${kb:-0}" -gt $((size + (WORK_MEM_MB + MORE_MB) * 1024)) ]
}

main
close_check
