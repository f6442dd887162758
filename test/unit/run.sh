#!/usr/bin/env bash
# Runs test programs and counts: run.sh PROGRAM...  The last line is "N passed, N failed" over all of them.
#
# A program says first how many tests it has ("1..N"), then "ok NAME" or "not ok NAME" for each. Tests that it announced
# and did not report, a crash, and a program without tests are failures.
set -euo pipefail

passed=0
failed=0

# count REPORT PROGRAM STATUS
count() {
  local planned good bad
  planned=$(sed -n 's/^1\.\.\([0-9][0-9]*\)$/\1/p' "$1" | head -n 1)
  good=$(grep -c '^ok ' "$1" || true)
  bad=$(grep -c '^not ok ' "$1" || true)
  if [ "${planned:-0}" = 0 ]; then
    echo "not ok $2: no plan"
    bad=$((bad + 1))
  elif [ $((good + bad)) != "$planned" ]; then
    echo "not ok $2: $((good + bad)) of $planned tests were run (exit $3)"
    bad=$((bad + (planned > good + bad ? planned - good - bad : 1)))
  elif [ "$3" != 0 ] && [ "$bad" = 0 ]; then
    echo "not ok $2: exit $3"
    bad=1
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
}

report=$(mktemp)
trap 'rm -f "$report"' EXIT
for program in "$@"; do
  echo "# $program"
  status=0
  "$program" >"$report" 2>&1 || status=$?
  cat "$report"
  count "$report" "$program" "$status"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
