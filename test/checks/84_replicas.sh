#!/usr/bin/env bash
# Replicas: a hot standby made by pg_basebackup, and a logical subscriber whose generated column and trigger call jbind.
#
#   - the standby binds as the primary does, also after its row types have changed there under a living session
#   - the standby becomes a primary and goes on
#   - rows that come by logical replication are bound by the subscriber as the publisher's were
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
primary=$work/primary
standby=$work/standby

on() { PGHOST=$1 psql -XqAt -d "${database}" "${@:2}"; }

answers() { on "$1" -c 'select string_agg(what || answer, E'"'\\\\n'"' order by what) from kept.answers' 2>&1; }

caught_up() { [ "$(on "$standby" -c "select pg_last_wal_replay_lsn() >= '$1'")" = t ]; }

# what the primary has now is on the standby afterwards
catch_up() { until_true 30 caught_up "$(on "$primary" -c 'select pg_current_wal_lsn()')"; }

make_standby() {
  pg_basebackup -h "$primary" -D "$standby/data" -R -X stream -c fast >"$work/basebackup" 2>&1 || { cat "$work/basebackup"; return 1; }
  # the last of a setting counts
  own_start "$standby" 'hot_standby = on'
  own_primary
}

own_primary() { export PGHOST=$primary; }

reads_on_a_standby() {
  ok 'the standby catches up' catch_up
  is 'it is a standby' t "$(on "$standby" -c 'select pg_is_in_recovery()')"
  is 'answers of the standby' "$(answers "$primary")" "$(answers "$standby")"
  is 'jbind and stock agree there' '' "$(on "$standby" -f kept_agree.sql 2>&1)"
  is 'described there' "$(on "$primary" -c "select * from jbind_describe('kept.row_type')")" "$(on "$standby" -c "select * from jbind_describe('kept.row_type')")"
}

readonly ASK="select (select array_agg(jbind_populate(null::kept.changing, d)::text) from kept.changing_docs) is not distinct from (select array_agg(json_populate_record(null::kept.changing, d::json)::text) from kept.changing_docs), jbind_populate(null::kept.changing, '{\"a\":1,\"b\":\"ok\",\"c\":[1]}');"

said() { grep -qxF -- "$1" "$work/session"; }

# One session of the standby, asked before and after each change on the primary
changes_under_a_session() {
  local i=0 change
  on "$primary" -c "create type kept.label as enum ('ok')" -c 'create table kept.changing (a int, b kept.label)' -c 'create table kept.changing_docs (d text)' \
    -c "insert into kept.changing_docs values ('{\"a\":1,\"b\":\"ok\",\"c\":[1]}'), ('{\"a\":2}')"
  catch_up
  mkfifo "$work/in"
  PGHOST=$standby psql -XqAt -d "$database" <"$work/in" >"$work/session" 2>&1 &
  exec 7>"$work/in"
  printf '%s\n' "$ASK" '\echo asked 0' >&7
  until_true 10 said 'asked 0'
  for change in 'alter table kept.changing add column c int[]' "alter table kept.changing alter column a type text" 'alter table kept.changing rename column a to z' \
    'alter table kept.changing drop column b' "drop table kept.changing; create table kept.changing (c jsonb, b kept.label, a numeric)" "alter type kept.label rename value 'ok' to 'fine'; alter type kept.label add value 'ok'"; do
    on "$primary" -c "$change"
    catch_up || fail "the standby does not catch up after: $change"
    i=$((i + 1))
    printf '%s\n' "$ASK" "\\echo asked $i" >&7
    until_true 10 said "asked $i" || fail "no answer after: $change"
  done
  exec 7>&-
  is 'answers of one session of the standby while its row type changes' \
    't|(1,ok) t|(1,ok,{1}) t|(1,ok,{1}) t|(,ok,{1}) t|(,{1}) t|([1],ok,1) t|([1],ok,1)' "$(grep '^[tfE]' "$work/session" | tr '\n' ' ' | sed 's/ $//; s/"//g')"
}

