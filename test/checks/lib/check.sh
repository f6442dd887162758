# shellcheck shell=bash
# What the checks from 80 on share: a folder, the tally, a database, servers of their own.
#
# Source it from a check that runs in test/checks/lib under `set -uo pipefail`. Whatever is made here is gone when the check
# ends, however it ends: the folder $work, the database $database, the servers that own_server started.

export PGCLIENTENCODING=UTF8
unset PGOPTIONS
work=$(mktemp -d)    # short, as sockets stand in it
database=            # what make_database made
servers=()           # the folders of our own servers
passed=0
failed=0

# amount USUAL LONG: how much is done, usually and with JBIND_LONG=1
amount() { if [ -n "${JBIND_LONG:-}" ]; then echo "$2"; else echo "$1"; fi; }

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

# ok NAME COMMAND...: the command succeeds.
ok() {
  local name=$1
  shift
  if "$@"; then passed=$((passed + 1)); else fail "$name"; fi
}

# at_most NAME LIMIT NUMBER
at_most() {
  if [ -n "$3" ] && [ "$3" -le "$2" ]; then
    passed=$((passed + 1))
  else
    fail "$1: expected at most $2, got '$3'"
  fi
}

milliseconds() { date +%s%3N; }

# until_true SECONDS COMMAND...
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.05
  done
}

psql_() { psql -XqAt -d "$database" "$@"; }

drop_database() { psql -Xq -d postgres -c 'set client_min_messages = error' -c "drop database if exists $database with (force)"; }

# make_database NAME: with jbind in it; psql_ goes there.
make_database() {
  database=$1
  drop_database || return
  psql -Xq -d postgres -c "create database $database encoding 'UTF8' template template0 locale 'C.UTF-8'" 2>/dev/null ||
    psql -Xq -d postgres -c "create database $database encoding 'UTF8' template template0 locale 'C'" || return
  psql_ -v ON_ERROR_STOP=1 -c 'create extension jbind'
}

# --- servers of our own -------------------------------------------------------------------------------------------------

# own_data FOLDER [BIN]: a new cluster; its server listens on a socket in FOLDER.
own_data() {
  mkdir -p "$1"
  "${2:-$(pg_config_bin)}/initdb" -D "$1/data" -U postgres -A trust -E UTF8 --locale=C -N ${INITDB_OPTIONS:+"$INITDB_OPTIONS"} >"$1/initdb.log" 2>&1 </dev/null || {
    cat "$1/initdb.log"
    return 1
  }
}

pg_config_bin() { "$PG_CONFIG" --bindir; }

# own_start FOLDER [SETTING...]: starts it and turns psql to it. Small, as several may run side by side.
own_start() {
  local folder=$1
  shift
  servers+=("$folder")
  printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$folder'" 'port = 5432' 'fsync = off' 'shared_buffers = 16MB' \
    'autovacuum = off' "$@" >>"$folder/data/postgresql.conf"
  pg_ctl -D "$folder/data" -l "$folder/log" -t 60 -w start >/dev/null 2>&1 </dev/null || {
    cat "$folder/log"
    return 1
  }
  export PGHOST=$folder PGPORT=5432 PGUSER=postgres
}

# own_server FOLDER [SETTING...]: both, and a database with jbind.
own_server() {
  own_data "$1" && own_start "$@" && database=jbind_check && psql -Xq -d postgres -c "create database $database" &&
    psql_ -v ON_ERROR_STOP=1 -c 'create extension jbind'
}

own_stop() {
  [ ! -e "$1/data/postmaster.pid" ] || pg_ctl -D "$1/data" -m "${2:-fast}" -t 20 stop >/dev/null 2>&1 || pg_ctl -D "$1/data" -m immediate -t 20 stop >/dev/null 2>&1
}

own_answers() { pg_isready -q -h "$1"; }

# --- the end ------------------------------------------------------------------------------------------------------------

leave_nothing() {
  local code=$? folder
  trap - EXIT
  kill "$(jobs -p)" 2>/dev/null
  for folder in "${servers[@]}"; do own_stop "$folder" immediate; done
  [ ${#servers[@]} -gt 0 ] || [ -z "$database" ] || drop_database
  rm -rf "$work"
  exit "$code"
}
trap leave_nothing EXIT
trap 'exit 143' TERM HUP INT

close_check() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
