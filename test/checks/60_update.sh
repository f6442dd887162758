#!/usr/bin/env bash
# The extension's life in a database: update, dump and restore, drop and create, with objects that use it and sessions
# that have used it.
#
# The update is to a made-up version, which needs a place for its scripts: a folder of our own where the server has
# extension_control_path (18), else the server's own folder if we may write there; else it says that it was left out.
set -uo pipefail
cd "$(dirname "$0")" || exit 2
export PGOPTIONS='-c client_min_messages=warning' PGCLIENTENCODING=UTF8
database=jbind_update
folder=$(mktemp -d)
passed=0
failed=0

sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$database" "$@" 2>&1; }

# is NAME EXPECTED FOUND
is() {
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
    echo "ok      $1"
  else
    failed=$((failed + 1))
    printf 'FAILED  %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
  fi
}

create_database() { psql -Xq -d postgres -c "drop database if exists $1" -c "create database $1 encoding 'UTF8' template template0"; }

# --- a version of the future ------------------------------------------------------------------------------------------

own_scripts=()

leave_nothing() {
  psql -Xq -d postgres -c "drop database if exists $database" -c "drop database if exists ${database}_restored" >/dev/null
  rm -rf "$folder" "${own_scripts[@]}"
}
trap leave_nothing EXIT

# Sets "scripts" to the folder and PGOPTIONS so that the server looks there; false if there is none.
find_place() {
  local share
  share=$(pg_config --sharedir)/extension
  if [ "$(psql -XqAt -d postgres -c "select count(*) from pg_settings where name = 'extension_control_path'")" = 1 ]; then
    scripts=$folder/extension
    mkdir "$scripts"
    cp "$share"/jbind.control "$share"/jbind--*.sql "$scripts/"
    chmod -R a+rX "$folder"
    PGOPTIONS+=" -c extension_control_path=$folder:\$system"
  else
    scripts=$share
    [ -w "$share" ]
  fi
}

# 99.0 has one function more.
make_future() {
  local new="create function jbind_made_up(base anyelement, from_json json) returns anyelement language c stable parallel safe as 'MODULE_PATHNAME', 'jbind_populate_json';"
  own_scripts=("$scripts/jbind--$version--99.0.sql" "$scripts/jbind--99.0.sql")
  echo "$new" >"${own_scripts[0]}"
  { cat "$scripts/jbind--$version.sql"; echo "$new"; } >"${own_scripts[1]}"
}

# The extension's functions with all their properties.
functions() {
  sql -c "select p.oid::regprocedure, prolang, prosrc, probin, provolatile, proisstrict, proparallel, procost, prorows, prosupport, proargnames, proacl
    from pg_depend d join pg_proc p on p.oid = objid where deptype = 'e' and refobjid = (select oid from pg_extension where extname = 'jbind') order by 1"
}

update() {
  if ! find_place; then
    echo "the update to a newer version is not tried: this server knows no extension_control_path, and we may not write to $scripts"
    return
  fi
  make_future
  is 'the made-up version can be reached' "$version--99.0" "$(sql -c "select path from pg_extension_update_paths('jbind') where source = '$version' and target = '99.0'")"
  # prepared statements and PL/pgSQL from before the update go on
  is 'statements from before the update go on' "(1,x)(1,x)(2,)($version,99.0)(3,z)(3,z)(4,w)" "$(sql -c "
    create function twice(j json) returns text language plpgsql as \$\$ begin return jbind_populate(null::t, j)::text; end \$\$;
    prepare p(json) as select jbind_populate(null::t, \$1);
    execute p('{\"a\":1,\"b\":\"x\"}');
    select twice('{\"a\":1,\"b\":\"x\"}');
    select v from used;
    begin; create temp table was as select extversion from pg_extension where extname = 'jbind'; commit;
    alter extension jbind update to '99.0';
    select row(was.extversion, now.extversion) from was, pg_extension now where extname = 'jbind';
    execute p('{\"a\":3,\"b\":\"z\"}');
    select twice('{\"a\":3,\"b\":\"z\"}');
    select jbind_made_up(null::t, '{\"a\":4,\"b\":\"w\"}')" | tr -d '\n')"
  functions >"$folder/updated"
  sql -c 'drop extension jbind cascade' -c "create extension jbind version '99.0'"
  functions >"$folder/fresh"
  is 'there are functions to compare' yes "$([ "$(wc -l <"$folder/fresh")" -gt 10 ] && echo yes)"
  is 'an updated extension is a fresh one' '' "$(diff "$folder/updated" "$folder/fresh")"
  is 'no way back' "extension \"jbind\" has no update path from version \"99.0\" to version \"$version\"" "$(sql -c "alter extension jbind update to '$version'" | sed 's/.*ERROR:  //')"
  sql -c 'drop extension jbind'
}

# --- the rest ---------------------------------------------------------------------------------------------------------

# The catalogs know what stands in for the extension: nothing but its name.
dump_and_restore() {
  local restored=${database}_restored format answers
  sql -c 'create extension jbind' -c "create or replace view used as select jbind_populate(null::t, '{\"a\":2}') v" \
    -c "create view listed as select * from jbind_to_recordset('[{\"a\":1},{\"a\":2}]') as x(a int)" \
    -c "create table kept as select jbind_populate(null::t, '{\"a\":5,\"b\":\"kept\"}') r" \
    -c "create materialized view stored as select (r).a from kept, jbind_populate((kept).r, '{}')"
  answers=$(sql -c 'table used' -c 'table listed' -c 'table kept' -c 'table stored')
  for format in plain custom; do
    create_database "$restored"
    pg_dump -d "$database" --format "$format" --file "$folder/dump" 2>&1
    if [ "$format" = plain ]; then
      is "dump, $format: the extension by its name only" 1 "$(grep -c 'jbind_populate_json\|CREATE EXTENSION' "$folder/dump")"
      psql -Xq -v ON_ERROR_STOP=1 -d "$restored" -f "$folder/dump" >/dev/null 2>"$folder/errors"
    else
      pg_restore --exit-on-error -d "$restored" "$folder/dump" 2>"$folder/errors"
    fi
    is "restore, $format: no error" '' "$(cat "$folder/errors")"
    is "restore, $format: the same answers" "$answers" "$(database=$restored sql -c 'table used' -c 'table listed' -c 'table kept' -c 'table stored')"
  done
}

drop_and_create() {
  is 'what uses it is in the way of a drop' 'cannot drop extension jbind because other objects depend on it' "$(sql -c 'drop extension jbind' | sed -n 's/.*ERROR:  //p')"
  is 'a session that has used it finds the new one' "(1,x)|(2,y)|$version" "$(sql -c "
    prepare p(json) as select jbind_populate(null::t, \$1);
    execute p('{\"a\":1,\"b\":\"x\"}');
    drop extension jbind cascade;
    create extension jbind;
    execute p('{\"a\":2,\"b\":\"y\"}');
    select extversion from pg_extension where extname = 'jbind'" | paste -sd '|')"
  is 'the data stay' '(5,kept)' "$(sql -c 'table kept')"
}

create_database "$database" || exit 2
sql -c 'create extension jbind' -c 'create type t as (a int, b text)' -c "create view used as select jbind_populate(null::t, '{\"a\":2}') v"
version=$(sql -c "select extversion from pg_extension where extname = 'jbind'")
is 'an update to the same version' "version \"$version\" of extension \"jbind\" is already installed" "$(PGOPTIONS='' sql -c 'alter extension jbind update' | sed 's/.*NOTICE:  //')"
update
sql -c 'drop extension if exists jbind cascade'
dump_and_restore
drop_and_create
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
