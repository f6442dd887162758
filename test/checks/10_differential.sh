#!/usr/bin/env bash
# jbind against stock on random types and documents: test/differential/differential.pl says how.
#
#   JBIND_SEED=N        the seed (default: a new one each time; it is printed)
#   JBIND_DOCUMENTS=N   documents of the main run (default 20000)
#   JBIND_SETUP=FILE    SQL that makes jbind's functions instead of CREATE EXTENSION jbind
#
# First the test itself is tested: planted mistakes must be found.  Then UTF8, and shorter runs in the
# encodings that treat escapes differently.
set -uo pipefail
cd "$(dirname "$0")/../differential" || exit 2

seed=${JBIND_SEED:-$(($(date +%s) % 1000000))}
passed=0
failed=0

# adds a run's last line to the sums
count() {
  local last
  last=$(tail -n 1 "$1")
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
  else
    echo "FAILED  the run ended without a result: $last"
    failed=$((failed + 1))
  fi
}

run() {
  perl differential.pl --seed "$seed" ${JBIND_SETUP:+--setup "$JBIND_SETUP"} "$@" >"$log" 2>&1
  sed '$d' "$log"
  count "$log"
}

# each planted mistake has to be reported for the form it was planted in
planted() {
  local form
  perl differential.pl --seed 1 --documents 1200 --types 20 --reports 1 --setup planted.sql >"$log" 2>&1
  for form in json jsonb text; do
    if grep -Eq "^FAILED +populate $form each .* [1-9][0-9]* different" "$log"; then
      echo "ok      the planted mistake in the $form form is found"
      passed=$((passed + 1))
    else
      echo "FAILED  the planted mistake in the $form form is not found"
      tail -n 40 "$log"
      failed=$((failed + 1))
    fi
  done
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
planted
run --documents "${JBIND_DOCUMENTS:-20000}" --types 100
run --documents 1500 --types 30 --encoding SQL_ASCII
run --documents 1500 --types 30 --encoding LATIN1
run --documents 1500 --types 30 --encoding EUC_JP
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
