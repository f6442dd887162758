#!/usr/bin/env bash
# jbind.accelerate_stock: stock's function names give stock's answers, bound by jbind.
#
#   - checks/lib/accelerate.sql, with the setting off and on, for json and jsonb: equal, section by section, and its own
#     claims hold on both sides
#   - where the setting and the library may come from: session, role, database, session_ and shared_preload_libraries,
#     a database without the extension; pg_dump
#   - with JBIND_CASES=FOLDER, that the calls in the parity cases of that folder are really replaced (test/run.sh compares
#     their answers)
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
export PGCLIENTENCODING=UTF8
unset PGOPTIONS
database=jbind_accelerate
role=jbind_accelerate_user
cases=${JBIND_CASES:-none}
work=$(mktemp -d)
passed=0
failed=0

psql_() { psql -XqAt -d "$database" "$@"; }

clean_up() {
  stop_preloading
  psql -Xq -d postgres -c 'set client_min_messages = error' -c "drop database if exists $database" -c "drop role if exists $role"
  rm -rf "$work"
}

fail() {
  echo "FAILED  $1"
  failed=$((failed + 1))
}

# is NAME EXPECTED ANSWER
is() {
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    fail "$1: expected '$2', got '$3'"
  fi
}

create_database() {
  psql -Xq -d postgres -c 'set client_min_messages = error' -c "drop database if exists $database" || return
  psql -Xq -d postgres -c "create database $database encoding 'UTF8' template template0 locale 'C.UTF-8'" 2>/dev/null ||
    psql -Xq -d postgres -c "create database $database encoding 'UTF8' template template0 locale 'C'"
}

# --- one script, the setting off and on ---------------------------------------------------------------------------------

# run OUTPUT DOCUMENT_TYPE on|off
run() {
  create_database && psql_ -c 'create extension jbind' || return
  PGOPTIONS="-c session_preload_libraries=jbind -c jbind.accelerate_stock=$3 -c jbind.error_context=off -c proof.accelerated=$3 -c jit=off" \
    psql_ -v on="$3" -v doc="$2" -v populate="$2_populate_record" -v populate_set="$2_populate_recordset" \
    -v to_record="$2_to_record" -v to_recordset="$2_to_recordset" -v database="$database" -f accelerate.sql >"$1.raw" 2>&1
  sed -E -e 's/^psql:[^:]*:[0-9]+: //' "$1.raw" >"$1"
}

compare_settings() {
  local type equal different
  for type in json jsonb; do
    run "$work/off" "$type" off
    run "$work/on" "$type" on
    ./sections.pl "$type" "$work/off" "$work/on" >"$work/verdict"
    sed '$d' "$work/verdict"
    read -r equal different < <(tail -n 1 "$work/verdict")
    echo "$type: $equal sections equal, $different different; $(grep -c 'as expected' "$work/on") claims"
    passed=$((passed + ${equal:-0}))
    failed=$((failed + ${different:-1}))
  done
}

# --- where setting and library come from ----------------------------------------------------------------------------------

readonly CALL="select json_populate_record(null::pair, '{\"a\":1,\"b\":\"x\"}')"
# the first use of a function loads the library; LOAD itself is for superusers
readonly LOAD="do \$\$ begin perform jbind_populate(null::pair, '{}'); end \$\$"
readonly PLAN="explain (verbose, costs off) $CALL"

# What a new session makes of the call: "jbind" or "stock", and the answer
answer() {
  local plan
  plan=$("$@" -c "$PLAN" 2>&1)
  case $plan in
    *jbind_populate*) printf 'jbind ' ;;
    *json_populate_record*) printf 'stock ' ;;
  esac
  "$@" -c "$CALL" 2>&1
}

