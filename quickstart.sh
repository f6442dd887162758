#!/usr/bin/env bash
# jbind in two minutes: on a Debian machine with this checkout, as root or with sudo, run ./quickstart.sh
#
# Installs what is missing, builds and installs the extension, starts a throw-away server (own data folder, unix socket
# only), turns the documents of Debian's iso-codes package into rows, and does the same work with stock PostgreSQL beside
# it. Touches no cluster of the machine; afterwards only the packages, the extension's files and tmp/ here are left.
# The newest installed server is taken, else the distribution's own; PG_CONFIG=/path/to/pg_config names another.
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/test/lib.sh"

readonly DOCUMENTS=/usr/share/iso-codes/json
readonly ROUNDS=7

show() { psql -Xq -v ON_ERROR_STOP=1 -P pager=off -d quickstart "$@"; }

create_tables() {
  show <<'SQL'
create table language
(
  alpha_3 char(3) primary key, name text not null, scope "char", type "char",
  alpha_2 char(2), bibliographic char(3), common_name text, inverted_name text
);
create table subdivision (code varchar(6) primary key, name text not null, type text, parent text);
create table language_document (doc json);
create table subdivision_document (doc json);
SQL
}

# One row a document, as an application would have stored them.
load_documents() {
  show -v folder="$DOCUMENTS" <<'SQL'
insert into language_document
select json_array_elements(pg_read_file(:'folder' || '/iso_639-3.json')::json -> '639-3');
insert into subdivision_document
select json_array_elements(pg_read_file(:'folder' || '/iso_3166-2.json')::json -> '3166-2');
vacuum analyze;
SQL
}

bind_rows() {
  show <<'SQL'
\set languages    'language_document, jbind_populate(null::language, doc) r'
\set subdivisions 'subdivision_document, jbind_populate(null::subdivision, doc) r'
insert into language select r.* from :languages;
insert into subdivision select r.* from :subdivisions;
select format('   %s languages and %s subdivisions', (select count(*) from language), (select count(*) from subdivision)) \g (format=unaligned tuples_only=on)
SQL
}

show_rows() {
  show -P footer=off <<'SQL'
select alpha_3, name, scope, type, alpha_2, common_name from language where alpha_2 in ('ak', 'bn', 'de') order by 1;
select * from subdivision where parent is not null order by code limit 4;
SQL
}

compare() {
  show -f "$TOP/bench/lib.sql"
  show -v rounds="$ROUNDS" -P footer=off <<'SQL'
call bench.add_calls('quickstart', 'languages', 'language_document',
                     'json_populate_record(null::language, doc)', 'jbind_populate(null::language, doc)');
call bench.add_calls('quickstart', 'subdivisions', 'subdivision_document',
                     'json_populate_record(null::subdivision, doc)', 'jbind_populate(null::subdivision, doc)');
set jit = off;
call bench.measure_scenario('quickstart', :rounds, 100);
select series, documents, round("stock min ns"::numeric * documents / 1e6, 2) as "stock ms",
       round("jbind min ns"::numeric * documents / 1e6, 2) as "jbind ms", ratio as "stock / jbind"
  from bench.report;
SQL
}

main() {
  [ $# = 0 ] || die "there are no options; PG_CONFIG=/path/to/pg_config $0 names another server"
  leave_nothing_on_exit
  say "1/6 packages: server, headers, compiler, libsimdjson, iso-codes"
  prepare newest iso-codes "test -e $DOCUMENTS/iso_639-3.json"
  make_work_folder
  say "2/6 build and install the extension"
  build_extension
  say "3/6 a throw-away server in $WORK"
  server_start
  sql -d postgres -c 'create database quickstart'
  show -c 'create extension jbind'
  say "4/6 JSON documents into rows: insert into language select r.* from language_document, jbind_populate(null::language, doc) r"
  create_tables
  load_documents
  bind_rows
  say "5/6 a few of them"
  show_rows
  say "6/6 the same work by stock and by jbind, taking turns; minimum of $ROUNDS rounds (first: all records are the same)"
  compare
  say "done: the server is stopped and its folder removed"
}

main "$@"
