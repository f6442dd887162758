#!/usr/bin/env bash
# The statements of PostgreSQL's own json and jsonb regression tests, accelerated and with jbind's names put in.
#
# What they must give is what they give on this server without acceleration. PostgreSQL's files are not shipped here; they
# come from its source package:
#   JBIND_PG_SOURCE=FOLDER   an unpacked source tree of PostgreSQL, of about the server's version; without it apt is asked
#                            for the package postgresql-N, with lists of its own, so that the machine's stay as they are
# Where neither is there, that is said, and is a failure only in CI (CI=true): a clone without network is no broken clone.
# No statement is excepted.
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
unset PGOPTIONS
export PGCLIENTENCODING=UTF8 PGTZ=PST8PDT PGDATESTYLE='Postgres, MDY'
database=jbind_postgres_regress
work=$(mktemp -d)
trap 'psql -Xq -d postgres -c "set client_min_messages = error" -c "drop database if exists $database"; rm -rf "$work"' EXIT
passed=0
failed=0

fail() {
  echo "FAILED  $1"
  failed=$((failed + 1))
}

# --- PostgreSQL's source ------------------------------------------------------------------------------------------------

# What the machine's apt knows, as sources of source packages.
source_entries() {
  local file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -r "$file" ] && sed -nE 's/^deb(-src)? /deb-src /p' "$file" >>"$work/apt/parts/all.list"
  done
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -r "$file" ] && sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$work/apt/parts/${file##*/}"
  done
  return 0
}

# apt_ get|cache ...
apt_() {
  local tool=$1
  shift
  "apt-$tool" -qq -o Dir::State="$work/apt/state" -o Dir::State::status=/dev/null -o Dir::Cache="$work/apt/cache" \
    -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/apt/parts" -o APT::Sandbox::User= "$@"
}

# An archive that offers a version need not have its files: any version will do, the newest first.
download_source() {
  local package=$1 version
  apt_ get update || return
  for version in $(apt_ cache showsrc "$package" | sed -n 's/^Version: //p' | sort -rVu); do
    apt_ get source --download-only "$package=$version" && return
  done
  return 1
}

# An archive may have lost the files of a moving release; the oldest supported server's are statements of all later ones.
add_oldest_release() {
  local uri keyring
  # shellcheck disable=SC2016  # apt's variable
  uri=$(apt_ get indextargets --format '$(REPO_URI)' | sed -n 1p)
  for keyring in /usr/share/keyrings/debian-archive-keyring.*; do break; done
  echo "deb-src [signed-by=$keyring] $uri bookworm main" >"$work/apt/parts/oldest.list"
}

# perl always brings what a small system's tar lacks
unpack() {
  case $1 in
    *.bz2) if command -v bzip2 >/dev/null; then bzip2 -dc "$1"; else perl -MIO::Uncompress::Bunzip2=bunzip2 -e 'bunzip2($ARGV[0] => "-")' "$1"; fi ;;
    *.xz) xz -dc "$1" ;;
    *) gzip -dc "$1" ;;
  esac
}

fetch_source() {
  local major archive
  command -v apt-get >/dev/null || return
  major=$(psql -XqAt -d postgres -c "select current_setting('server_version_num')::int / 10000")
  mkdir -p "$work/apt/parts" "$work/apt/state/lists/partial" "$work/apt/cache/archives/partial" "$work/tree"
  source_entries
  (cd "$work/apt" && { download_source "postgresql-$major" || { add_oldest_release && download_source postgresql-15; }; }) >"$work/apt/log" 2>&1 </dev/null || return
  archive=$(find "$work/apt" -name 'postgresql-*.orig.tar.*' ! -name '*.asc' | sort -V | tail -n 1)
  echo "statements of ${archive##*/}"
  unpack "$archive" | tar -xf - -C "$work/tree" --strip-components=1 --wildcards '*/src/test/regress/sql/json*' '*/src/test/regress/data/json*' &&
    tree=$work/tree
}

find_source() {
  tree=${JBIND_PG_SOURCE:-}
  [ -n "$tree" ] || fetch_source
  [ -n "$tree" ] && [ -r "$tree/src/test/regress/sql/json.sql" ] && [ -r "$tree/src/test/regress/sql/jsonb.sql" ]
}

# --- running it ---------------------------------------------------------------------------------------------------------

