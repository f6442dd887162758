#!/usr/bin/env bash
# All tests of the checkout on one server version. Last line: "N passed, N failed"; the exit is 0 only if nothing failed.
#
#   test/run.sh [--quick] [--no-lint] [PG_CONFIG=/path/to/pg_config] [OPTFLAGS=... and other variables for make]
#
#   --quick    unit and regress tests only: for the loop of writing and trying
#   --no-lint  everything but make lint, whose tools exist in one version only
#
# Installs what is missing, builds in a copy of the checkout, starts a throw-away server and runs, in this order:
# make lint, the unit tests (no server), make installcheck, the parity cases of ../shared/cases where that folder exists,
# and every test/checks/*.sh. A check gets PGHOST, PGPORT, PGUSER (a superuser), PG_CONFIG and the server's programs in
# its PATH; it runs in its own folder in a copy of the built checkout, as the unprivileged user that also runs the server;
# its last line is "N passed, N failed". A test that ought to run and does not is a failure; what needs something from
# outside that can't be had (cases, packages, PostgreSQL's source) is told as NOT RUN, and is not among the passed.
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The document types whose functions the parity cases are run with.
CASE_TYPES=(json jsonb text accelerated-json accelerated-jsonb)
readonly CASES=$TOP/../shared/cases
# Cases that some servers' own functions answer with a crash: there is nothing to compare with there.
CASES_THAT_MAY_CRASH_STOCK=(c097.sql)

quick=
lint=yes

read_arguments() {
  local argument
  for argument in "$@"; do
    case $argument in
      --quick) quick=yes lint= ;;
      --no-lint) lint= ;;
      PG_CONFIG=*) export PG_CONFIG=${argument#*=} ;;
      [A-Za-z_]*=*) MAKE_VARS+=("$argument") ;;
      *) die "unknown argument: $argument (see the head of this file)" ;;
    esac
  done
}

# clang-format's layout differs from version to version: the one that .clang-format was written for, or none.
lint_packages() {
  [ -n "$lint" ] || return 0
  need shellcheck have shellcheck
  if apt-cache show clang-format-14 >/dev/null 2>&1; then
    need clang-format-14 have clang-format-14
  fi
}

# --- unit tests -------------------------------------------------------------------------------------------------------

unit_tests() {
  make_in "$WORK/src/test/unit"
  as_server_user "${MAKE[@]}" -j "$(nproc)" check
}

# --- parity cases -----------------------------------------------------------------------------------------------------

# The parts of stock's function names (populate_record ...) that jbind has for a document type, accelerated or not.
functions_for() {
  sql -c "select case proname when 'jbind_populate' then 'populate_record' else substr(proname, 7) end from pg_proc
          where proname in ('jbind_populate', 'jbind_populate_recordset', 'jbind_to_record', 'jbind_to_recordset')
            and '${1#accelerated-}'::regtype::oid = any (proargtypes)"
}

# The cases that need no other functions than those given, one file name a line.
cases_for() {
  local have_functions=$1 file
  for file in "$CASES"/c*.sql; do
    [[ $crashing_cases\  != *" ${file##*/} "* ]] || continue
    grep -ohE ":'?(populate|to)_record(set)?" "$file" | tr -d ":'" | sort -u | grep -vxF "$have_functions" >/dev/null ||
      echo "${file##*/}"
  done
}

# Whether the stock function takes the server down. psql says 2 if it lost its connection; we wait until it is back.
crashes_stock() {
  local code=0
  psql -Xq -d postgres -v populate_record=json_populate_record -v jtype=json -f "$CASES/$1" >/dev/null 2>&1 || code=$?
  until psql -Xq -d postgres -c 'drop schema if exists jbcase cascade' >/dev/null 2>&1; do sleep 0.2; done
  [ "$code" = 2 ]
}

# Leaves only those cases in the lists to come which this server's stock functions survive.
leave_out_crashing_cases() {
  local name
  crashing_cases=
  for name in "${CASES_THAT_MAY_CRASH_STOCK[@]}"; do
    if [ -e "$CASES/$name" ] && crashes_stock "$name"; then
      crashing_cases+=" $name"
      say "parity case $name is left out: the stock function crashes this server"
    fi
  done
}

# For checks that look at them: where the server's user can read.
copy_cases() {
  local name
  mkdir "$WORK/cases"
  cp "$CASES"/*.sql "$WORK/cases/"
  for name in $crashing_cases; do rm "$WORK/cases/$name"; done
  chmod -R a+rX "$WORK/cases"
}

parity_cases() {
  local type functions names
  leave_out_crashing_cases
  copy_cases
  for type in "${CASE_TYPES[@]}"; do
    functions=$(functions_for "$type")
    [ -n "$functions" ] || { fail "parity cases: jbind has no function for $type"; continue; }
    names=$(cases_for "$functions" | tr '\n' ' ')
    say "parity cases, $type: $(wc -w <<<"$names") of $(find "$CASES" -name 'c*.sql' | wc -l), for $(tr '\n' ' ' <<<"$functions")"
    count_suite "parity cases, $type" env CASES="$names" "$CASES/run" "$type"
  done
}

# --- checks -----------------------------------------------------------------------------------------------------------

# shellcheck disable=SC2016  # expanded by the inner bash
run_check() { as_server_user env JBIND_CASES="$WORK/cases" bash -c 'cd "$0" && exec "./$1"' "$WORK/src/test/checks" "$1"; }

checks() {
  local file
  for file in "$TOP"/test/checks/*.sh; do
    [ -e "$file" ] || continue
    if [ -x "$file" ]; then
      count_suite "${file##*/}" run_check "${file##*/}"
    else
      fail "${file##*/} is not executable"
    fi
  done
}

# ----------------------------------------------------------------------------------------------------------------------

main() {
  read_arguments "$@"
  leave_nothing_on_exit
  lint_packages
  prepare default perl 'perl -e 1' libipc-run-perl 'perl -MIPC::Run -e 1'
  make_work_folder
  build_extension
  if [ -n "$lint" ]; then
    make_in "$WORK/src"
    count_suite lint "${MAKE[@]}" lint
  fi
  count_suite "unit tests" unit_tests
  server_start
  sql -d postgres -c 'create extension jbind'
  say "regress tests on $(sql -d postgres -c 'show server_version')"
  regress_tests "$WORK/src"
  if [ -z "$quick" ]; then
    if [ -d "$CASES" ]; then
      parity_cases
    else
      not_run=$((not_run + 1))
      echo "NOT RUN: parity cases: there is no folder $CASES"
    fi
    checks
  fi
  close_tally
}

main "$@"
