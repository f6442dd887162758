#!/usr/bin/env bash
# Security: what a user without rights can do, and what a hostile one can't.
#
#   - stock's functions and jbind's, side by side, as a user without rights, under SECURITY DEFINER, row security, column
#     privileges, USAGE taken away, EXECUTE taken away (lib/security.sql: a line for each question on which they differ)
#   - CREATE EXTENSION by a user without rights with a search_path full of traps: none is stepped on
#   - a million keys that were never seen, in one document and in a million: the codec stays as it is
#   - keys made so that the matcher puts all of them in one place: the time a key takes stays within a small factor
#   - jbind_codecs() and jbind_reset() reach nobody else's session
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
# shellcheck source=test/checks/lib/check.sh
. ./check.sh
export PGOPTIONS='-c client_min_messages=warning -c jit=off'

compare_rights() {
  psql_ -v ON_ERROR_STOP=1 -f security.sql || { fail 'security.sql'; return; }
  is 'questions on which jbind and stock differ' '' "$(psql_ -c "select question || E'\n      stock: ' || stock || E'\n      jbind: ' || jbind from security.answers where stock is distinct from jbind")"
  ok 'questions were asked' [ "$(psql_ -c 'select count(*) from security.answers')" -ge 60 ]
  # the answers that matter are refusals and they are there
  ok 'something was refused' [ "$(psql_ -c "select count(*) from security.answers where stock ~ 'permission denied|42501'")" -ge 6 ]
  psql_ -c "select what from security.claims where not holds"
  is 'claims that do not hold' 0 "$(psql_ -c 'select count(*) from security.claims where holds is not true')"
}

# A database whose owner is no superuser and whose search_path begins with a schema in which everything that an install
# script may use unqualified stands once more, noting who calls it.
hostile_search_path() {
  psql -XqAt -d postgres -c 'drop database if exists jbind_trap' -c 'drop role if exists jbind_installer' -c 'create role jbind_installer' -c 'create database jbind_trap owner jbind_installer'
  psql -XqAt -d jbind_trap -v ON_ERROR_STOP=1 -f traps.sql >"$work/traps" 2>&1 || { cat "$work/traps"; fail 'traps.sql'; return; }
  is 'installed by a user without rights, through traps' 0 "$(psql -XqAt -d jbind_trap -c 'select count(*) from trap.stepped_on')"
  is 'objects of the extension outside its schema' '' "$(psql -XqAt -d jbind_trap -c "select p.oid::regprocedure from pg_depend d join pg_proc p on p.oid = d.objid join pg_extension e on e.oid = d.refobjid
    where d.classid = 'pg_proc'::regclass and d.deptype = 'e' and e.extname = 'jbind' and p.pronamespace <> e.extnamespace")"
  is 'an object planted before stays its owner'\''s, and the script fails' 'ERROR:  function "jbind_reset" already exists with same argument types' \
    "$(psql -XqAt -d jbind_trap -c 'drop extension jbind' -c "create function public.jbind_reset() returns void language sql as 'select'" -c 'set role jbind_installer' -c 'create extension jbind schema public' 2>&1 | sed -n 1p)"
  is 'the script replaces nothing' 0 "$(grep -ciE 'or +replace|if +not +exists' ../../../jbind--1.0.sql)"
  is 'the script has no statement that runs a query' 0 "$(sed -e 's/--.*//' ../../../jbind--1.0.sql | grep -ciwE 'select|insert|update|delete|do|execute|perform')"
  psql -XqAt -d postgres -c 'drop database jbind_trap' -c 'drop role jbind_installer'
}

keys_that_flood() {
  ./flood.pl 320 | psql_ -v ON_ERROR_STOP=1 -f floods.sql >"$work/floods" 2>&1 || { cat "$work/floods"; fail 'floods.sql'; return; }
  sed -n 's/^measured: //p' "$work/floods"
  sed -n 's/^wrong: /FAILED  /p' "$work/floods"
  is 'floods that harm' 0 "$(grep -c '^wrong: ' "$work/floods")"
  is 'floods tried' 7 "$(grep -c '^measured: ' "$work/floods")"
}

# Two sessions of one user and one of another
sessions_of_others() {
  psql_ -c 'create type other_type as (a int)' -c "select jbind_populate(null::other_type, '{}')" -c 'select pg_sleep(3)' >/dev/null &
  sleep 0.5
  is 'codecs of another session' 0 "$(psql_ -c "select count(*) from jbind_codecs() where row_type = 'other_type'::regtype")"
  wait $!
}

main() {
  make_database jbind_security || { fail 'no database with jbind in it'; return; }
  compare_rights
  hostile_search_path
  keys_that_flood
  sessions_of_others
}

main
psql -XqAt -d postgres -c "drop database if exists jbind_security" -c 'drop role if exists jbind_nobody' -c 'drop role if exists jbind_somebody'
close_check
