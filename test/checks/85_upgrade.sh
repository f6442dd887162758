#!/usr/bin/env bash
# What calls jbind's functions survives dump, restore and pg_upgrade: tables, views, functions, a materialized view, a
# generated column, a trigger and an index (lib/kept.sql), with the same answers afterwards.
#
#   - pg_dump and restore; also by sessions in which stock's calls become jbind's: a dump has stock's names still
#   - pg_upgrade with data by link, from JBIND_OLD_BIN (the programs of an older server that has jbind), else from the
#     same version
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
readonly ACCELERATED='-c session_preload_libraries=jbind -c jbind.accelerate_stock=on'
new_bin=$(pg_config_bin)
old_bin=${JBIND_OLD_BIN:-$new_bin}

answers() { psql -XqAt -d "$1" -c 'select string_agg(what || answer, E'"'\\\\n'"' order by what) from kept.answers' 2>&1; }

agree() { psql -XqAt -d "$1" -f kept_agree.sql 2>&1; }

# dump DATABASE: without what a dump has of its own (names of its run)
dump() { pg_dump "$1" 2>&1 | grep -vE '^\\(un)?restrict|^-- Dumped'; }

dump_and_restore() {
  local expected
  expected=$(answers "$database")
  dump "$database" >"$work/dump.sql"
  ok 'dump: jbind by name' grep -q 'FROM kept.docs,.*jbind_populate(NULL::kept.row_type, docs.doc)' <(tr -d '\n' <"$work/dump.sql" | sed 's/  */ /g')
  ok 'dump: stock by name' grep -q 'jsonb_populate_record(NULL::kept.row_type' "$work/dump.sql"
  is 'dump: the same when accelerated' '' "$(PGOPTIONS=$ACCELERATED dump "$database" | diff - "$work/dump.sql")"
  psql -Xq -d postgres -c 'create database restored' -c 'create database accelerated'
  psql -XqAt -v ON_ERROR_STOP=1 -d restored -f "$work/dump.sql" >"$work/restore" 2>&1
  is 'restore: exit' 0 $?
  is 'restore: answers' "$expected" "$(answers restored)"
  is 'restore: jbind and stock agree' '' "$(agree restored)"
  is 'restore: dumps as before' '' "$(dump restored | diff - "$work/dump.sql")"
  PGOPTIONS=$ACCELERATED psql -XqAt -v ON_ERROR_STOP=1 -d accelerated -f "$work/dump.sql" >"$work/restore" 2>&1
  is 'restore, accelerated: exit' 0 $?
  is 'restore, accelerated: dumps as before' '' "$(dump accelerated | diff - "$work/dump.sql")"
  is 'answers, accelerated' "$expected" "$(PGOPTIONS=$ACCELERATED answers accelerated)"
  pg_dump -Fc -f "$work/dump" "$database" && psql -Xq -d postgres -c 'create database parallel' && pg_restore -j 2 -d parallel "$work/dump" >"$work/restore" 2>&1
  is 'pg_restore -j 2: exit' 0 $?
  is 'pg_restore -j 2: answers' "$expected" "$(answers parallel)"
}

# run_upgrade OLD NEW: pg_upgrade of one data folder to another, which is made.
run_upgrade() {
  # new ones have checksums unless told otherwise; old ones hadn't
  INITDB_OPTIONS=$("$new_bin/initdb" --help | grep -o -- --no-data-checksums | sed -n 1p) own_data "$2" || return
  (cd "$work" && "$new_bin/pg_upgrade" --link -b "$old_bin" -B "$new_bin" -d "$1/data" -D "$2/data" -U postgres -s "$work") >"$work/upgrade" 2>&1
}

show_upgrade_errors() {
  tail -n 40 "$work/upgrade"
  find "$1/data/pg_upgrade_output.d" -name '*.log' -exec grep -hE -A 5 'error:|ERROR|FATAL' {} + 2>/dev/null | tail -n 60
}

# Some servers refuse any table of an older one.
stock_can_upgrade() {
  local old=$work/old_stock
  own_data "$old" "$old_bin" && PATH=$old_bin:$PATH own_start "$old" || return
  psql -Xq -d postgres -c 'create table plain (a int)'
  PATH=$old_bin:$PATH own_stop "$old"
  run_upgrade "$old" "$work/new_stock"
}

upgrade() {
  local expected old=$work/old new=$work/new
  own_data "$old" "$old_bin" || { fail 'no old cluster'; return; }
  PATH=$old_bin:$PATH own_start "$old" || { fail 'no old server'; return; }
  echo "pg_upgrade from $(psql -XqAt -d postgres -c 'show server_version') to $("$new_bin/postgres" --version)"
  psql -Xq -d postgres -c 'create database kept'
  psql -Xq -v ON_ERROR_STOP=1 -d kept -c 'create extension jbind' -f kept.sql -c 'alter database kept set session_preload_libraries = jbind' \
    -c 'alter database kept set jbind.accelerate_stock = on' || { fail 'kept.sql in the old server'; return; }
  expected=$(answers kept)
  is 'before the upgrade: jbind and stock agree' '' "$(agree kept)"
  PATH=$old_bin:$PATH own_stop "$old"
  if ! run_upgrade "$old" "$new"; then
    show_upgrade_errors "$new"
    if stock_can_upgrade; then fail 'pg_upgrade'; else echo 'left out: pg_upgrade between these servers fails for any table, without jbind'; fi
    return
  fi
  own_start "$new" || { fail 'the new server does not start'; return; }
  is 'after the upgrade: answers' "$expected" "$(answers kept)"
  is 'after the upgrade: jbind and stock agree' '' "$(agree kept)"
  psql -Xq -d kept -c "insert into kept.generated (id, doc) select id + 1000, doc from kept.docs" -c 'alter type kept.row_type add attribute more int'
  is 'after the upgrade: new rows' '400|200' "$(psql -XqAt -d kept -c 'select count(part), max(a) from kept.generated')"
  is 'after the upgrade: a changed type' '(200,"text 200",200)' "$(psql -XqAt -d kept -c "select row((r).a, (r).b, (r).more) from (select jbind_populate(null::kept.row_type, doc) r from kept.docs where id = 200) s")"
  ok 'after the upgrade: the extension is the same' psql -XqAt -v ON_ERROR_STOP=1 -d kept -c 'alter extension jbind update' -c 'drop extension jbind cascade' -c 'create extension jbind'
}

main() {
  own_server "$work/server" || { fail 'no server of our own'; return; }
  psql_ -v ON_ERROR_STOP=1 -f kept.sql || { fail 'kept.sql'; return; }
  dump_and_restore
  own_stop "$work/server"
  upgrade
}

main
close_check