becomes_a_primary() {
  PGHOST=$standby on "$standby" -c 'select pg_promote()' >/dev/null
  is 'promoted' f "$(on "$standby" -c 'select pg_is_in_recovery()')"
  on "$standby" -c "insert into kept.generated (id, doc) select id + 1000, doc from kept.docs"
  is 'rows bound after the promotion' 400 "$(on "$standby" -c 'select count(part) from kept.generated')"
  is 'jbind and stock agree after the promotion' '' "$(on "$standby" -f kept_agree.sql 2>&1)"
}

subscriber() { on "$primary" -d subscriber "$@"; }

has_rows() { [ "$(subscriber -c 'select count(*) from kept.generated' 2>&1)" = "$1" ]; }

# In the same server: the slot is made by hand, as a subscription would wait for itself.
logical_subscriber() {
  psql -Xq -d postgres -c 'create database subscriber'
  subscriber -v ON_ERROR_STOP=1 -c 'create extension jbind' -f kept.sql -c 'truncate kept.generated' || return 1
  psql_ -c 'create publication rows for table kept.generated' -c "select pg_create_logical_replication_slot('rows', 'pgoutput')" >/dev/null
  subscriber -c "create subscription rows connection 'host=$primary port=5432 dbname=$database user=postgres' publication rows with (create_slot = false, slot_name = rows)" 2>&1 | grep -v NOTICE
  ok 'the first rows come' until_true 60 has_rows 200
  psql_ -c "insert into kept.generated (id, doc) select id + 1000, doc || jsonb '{\"part\":{\"x\":77}}' from kept.docs" -c "update kept.generated set doc = doc || jsonb '{\"a\":4242}' where id = 5" \
    -c 'delete from kept.generated where id = 7'
  ok 'changes come' until_true 60 has_rows 399
  is 'the same rows on both sides' "$(psql_ -c "select md5(string_agg(g::text, ',' order by id)) from kept.generated g")" \
    "$(subscriber -c "select md5(string_agg(g::text, ',' order by id)) from kept.generated g")"
  is 'bound by the trigger and the generated column' '4242|201' "$(subscriber -c "select max(a), count(*) filter (where (part).x = 77) from kept.generated")"
  is 'jbind and stock agree on the subscriber' '' "$(subscriber -f kept_agree.sql 2>&1)"
  # stock's names too, bound by jbind in the worker that applies
  subscriber -c 'alter database subscriber set session_preload_libraries = jbind' -c 'alter database subscriber set jbind.accelerate_stock = on' \
    -c "create or replace function kept.fill_part() returns trigger language plpgsql as \$\$ begin new.part := jsonb_populate_record(null::kept.part, new.doc -> 'part'); raise log 'bound % parts', (select sum(documents) from public.jbind_codecs() where row_type = 'kept.part'::regtype); return new; end \$\$" \
    -c 'alter subscription rows disable' -c 'alter subscription rows enable'
  psql_ -c "insert into kept.generated (id, doc) select id + 2000, doc from kept.docs"
  ok 'accelerated: rows come' until_true 60 has_rows 599
  is 'accelerated: jbind and stock agree' '' "$(subscriber -f kept_agree.sql 2>&1)"
  ok 'accelerated: it was jbind' grep -aqE 'bound [1-9][0-9]* parts' "$primary/log"
  subscriber -c 'drop subscription rows'
}

main() {
  own_server "$primary" 'wal_level = logical' 'max_wal_senders = 6' 'max_replication_slots = 6' 'wal_retrieve_retry_interval = 100ms' 'log_min_messages = log' || { fail 'no server of our own'; return; }
  psql_ -v ON_ERROR_STOP=1 -f kept.sql || { fail 'kept.sql'; return; }
  is 'jbind and stock agree' '' "$(psql_ -f kept_agree.sql 2>&1)"
  if make_standby; then
    reads_on_a_standby
    changes_under_a_session
    becomes_a_primary
  else
    fail 'no standby'
  fi
  logical_subscriber || fail 'no subscriber'
}

main
close_check