where_it_comes_from() {
  local as_role=(psql_ -U "$role")
  create_database
  psql_ -c 'create type pair as (a int, b text)'
  is 'nothing set' 'stock (1,x)' "$(answer psql_)"
  psql_ -c "alter database $database set session_preload_libraries = 'jbind'" -c "alter database $database set jbind.accelerate_stock = on"
  is 'library and setting, but no extension' 'stock (1,x)' "$(answer psql_)"
  psql_ -c 'create extension jbind'
  is 'per database' 'jbind (1,x)' "$(answer psql_)"
  is 'per database, for another role' 'jbind (1,x)' "$(answer "${as_role[@]}")"
  psql_ -c "alter role $role in database $database set jbind.accelerate_stock = off"
  is 'off per role in this database' 'stock (1,x)' "$(answer "${as_role[@]}")"
  is 'off per role: others keep it' 'jbind (1,x)' "$(answer psql_)"
  psql_ -c "alter database $database reset jbind.accelerate_stock" -c "alter role $role in database $database reset all"
  is 'reset per database' 'stock (1,x)' "$(answer psql_)"
  psql_ -c "alter role $role set jbind.accelerate_stock = on"
  is 'per role' 'jbind (1,x)' "$(answer "${as_role[@]}")"
  psql_ -c "alter database $database reset all"
  is 'set before the library is there' 'stock (1,x)' "$(answer "${as_role[@]}")"
  is 'set before the library came' 'jbind (1,x)' \
    "$(answer "${as_role[@]}" -c "$LOAD")"
  is 'set in the session, by anybody' 'jbind (1,x)' \
    "$(psql_ -c "alter role $role reset all"; answer "${as_role[@]}" -c "$LOAD" -c 'set jbind.accelerate_stock = on')"
  is 'in connection options' 'jbind (1,x)' "$(PGOPTIONS='-c session_preload_libraries=jbind -c jbind.accelerate_stock=on' answer psql_)"
  psql_ -c 'drop extension jbind'
  is 'extension dropped' 'stock (1,x)' "$(PGOPTIONS='-c session_preload_libraries=jbind -c jbind.accelerate_stock=on' answer psql_)"
}

# A cached plan of one session follows what another session does to the extension.
plans_of_another_session() {
  create_database
  psql_ -c 'create type pair as (a int, b text)' -c "create function plan_of(query text) returns text language plpgsql as \$\$
    declare plan text; begin execute 'explain (verbose, format json) ' || query into plan; return substring(plan from 'jbind|json_populate'); end \$\$"
  is 'plans follow another session' 'json_populate jbind json_populate jbind json_populate' \
    "$(PGOPTIONS='-c session_preload_libraries=jbind -c jbind.accelerate_stock=on -c plan_cache_mode=force_generic_plan' psql_ 2>&1 <<SQL | paste -s -d ' '
prepare p(json) as select json_populate_record(null::pair, \$1);
select plan_of('execute p(''{}'')');
\! psql -Xq -d $database -c 'create extension jbind'
select plan_of('execute p(''{}'')');
\! psql -Xq -d $database -c 'revoke execute on function jbind_populate(anyelement, json) from public'
select plan_of('execute p(''{}'')');
\! psql -Xq -d $database -c 'grant execute on function jbind_populate(anyelement, json) to public'
select plan_of('execute p(''{}'')');
\! psql -Xq -d $database -c 'drop extension jbind'
select plan_of('execute p(''{}'')');
SQL
)"
}

# jbind's functions are looked up; what an error cuts short is done again.
look_up_that_fails() {
  create_database
  psql_ -c 'create extension jbind' -c 'create type pair as (a int, b text)'
  is 'a look-up that fails is done again' '(1,) canceled (2,) jbind_populate' \
    "$(PGOPTIONS='-c session_preload_libraries=jbind -c jbind.accelerate_stock=on' psql_ 2>&1 <<SQL | sed -e 's/.*canceling statement.*/canceled/' -e 's/.*\(jbind_populate\).*/\1/' -e '/^Result/d' | paste -s -d ' '
select json_populate_record(null::pair, '{"a": 1}');
\! psql -Xq -d $database -c 'drop extension jbind' -c 'create extension jbind'
\! psql -XqAt -d $database -c begin -c 'lock table pg_extension in access exclusive mode' -c 'select pg_sleep(2)' -c rollback >/dev/null &
\! n=0; until psql -XqAt -d $database -c "select 1 from pg_locks where relation = 'pg_extension'::regclass and mode = 'AccessExclusiveLock' and granted" | grep 1 >/dev/null || [ \$((n += 1)) -gt 100 ]; do sleep 0.1; done
set statement_timeout = 300;
select json_populate_record(null::pair, '{"a": 1}');
set statement_timeout = 0;
select json_populate_record(null::pair, '{"a": 2}');
explain (verbose, costs off) select json_populate_record(null::pair, '{"a": 2}');
SQL
)"
}

# Views and functions are dumped with stock's names, and what is dumped can be loaded where there is no jbind.
dump() {
  psql_ -c 'create extension jbind' -c "alter database $database set session_preload_libraries = 'jbind'" \
    -c "alter database $database set jbind.accelerate_stock = on"
  psql_ -c "create view over_text as select (json_populate_record(null::pair, x::json)).* from (values ('{}'::text)) v(x)" \
    -c "create function atomic_sum(j json) returns bigint begin atomic select sum(a) from json_to_recordset(j) as r(a int); end"
  is 'the view is accelerated' t "$(psql_ -c 'explain (verbose) select * from over_text' | grep jbind_populate >/dev/null && echo t)"
  pg_dump -s "$database" >"$work/dump.sql"
  is 'no name of jbind in a dump' 0 "$(grep -v -i 'extension' "$work/dump.sql" | grep -c 'jbind_')"
  is 'names of stock in a dump' 3 "$(grep -cE 'json_populate_record|json_to_recordset' "$work/dump.sql")"
}

