#!/usr/bin/env bash
# Fuzzes the byte layer with libFuzzer under AddressSanitizer and UndefinedBehaviorSanitizer.
#
#   test/fuzz/run.sh [seconds per target, 20 if not given] [target...]
#
# Builds fuzz_*.c with clang, runs each and keeps what it learned in tmp/fuzz (FUZZ_DIR=... for another folder), so the
# next run goes on from there. An input that fails is kept beside the corpus, as crash-..., and its path is shown; a
# target fails as well if it runs nothing. PG_CONFIG=... and CLANG=... choose the server's headers and the compiler. The
# last line is "N passed, N failed". Needs clang with its libFuzzer (Debian: clang-14 and libclang-rt-14-dev).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

seconds=${1:-20}
folder=${FUZZ_DIR:-$here/../../tmp/fuzz}
pg_config=${PG_CONFIG:-pg_config}
sanitizers='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'

find_clang() {
  local name
  for name in ${CLANG:-clang clang-14 clang-19 clang-21}; do
    if command -v "$name" >/dev/null; then
      echo "$name"
      return
    fi
  done
  echo "run.sh: there is no clang" >&2
  exit 2
}

# build TARGET...
build() {
  local target flags
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd)
  # what the targets are linked with is made of the sources as the unit tests have them
  make -s -C "$here/../unit" --no-print-directory parts BUILD="$folder/build" SHARED="$folder/shared" PG_CONFIG="$pg_config" \
    CC="$clang" CXX="${clang/clang/clang++}" LEVEL=-O1 SANITIZE="-fsanitize=fuzzer-no-link $sanitizers"
  flags="-std=gnu99 -g -O1 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -fwrapv -fno-strict-aliasing"
  case $("$clang" -dumpmachine) in x86_64*) flags+=' -msse4.2' ;; esac
  for target in "$@"; do
    # shellcheck disable=SC2086,SC2046  # words
    "$clang" $flags $sanitizers -fsanitize=fuzzer -I"$here" -I"$here/../unit" -I"$here/../../src" \
      -isystem "$("$pg_config" --includedir-server)" "$here/$target.c" "$folder/build/parts.a" \
      $(pkg-config --libs simdjson) -lstdc++ -lm -o "$folder/build/$target"
  done
}

# The lines of seeds/TARGET.txt, escapes taken out, as files.
plant_seeds() {
  local line number=0
  while IFS= read -r line; do
    number=$((number + 1))
    [[ $line == '#'* ]] || printf '%b' "$line" >"$folder/$1/seed$number"
  done <"$here/seeds/$1.txt"
}

# fuzz TARGET: true if it ran and nothing was found.
fuzz() {
  local log=$folder/$1.log status=0 executions
  mkdir -p "$folder/$1"
  plant_seeds "$1"
  "$folder/build/$1" -max_total_time="$seconds" -max_len=1024 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -dict="$here/json.dict" -artifact_prefix="$folder/$1-" "$folder/$1" >"$log" 2>&1 </dev/null || status=$?
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  if [ "$status" = 0 ] && [ "${executions:-0}" -gt 0 ]; then
    echo "ok $1: $executions executions, $(sed -n 's/^stat::average_exec_per_sec: *//p' "$log") a second," \
      "$(find "$folder/$1" -type f | wc -l) inputs kept"
    return
  fi
  echo "not ok $1 (exit $status)"
  grep -vE '^#[0-9]+' "$log" | tail -n 40 | sed 's/^/    /'
  return 1
}

main() {
  local target passed=0 failed=0 targets=("$@")
  clang=$(find_clang)
  if [ ${#targets[@]} = 0 ]; then
    for target in "$here"/fuzz_*.c; do
      targets+=("$(basename "$target" .c)")
    done
  fi
  build "${targets[@]}"
  for target in "${targets[@]}"; do
    if fuzz "$target"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  done
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}

main "${@:2}"
