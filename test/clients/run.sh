#!/usr/bin/env bash
# Node's clients pg and slonik on a throw-away server: same rows with and without acceleration, and the gain end to end.
#
#   test/clients/run.sh [--rows N] [--rounds N] [PG_CONFIG=...] [OPTFLAGS=... and other variables for make]
#
# The npm packages go to tmp/clients/ of the checkout, or to a temporary folder where that can't be written. Without Node,
# or where npm can't fetch the packages, it says so and does nothing; in CI (CI=true) that is a failure. Last line:
# "N passed, N failed". What is done is in clients.js.
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

SERVER_SETTINGS=('jit = off' "max_wal_size = '4GB'" "shared_buffers = '256MB'")
rows=20000
rounds=7

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --rows) rows=${2:?a number is missing}; shift ;;
      --rounds) rounds=${2:?a number is missing}; shift ;;
      PG_CONFIG=*) export PG_CONFIG=${1#*=} ;;
      [A-Za-z_]*=*) MAKE_VARS+=("$1") ;;
      *) die "unknown argument: $1 (see the head of this file)" ;;
    esac
    shift
  done
}

skip() {
  echo "NOT RUN: the clients' test: $*"
  [ "${CI:-}" != true ] || { echo '0 passed, 1 failed'; exit 1; }
  exit 0
}

install_clients() {
  local log=$WORK/npm.log
  clients=$TOP/tmp/clients
  mkdir -p "$clients" 2>/dev/null && [ -w "$clients" ] || clients=$WORK/clients
  mkdir -p "$clients"
  cp "$TOP/test/clients/package.json" "$TOP/test/clients/clients.js" "$clients/"
  (cd "$clients" && npm install --no-audit --no-fund --no-package-lock --ignore-scripts) >"$log" 2>&1 </dev/null ||
    { tail -n 3 "$log"; skip 'npm could not install pg and slonik'; }
  return_checkout
  say "node $(node --version), $(cd "$clients" && npm ls --depth=0 2>/dev/null | sed -n 's/^[^a-z]*//p' | grep @ | tail -n +2 | paste -sd ' ')"
}

# The two roles differ in one setting.
create_database() {
  sql -d postgres -c 'create role app_stock login' -c 'create role app_jbind login' -c 'create database clients'
  sql -d postgres -c "alter database clients set session_preload_libraries = 'jbind'" -c 'alter role app_jbind set jbind.accelerate_stock = on'
  sql -d clients <<'SQL'
create extension jbind;
create table item (id int8 primary key, sku text, title text, price numeric(12,2), quantity int4, weight float8, active bool,
  created timestamptz, tags text[], attributes jsonb);
grant all on item to public;
create function empty_item() returns int language plpgsql security definer as $$ begin truncate item; return 0; end $$;
SQL
}

main() {
  read_arguments "$@"
  command -v node >/dev/null || skip 'there is no node'
  command -v npm >/dev/null || skip 'there is no npm'
  leave_nothing_on_exit
  prepare default
  make_work_folder
  install_clients
  build_extension
  server_start
  say "server $(sql -d postgres -c 'show server_version')"
  create_database
  DATABASE=clients ROWS=$rows ROUNDS=$rounds node "$clients/clients.js"
}

main "$@"
