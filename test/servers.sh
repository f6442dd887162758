#!/usr/bin/env bash
# The extension in servers and builds that find faults: what a stock build lets pass shows here.
#
#   test/servers.sh [--reduced] [builds] [sanitize] [assert] [discard] [valgrind]      (default: all)
#
#   builds     the extension as gcc and clang make it without optimisation and with -Og, in the server that is installed:
#              JSON suite and differential test
#   sanitize   the extension under UBSan (undefined, alignment; the first finding ends the server) in the server that is
#              installed: checks and the differential test
#   assert     PostgreSQL with assertions: the same, the regress tests and the parity cases
#   discard    the same server with debug_discard_caches = 1: whatever is not held is gone at every chance; a reduced set
#   valgrind   PostgreSQL with USE_VALGRIND under valgrind, with PostgreSQL's own suppressions: a reduced set. Before it,
#              valgrind has to find a fault that is planted.
#
#   --reduced  what continuous integration can afford: of builds clang's two; fewer random documents, rounds and parity
#              cases, no random ones with discarded caches; no hostile input under UBSan (it is that suite's amount that
#              takes time)
#
# The last three need a server of their own, built from source with assertions and USE_VALGRIND. It is made once (about
# two minutes) and kept in $SERVERS, outside the checkout, until its recipe or source changes. The source is that of
# JBIND_PG_SOURCE=folder; without it, the Debian package's of $MAJOR_FROM_SOURCE, fetched with lists of our own that the
# machine's apt doesn't see. Nothing is installed into the machine's own server. Prints what it does; the last line is
# "N passed, N failed".
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

SERVERS=${SERVERS:-/var/cache/jbind-servers}
MAJOR_FROM_SOURCE=${MAJOR_FROM_SOURCE:-18}
readonly CASES_FOLDER=$TOP/../shared/cases
declare -rA RELEASE=([15]=bookworm [17]=trixie [18]=forky)
readonly SANITIZE='-fsanitize=undefined,alignment -fno-sanitize-recover=all -fno-omit-frame-pointer'
readonly PLAIN='-Og -g'
# Some servers' own functions answer this case with a crash.
readonly CRASHING_CASES=c097.sql

reduced=
steps=()
SOURCE=              # the server's source
FAULT_BIN=           # the programs of the server that was built from it