# --- a server that preloads the library ------------------------------------------------------------------------------------

stop_preloading() {
  [ -e "$work/data/postmaster.pid" ] || return 0
  pg_ctl -D "$work/data" -m fast -t 30 -w stop >/dev/null 2>&1 || pg_ctl -D "$work/data" -m immediate -t 30 -w stop >/dev/null 2>&1
}

preloaded() { psql -XqAt -h "$work" -p 5432 -U postgres "$@"; }

start_preloading() {
  initdb -D "$work/data" -U postgres -A trust -E UTF8 --locale=C -N >"$work/initdb.log" 2>&1 </dev/null || return
  printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$work'" 'port = 5432' 'fsync = off' 'max_connections = 10' \
    "shared_preload_libraries = 'jbind'" 'jbind.accelerate_stock = on' >>"$work/data/postgresql.conf"
  pg_ctl -D "$work/data" -l "$work/server.log" -t 60 -w start >/dev/null 2>&1 </dev/null
}

preloading() {
  if ! start_preloading; then
    fail 'no server with shared_preload_libraries'
    cat "$work/initdb.log" "$work/server.log" 2>/dev/null
    return
  fi
  preloaded -d postgres -c 'create database bare' -c 'create extension jbind'
  preloaded -d postgres -c 'create type pair as (a int, b text)'
  preloaded -d bare -c 'create type pair as (a int, b text)'
  is 'shared_preload_libraries' 'jbind (1,x)' "$(answer preloaded -d postgres)"
  is 'shared_preload_libraries, a database without the extension' 'stock (1,x)' "$(answer preloaded -d bare)"
  echo 'jbind.accelerate_stock = off' >>"$work/data/postgresql.conf"
  # one session from before to after the reload: its cached plan changes as well
  is 'plans after a reload' 'jbind stock' "$(preloaded -d postgres 2>&1 <<'SQL' | tail -n 2 | paste -s -d ' '
create function plan_of(query text) returns text language plpgsql as $$
declare plan text; begin execute 'explain (verbose, format json) ' || query into plan; return substring(plan from 'jbind_|json_populate'); end $$;
prepare p(json) as select json_populate_record(null::pair, $1);
set plan_cache_mode = force_generic_plan;
select case plan_of('execute p(''{}'')') when 'jbind_' then 'jbind' end;
select pg_reload_conf() \g /dev/null
select pg_sleep(0.5) \g /dev/null
select case plan_of('execute p(''{}'')') when 'json_populate' then 'stock' end;
SQL
)"
  stop_preloading
}

# --- the parity cases -------------------------------------------------------------------------------------------------------

# bound_in_case TYPE FILE: how many documents jbind bound in the session of a case
bound_in_case() {
  (cd "$cases" && PGOPTIONS='-c session_preload_libraries=jbind -c jbind.accelerate_stock=on' psql_ -v jtype="$1" \
    -v populate_record="$1_populate_record" -v populate_recordset="$1_populate_recordset" -v to_record="$1_to_record" \
    -v to_recordset="$1_to_recordset" -v engine_setup="$work/extension.sql" -f "$2" \
    -c "select 'bound ' || coalesce(sum(documents), 0) from jbind_codecs()" 2>/dev/null) | sed -n 's/^bound //p' | tail -n 1
}

# Equal answers prove little if nothing was replaced.
parity_cases() {
  local type file bound replaced total=0 number=0
  if ! [ -d "$cases" ]; then
    echo 'JBIND_CASES names no folder of parity cases: their calls are not counted here'
    return
  fi
  echo 'create extension if not exists jbind;' >"$work/extension.sql"
  for type in json jsonb; do
    create_database
    replaced=0
    for file in $(cd "$cases" && ls c*.sql); do
      bound=$(bound_in_case "$type" "$file")
      number=$((number + 1))
      total=$((total + ${bound:-0}))
      if [ "${bound:-0}" -gt 0 ]; then replaced=$((replaced + 1)); fi
    done
    echo "parity cases, $type: $replaced of $number sessions had calls replaced"
    is "calls are replaced in most parity cases, $type" yes "$([ "$replaced" -gt $((number / 2)) ] && echo yes)"
    number=0
  done
  echo "parity cases: $total documents bound by jbind"
}

trap clean_up EXIT
psql -Xq -d postgres -c 'set client_min_messages = error' -c "drop database if exists $database" -c "drop role if exists $role" -c "create role $role login"
compare_settings
where_it_comes_from
look_up_that_fails
plans_of_another_session
dump
preloading
parity_cases
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