create_database() {
  psql -Xq -d postgres -c 'set client_min_messages = error' -c "drop database if exists $database" &&
    psql -Xq -d postgres -c "create database $database encoding 'UTF8' template template0 locale 'C'" &&
    psql -Xq -d "$database" -c 'create schema extension' -c 'create extension jbind schema extension'
}

# Functions of one signature each, so that a literal is of the type that it is of in stock's call.
name_functions() {
  psql -XqAt -v ON_ERROR_STOP=1 -v doc="$1" -d "$database" <<'SQL'
select format('create function %s(%s %s) returns %s language c stable %s parallel safe as %L, %L',
              proname, case when pronargs = 2 then 'base anyelement, from_json' else 'from_json' end, :'doc',
              pg_get_function_result(oid), case when proisstrict then 'strict' end, probin, prosrc)
  from pg_proc
 where pronamespace = 'extension'::regnamespace and proname ~ '^jbind_(populate|to_record)' and :'doc'::regtype = any (proargtypes) \gexec
SQL
}

# run OUTPUT TYPE SCRIPT OPTION ...: its last line is how many documents jbind bound. Unaligned, as names differ in length.
run() {
  local output=$1 type=$2 script=$3
  shift 3
  create_database || return
  [ "$script" != "$work/named.$type.sql" ] || name_functions "$type"
  PG_ABS_SRCDIR=$tree/src/test/regress PGOPTIONS="-c session_preload_libraries=jbind -c jbind.error_context=off -c intervalstyle=postgres_verbose -c jit=off $*" \
    psql -XqaA -v ON_ERROR_STOP=0 -d "$database" -f "$script" \
    -c "select 'documents ' || coalesce(sum(documents), 0) || ' of which left to stock ' || coalesce(sum(stock_documents), 0) from extension.jbind_codecs()" >"$output.raw" 2>&1
  sed -E -e 's/jbind_populate\>/'"$type"'_populate_record/g' -e "s/jbind_(populate_recordset|to_recordset|to_record)/${type}_\1/g" \
    -e 's/^psql:[^:]*:[0-9]+: //' -e '/^LINE [0-9]+: /d' -e '/^ *\^$/d' -e '/^select .documents /d' -e '/of which left to stock|^\?column\?$/d' "$output.raw" >"$output"
}

documents() { sed -nE 's/^documents ([0-9]+) of which.*/\1/p' "$1.raw"; }

# judge WHAT OUTPUT: against the stock run
judge() {
  if cmp -s "$work/stock" "$2"; then
    passed=$((passed + 1))
  else
    fail "$1: stock (<) and jbind (>) differ"
    diff "$work/stock" "$2" | sed -n "1,${LINES_MAX:-40}p"
  fi
  if [ "$(documents "$2")" -gt 0 ]; then passed=$((passed + 1)); else fail "$1: jbind bound nothing"; fi
  echo "$1: $(wc -l <"$2") lines of output, $(sed -nE '/^documents/s/^documents/documents bound by jbind:/p' "$2.raw")"
}

judge_type() {
  local type=$1
  local script=$tree/src/test/regress/sql/$type.sql
  sed -E -e "s/\\<${type}_populate_record\\>/jbind_populate/g" -e "s/\\<${type}_(populate_recordset|to_recordset|to_record)\\>/jbind_\\1/g" "$script" >"$work/named.$type.sql"
  run "$work/stock" "$type" "$script" -c jbind.accelerate_stock=off
  if [ "$(documents "$work/stock")" = 0 ]; then passed=$((passed + 1)); else fail "$type.sql: the stock run was none"; fi
  run "$work/on" "$type" "$script" -c jbind.accelerate_stock=on
  judge "$type.sql, accelerated" "$work/on"
  run "$work/named" "$type" "$work/named.$type.sql" -c jbind.accelerate_stock=off
  judge "$type.sql, $(grep -oE '\<jbind_(populate|to_record)' "$work/named.$type.sql" | wc -l) calls with jbind's names" "$work/named"
}

chmod 755 "$work"
if find_source; then
  for type in json jsonb; do judge_type "$type"; done
else
  echo "NOT RUN: PostgreSQL's own json and jsonb tests are not available here (JBIND_PG_SOURCE names a source tree)"
  tail -n 3 "$work/apt/log" 2>/dev/null
  if [ "${CI:-}" = true ]; then
    fail 'in CI they have to be run'
  else
    echo '0 passed, 0 failed'
    exit 0
  fi
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