read_arguments() {
  local argument
  for argument in "$@"; do
    case $argument in
      --reduced) reduced=yes ;;
      builds | sanitize | assert | discard | valgrind) steps+=("$argument") ;;
      *) die "unknown argument: $argument (see the head of this file)" ;;
    esac
  done
  [ ${#steps[@]} -gt 0 ] || steps=(builds sanitize assert discard valgrind)
}

# amount FULL REDUCED
amount() { if [ -n "$reduced" ]; then echo "$2"; else echo "$1"; fi; }

wants() { [[ " ${steps[*]} " == *" $1 "* ]]; }

# --- the server's source ----------------------------------------------------------------------------------------------

# The archive that this machine installs from.
# shellcheck disable=SC2016  # the variables are apt's
archive() { apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | sed -n 1p; }

# apt with a folder of its own for everything it would keep. Lists that are out of date are taken (a release that is not
# out yet may have some); their signature is checked.
own_apt() {
  local folder=$1
  shift
  env DEBIAN_FRONTEND=noninteractive apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State="$folder/state" -o Dir::Cache="$folder/cache" -o Acquire::Check-Valid-Until=false "$@" </dev/null
}

fetch_source() {
  local folder=$SERVERS/source-$MAJOR_FROM_SOURCE apt=$WORK/apt url
  if ! is_kept "$folder" "$MAJOR_FROM_SOURCE"; then
    url=$(archive)
    if [ -z "$url" ] || [ -z "${RELEASE[$MAJOR_FROM_SOURCE]:-}" ]; then
      die "no source of PostgreSQL $MAJOR_FROM_SOURCE: say JBIND_PG_SOURCE=folder"
    fi
    say "fetching the source of PostgreSQL $MAJOR_FROM_SOURCE (${RELEASE[$MAJOR_FROM_SOURCE]})"
    remove_kept "$folder"
    mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$folder"
    echo "deb-src $url ${RELEASE[$MAJOR_FROM_SOURCE]} main" >"$apt/sources.list"
    own_apt "$apt" update || die "could not fetch the source lists"
    (cd "$apt" && own_apt "$apt" source --download-only "postgresql-$MAJOR_FROM_SOURCE") || die "could not fetch the source"
    tar -xf "$apt"/postgresql-*.orig.tar.* -C "$folder" --strip-components=1
    keep "$folder" "$MAJOR_FROM_SOURCE"
  fi
  SOURCE=$folder
}

find_source() {
  if [ -n "${JBIND_PG_SOURCE:-}" ]; then
    [ -x "$JBIND_PG_SOURCE/configure" ] || die "there is no PostgreSQL source in JBIND_PG_SOURCE=$JBIND_PG_SOURCE"
    SOURCE=$(cd "$JBIND_PG_SOURCE" && pwd)
  else
    fetch_source
  fi
}

source_version() { sed -n "s/^PACKAGE_VERSION='\(.*\)'/\1/p" "$SOURCE/configure"; }

# --- the server -------------------------------------------------------------------------------------------------------

# make_server PREFIX: from an empty folder beside it, niced: it may run beside others' work.
make_server() {
  local prefix=$1 folder=$1.build contrib
  remove_kept "$prefix"
  rm -rf --one-file-system "$folder"
  mkdir -p "$folder"
  (
    cd "$folder"
    nice "$SOURCE/configure" -q --prefix="$prefix" --enable-cassert --enable-debug \
      CPPFLAGS=-DUSE_VALGRIND CFLAGS='-Og -g -fno-omit-frame-pointer'
    nice make -s -j "$(nproc)"
    make -s install
    for contrib in hstore citext dblink; do nice make -s -C "contrib/$contrib" install; done
  ) >"$prefix.log" 2>&1 </dev/null
}

# What a kept server must have been made of.
server_stamp() { { declare -f make_server; source_version; sha256sum <"$SOURCE/configure"; } | sha256sum | cut -d ' ' -f 1; }

ensure_server() {
  local prefix
  find_source
  prefix=$SERVERS/$(source_version)
  FAULT_BIN=$prefix/bin
  ! is_kept "$prefix" "$(server_stamp)" || return 0
  say "building PostgreSQL $(source_version) with assertions and for valgrind (about two minutes)"
  make_server "$prefix" || { tail -n 40 "$prefix.log"; die "the server could not be built"; }
  rm -rf --one-file-system "$prefix.build"
  keep "$prefix" "$(server_stamp)"
}

# --- the extension in it ----------------------------------------------------------------------------------------------

# build_for FOLDER BIN COPT [VAR=value]...: a copy of the checkout, built for that server, where its user can read it.
build_for() {
  local folder=$1 bin=$2 flags=$3
  shift 3
  copy_sources "$folder"
  make -s -C "$folder" -j "$(nproc)" PG_CONFIG="$bin/pg_config" COPT="$flags" "$@" all >"$folder.log" 2>&1 </dev/null ||
    { cat "$folder.log"; die "the build failed"; }
  grep -v '^\\echo' "$folder/jbind--1.0.sql" | sed "s|MODULE_PATHNAME|$folder/jbind.so|" >"$folder/setup.sql"
  ! is_root || chown -R "$(server_user):" "$folder"
}

# start_with BIN NAME: a server of these programs with a data folder of its own. Further settings: SERVER_SETTINGS.
start_with() {
  BIN=$1 PG_CONFIG=$1/pg_config PATH=$1:$PATH
  export PG_CONFIG PATH
  rm -rf --one-file-system "$WORK/data"
  : >"$WORK/server.log"
  ! is_root || chown "$(server_user):" "$WORK/server.log"
  server_start
}

# The server is there and no process of it fell: an assertion, a sanitizer's finding, a signal. (Two programs that both
# find no server give equal answers.)
server_stood() {
  "$BIN/pg_isready" -q || { echo "the server has gone"; return 1; }
  ! grep -aE 'TRAP:|runtime error:|terminated by signal|exited with exit code' "$WORK/server.log"
}

# check FOLDER NAME [VAR=value...]: one of test/checks, its functions from setup.sql beside the build.
check() {
  local folder=$1 name=$2
  shift 2
  # shellcheck disable=SC2016  # expanded by the inner bash
  as_server_user env JBIND_SETUP="$folder/setup.sql" "$@" bash -c 'cd "$0" && exec "./$1"' "$folder/test/checks" "$name.sh"
}

differential() {
  local folder=$1
  shift
  # shellcheck disable=SC2016  # expanded by the inner bash
  as_server_user bash -c 'cd "$0/test/differential" && exec perl differential.pl --setup "$0/setup.sql" "$@"' "$folder" "$@"
}

# The names of every Nth parity case.
every_case() {
  (cd "$CASES_FOLDER" && printf '%s\n' c*.sql) | grep -vxF "$CRASHING_CASES" | awk -v n="$1" 'NR % n == 1 || n == 1' | tr '\n' ' '
}

# The cases make the extension themselves, so they are run where it may be installed: in the server of our own.
# parity NAME N [TYPE...]: every Nth case, for these types of documents.
parity() {
  local name=$1 every=$2
  shift 2
  [ -d "$CASES_FOLDER" ] || return 0
  [ $# -gt 0 ] || set -- json jsonb text
  count_suite "$name: parity cases" env CASES="$(every_case "$every")" "$CASES_FOLDER/run" "$@"
}

# count_regress NAME FOLDER [TEST...]: regress tests, all or these.
count_regress() {
  local name=$1
  shift
  say "$name: regress tests"
  regress_tests "$@"
}

install_extension() { make -s -C "$1" PG_CONFIG="$FAULT_BIN/pg_config" COPT="$PLAIN" install >/dev/null 2>&1 </dev/null; }

# --- the steps --------------------------------------------------------------------------------------------------------

step_builds() {
  local level compiler folder
  start_with "$BIN"
  for compiler in gcc clang; do
    [ "$compiler" = clang ] || [ -z "$reduced" ] || continue
    for level in -O0 -Og; do
      folder=$WORK/build$level-$compiler
      build_for "$folder" "$BIN" "$level" CC="$compiler" CXX="$([ "$compiler" = gcc ] && echo g++ || echo clang++)"
      count_suite "$compiler $level: JSON suite" check "$folder" 20_json_suite
      count_suite "$compiler $level: differential" differential "$folder" --documents "$(amount 2000 500)" --types "$(amount 30 15)"
    done
  done
  count_test "builds: the server stood" server_stood
  server_stop
}

step_sanitize() {
  local folder=$WORK/sanitize
  build_for "$folder" "$BIN" "$SANITIZE"
  start_with "$BIN"
  count_suite "UBSan: JSON suite" check "$folder" 20_json_suite
  [ -n "$reduced" ] || count_suite "UBSan: hostile input" check "$folder" 30_hostile
  count_suite "UBSan: changing types" check "$folder" 40_changes JBIND_ROUNDS="$(amount 200 20)"
  count_suite "UBSan: differential" differential "$folder" --documents "$(amount 4000 1500)" --types "$(amount 60 30)"
  count_test "UBSan: no finding" server_stood
  server_stop
}

step_assert() {
  local folder=$WORK/fault
  start_with "$FAULT_BIN"
  cp "$TOP/test/servers/Letters" "$("$FAULT_BIN/pg_config" --sharedir)/timezonesets/"
  count_regress assertions "$folder"
  parity assertions "$(amount 1 3)"
  count_suite "assertions: time zone abbreviations" check "$folder" ../servers/letters
  count_suite "assertions: update" check "$folder" 60_update
  count_suite "assertions: JSON suite" check "$folder" 20_json_suite
  count_suite "assertions: changing types" check "$folder" 40_changes JBIND_ROUNDS="$(amount 100 10)"
  count_suite "assertions: differential" differential "$folder" --documents "$(amount 600 300)" --types "$(amount 20 10)"
  count_test "assertions: none failed" server_stood
  server_stop
}

# Keys that are looked up by their names: those must be the codec's own, not the server's that let go of them.
names_are_kept() {
  local same
  same=$(sql -d postgres -f "$WORK/fault/setup.sql" -c 'create type kept as (a int, "B" text, "mixedCase" text)' -c "
    select bool_and(to_json(json_populate_record(null::kept, d::json))::text = to_json(jbind_populate(null::kept, d::json))::text)
      and bool_and(to_json(jsonb_populate_record(null::kept, d::jsonb))::text = to_json(jbind_populate(null::kept, d::jsonb))::text)
    from unnest(array['{\"a\":1,\"B\":\"x\",\"mixedCase\":\"y\"}', '{\"\u0061\":1,\"\u0042\":\"x\",\"mixedCase\":\"y\"}', '{\"mixedCase\":\"y\",\"a\":1,\"B\":\"x\"}']) d") || return 1
  [ "$same" = t ]
}

step_discard() {
  local folder=$WORK/fault
  SERVER_SETTINGS=('debug_discard_caches = 1')
  start_with "$FAULT_BIN"
  SERVER_SETTINGS=()
  count_test "discarded caches: names of columns" names_are_kept
  if [ -n "$reduced" ]; then
    parity "discarded caches" 12 json
  else
    parity "discarded caches" 12
    count_regress "discarded caches" "$folder" keys nested to_record
    count_suite "discarded caches: differential" differential "$folder" --documents 30 --types 4 --jobs 1 --timeout 1200
  fi
  count_test "discarded caches: the server stood" server_stood
  server_stop
}

# Starts the postmaster under valgrind, which all its processes then are.
start_under_valgrind() {
  SERVER_SETTINGS=('autovacuum = off' 'max_parallel_workers = 0')
  [ "$MAJOR_FROM_SOURCE" -lt 18 ] || SERVER_SETTINGS+=('io_method = sync')
  start_with "$FAULT_BIN"
  SERVER_SETTINGS=()
  server_stop
  : >"$WORK/server.log"
  as_server_user mkdir -p "$WORK/valgrind"
  as_server_user valgrind --quiet --trace-children=yes --leak-check=no --num-callers=40 \
    --error-markers=VALGRINDERROR-BEGIN,VALGRINDERROR-END --suppressions="$SOURCE/src/tools/valgrind.supp" \
    --log-file="$WORK/valgrind/%p.log" "$FAULT_BIN/postgres" -D "$WORK/data" >>"$WORK/server.log" 2>&1 </dev/null &
  for _ in {1..90}; do
    ! "$FAULT_BIN/pg_isready" -q || return 0
    sleep 1
  done
  cat "$WORK/server.log"
  die "no server under valgrind"
}

# Reads one byte behind what it was given.
finds_planted() {
  local folder=$WORK/planted
  mkdir -p "$folder"
  cp "$TOP/test/servers/planted.c" "$folder/"
  # shellcheck disable=SC2016  # the variables are make's
  printf 'MODULES = planted\noverride with_llvm = no\nPGXS := $(shell $(PG_CONFIG) --pgxs)\ninclude $(PGXS)\n' >"$folder/Makefile"
  make -s -C "$folder" PG_CONFIG="$FAULT_BIN/pg_config" >/dev/null 2>&1 </dev/null || return 1
  chmod -R a+rX "$folder"
  sql -d postgres -c "create function planted(text) returns int language c strict as '$folder/planted.so'" \
    -c "select planted(repeat('x', 11))" >/dev/null
  grep -qs planted "$WORK"/valgrind/*.log && rm -f "$WORK"/valgrind/*.log
}

# PostgreSQL's own findings are suppressed, so whatever there is has to do with the extension.
valgrind_found_nothing() {
  sed -n '/VALGRINDERROR-BEGIN/,/VALGRINDERROR-END/p' "$WORK"/valgrind/*.log >"$WORK/findings"
  if [ -s "$WORK/findings" ]; then
    head -n 200 "$WORK/findings"
    return 1
  fi
}

step_valgrind() {
  local folder=$WORK/fault
  start_under_valgrind
  count_test "valgrind finds a planted fault" finds_planted
  if [ -n "$reduced" ]; then parity valgrind 21 json; else parity valgrind 6; fi
  count_suite "valgrind: cut documents" check "$folder" ../servers/cut
  count_suite "valgrind: differential" differential "$folder" --documents "$(amount 200 40)" --types "$(amount 8 4)" --jobs 1 --timeout 1200
  count_test "valgrind: the server stood" server_stood
  count_test "valgrind: no finding" valgrind_found_nothing
  server_stop
}

# ----------------------------------------------------------------------------------------------------------------------

main() {
  local step
  read_arguments "$@"
  leave_nothing_on_exit
  need bison have bison
  need flex have flex
  need valgrind have valgrind
  need libreadline-dev test -e /usr/include/readline/readline.h
  need zlib1g-dev test -e /usr/include/zlib.h
  need libicu-dev pkg-config --exists icu-i18n
  need perl perl -e 1
  need clang have clang
  prepare default
  make_work_folder
  if wants assert || wants discard || wants valgrind; then
    mkdir -p "$SERVERS"
    exec {servers_lock}>"$SERVERS/.lock"
    flock "$servers_lock"
    ensure_server
    build_for "$WORK/fault" "$FAULT_BIN" "$PLAIN"
    install_extension "$WORK/fault"
  fi
  for step in "${steps[@]}"; do
    say "step: $step"
    "step_$step"
  done
  close_tally
}

main "$@"
