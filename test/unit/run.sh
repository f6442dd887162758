#!/usr/bin/env bash
# Runs test programs and counts: run.sh PROGRAM... [--kernels PROGRAM]  The last line is "N passed, N failed" over all.
#
# --kernels: the program once with each of simdjson's kernels that the machine has; it says "# kernel: NAME" which one it
# used. The others are listed.
#
# A program says first how many tests it has ("1..N"), then "ok NAME" or "not ok NAME" for each. Tests that it announced
# and did not report, a crash, and a program without tests are failures.
set -euo pipefail

passed=0
failed=0

# count REPORT PROGRAM STATUS
count() {
  local planned good bad
  planned=$(sed -n 's/^1\.\.\([0-9][0-9]*\)$/\1/p' "$1" | sed -n 1p)
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

# run NAME PROGRAM
run() {
  local status=0
  echo "# $1"
  "$2" >"$report" 2>&1 || status=$?
  cat "$report"
  count "$report" "$1" "$status"
}

# What the processor must be able to do for a kernel.
declare -rA NEEDS=([icelake]='avx512f avx512dq avx512bw avx512vl avx512vbmi avx512_vbmi2 avx512cd avx2 bmi1 pclmulqdq'
  [haswell]='avx2 bmi1 pclmulqdq' [westmere]='sse4_2 pclmulqdq' [fallback]='')

has_kernel() {
  local flags word
  flags=" $(sed -n 's/^flags[^:]*://p' /proc/cpuinfo | sed -n 1p) "
  for word in ${NEEDS[$1]}; do
    [[ $flags == *" $word "* ]] || return 1
  done
}

run_with_kernels() {
  local kernel
  for kernel in icelake haswell westmere fallback; do
    if ! has_kernel "$kernel"; then
      echo "# this machine can't run the kernel $kernel"
      continue
    fi
    export SIMDJSON_FORCE_IMPLEMENTATION=$kernel
    run "$1, kernel $kernel" "$1"
    if ! grep -qx "# kernel: $kernel" "$report"; then
      echo "not ok $1 used another kernel than $kernel"
      failed=$((failed + 1))
    fi
    unset SIMDJSON_FORCE_IMPLEMENTATION
  done
}

report=$(mktemp)
trap 'rm -f "$report"' EXIT
while [ $# -gt 0 ]; do
  case $1 in
    --kernels) run_with_kernels "$2"; shift ;;
    *) run "$1" "$1" ;;
  esac
  shift
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
