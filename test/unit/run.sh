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

# As many at a time as there are processors; reports are read in order when all have ended.
names=()

# start NAME PROGRAM
start() {
  local report=$reports/${#names[@]}
  names+=("$1")
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
  { "$2" >"$report" 2>&1 && echo 0 || echo $?; } >"$report.status" &
}

# A name that says a kernel promises that the program used it.
read_report() {
  local name=$1 report=$2
  echo "# $name"
  cat "$report"
  count "$report" "$name" "$(cat "$report.status")"
  if [[ $name == *', kernel '* ]] && ! grep -qx "# kernel: ${name##* }" "$report"; then
    echo "not ok $name: another kernel was used"
    failed=$((failed + 1))
  fi
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

start_with_kernels() {
  local kernel
  for kernel in icelake haswell westmere fallback; do
    if ! has_kernel "$kernel"; then
      echo "# this machine can't run the kernel $kernel"
      continue
    fi
    SIMDJSON_FORCE_IMPLEMENTATION=$kernel start "$1, kernel $kernel" "$1"
  done
}

reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
while [ $# -gt 0 ]; do
  case $1 in
    --kernels) start_with_kernels "$2"; shift ;;
    *) start "$1" "$1" ;;
  esac
  shift
done
wait
for number in "${!names[@]}"; do
  read_report "${names[number]}" "$reports/$number"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
