#!/usr/bin/env bash
# Node's clients pg and slonik: their documented ways of inserting many rows, by two roles of which one has
# jbind.accelerate_stock on. Same rows, same errors; and the gain end to end, which is printed, not judged.
#
# The packages go to a temporary folder, in the versions that ../clients/package.json says. Without Node, or where npm
# can't fetch them, that is said. What is done is in ../clients/clients.js; ROWS and ROUNDS in the environment say how much.
set -uo pipefail
cd "$(dirname "$0")/../clients" || exit 2
unset PGOPTIONS
database=jbind_clients
work=$(mktemp -d)
trap clean_up EXIT

drop_all() {
  psql -Xq -d postgres -c 'set client_min_messages = error' -c "drop database if exists $database" \
    -c 'drop role if exists app_stock' -c 'drop role if exists app_jbind'
}

clean_up() {
  drop_all
  rm -rf "$work"
}

skip() {
  echo "NOT RUN: pg and slonik: $*"
  echo '0 passed, 0 failed'
  exit 0
}

install_clients() {
  cp package.json clients.js "$work/"
  (cd "$work" && npm install --cache "$work/cache" --no-audit --no-fund --no-package-lock --ignore-scripts) >"$work/log" 2>&1 </dev/null ||
    { tail -n 3 "$work/log"; skip 'npm could not install them'; }
  echo "node $(node --version), $(cd "$work" && npm ls --depth=0 2>/dev/null | grep -oE '[a-z]+@[0-9][0-9.]*' | paste -sd ' ')"
}

# The two roles differ in one setting.
create_database() {
  drop_all
  psql -Xq -v ON_ERROR_STOP=1 -d postgres -c 'create role app_stock login' -c 'create role app_jbind login' -c "create database $database" \
    -c "alter database $database set session_preload_libraries = 'jbind'" -c "alter database $database set jit = off" \
    -c 'alter role app_jbind set jbind.accelerate_stock = on' &&
    psql -Xq -v ON_ERROR_STOP=1 -d "$database" <<'SQL'
create extension jbind;
create table item (id int8 primary key, sku text, title text, price numeric(12,2), quantity int4, weight float8, active bool,
  created timestamptz, tags text[], attributes jsonb);
grant all on item to public;
create function empty_item() returns int language plpgsql security definer as $$ begin truncate item; return 0; end $$;
SQL
}

command -v node >/dev/null || skip 'there is no node'
command -v npm >/dev/null || skip 'there is no npm'
install_clients
if ! create_database; then
  echo '0 passed, 1 failed'
  exit 1
fi
DATABASE=$database ROWS=${ROWS:-5000} ROUNDS=${ROUNDS:-5} node "$work/clients.js"
