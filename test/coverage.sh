#!/usr/bin/env bash
# Line coverage of src/ by the tests, measured with gcov.
#
#   test/coverage.sh [PG_CONFIG=/path/to/pg_config]
#
# Runs test/run.sh and the unit tests with an instrumented build. Prints a line a file, then what no test has run, then
# the whole. Fails below $WANTED percent, or if a test fails. A line counts as covered if any object's copy of it was run:
# headers are compiled into many, and the unit tests also run the scalar twins.
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly WANTED=92
readonly INSTRUMENTED=PROFILE=--coverage

read_arguments() {
  local argument
  for argument in "$@"; do
    case $argument in
      PG_CONFIG=*) export PG_CONFIG=${argument#*=} ;;
      *) die "unknown argument: $argument (see the head of this file)" ;;
    esac
  done
}

# The server's processes, which are another user's, write their counts below this folder.
make_counts_folder() {
  export GCOV_PREFIX=$WORK/counts
  mkdir "$GCOV_PREFIX"
  chmod a+rwx "$GCOV_PREFIX"
}

unit_tests() {
  copy_sources "$WORK/unit"
  make -s --no-print-directory -C "$WORK/unit/test/unit" PG_CONFIG="$PG_CONFIG" SANITIZE=--coverage check
}

# gcov's report on each object that was run, one after the other.
gcov_reports() {
  local counts object
  find "$GCOV_PREFIX" -name '*.gcda' | sort | while read -r counts; do
    object=${counts#"$GCOV_PREFIX"}
    object=${object%.gcda}
    [ -e "$object.gcno" ] || die "there is no $object.gcno"
    cp "$object.gcno" "${counts%.gcda}.gcno"
    gcov --json-format --stdout "$counts"
  done
}

main() {
  read_arguments "$@"
  leave_nothing_on_exit
  prepare default perl 'perl -MJSON::PP -e 1'
  make_work_folder
  make_counts_folder
  count_suite "tests" "$TOP/test/run.sh" --no-lint PG_CONFIG="$PG_CONFIG" "$INSTRUMENTED"
  count_suite "unit tests" unit_tests
  gcov_reports | perl "$TOP/test/coverage.pl" "$TOP/src" "$WANTED" || fail "coverage is below $WANTED %"
  close_tally
}

main "$@"
