#!/usr/bin/env bash
# Rules that a machine can check (make lint). Each rule is one test; the last line is "N passed, N failed".
# Needs bash, find and grep; clang-format 14 and shellcheck are used where they are installed, and it says so where not.
# test/lint.sh --format lays out all C files instead, by clang-format 14.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The layers of src/, from the ground up: a file includes project headers of its own layer or of one above it in this
# list, never of one below. Patterns of file names; the first that fits counts, and every file must have one.
readonly LAYERS=(
  'compat.h'
  'simd.* scan.* json_*.* matcher.* jsonb_source.* jsonb_build.*'
  'codec.h readers.def reader.h setting.*'
  'read_*.* reader.c tuple.* stock.* decode.* inplace*.* memo.*'
  'writers.def writer.h write_*.* encode.*'
  'select.* compile.* cache.* rows.* describe.* trace.* support.*'
  'plan_walk.* accelerate.* context.* call.* record.* recordset.* jbind.*'
)

passed=0
failed=0
findings=

# rule NAME COMMAND...: the rule is kept if the command prints nothing.
rule() {
  local name=$1 output
  shift
  output=$("$@" 2>&1) || output+=$'\n'"(exit $?)"
  if [ -z "$output" ]; then
    passed=$((passed + 1))
    echo "ok $name"
  else
    failed=$((failed + 1))
    findings=yes
    printf 'not ok %s\n%s\n' "$name" "$output" | sed '2,$s/^/    /'
  fi
}

# The text files of the repository: all but what make and the scripts produce.
texts() {
  find . \( -path ./.git -o -path ./tmp -o -path ./results -o -path ./bench/results -o -path ./output_iso -o -path ./test/unit/build -o -name .lock -o -name '.copied*' \) -prune \
    -o -type f ! -name '*.o' ! -name '*.so' ! -name '*.bc' ! -name '*.d' ! -name 'regression.*' "$@" -print0 | xargs -0r grep -IlZ '' 2>/dev/null || true
}

c_files() { find src test -type f \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.def' \); }

# The headers that a file includes by the quoted form.
quoted_includes() { sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]+"([^"]+)".*/\1/p' "$1"; }

scripts() { texts | xargs -0r grep -lZ '^#!/usr/bin/env bash' | tr '\0' '\n'; }

# --- the rules: each prints what breaks it ------------------------------------------------------------------------------

layer_of() {
  local number pattern patterns
  for number in "${!LAYERS[@]}"; do
    read -ra patterns <<<"${LAYERS[number]}"
    for pattern in "${patterns[@]}"; do
      # shellcheck disable=SC2053  # it is a pattern
      if [[ ${1##*/} == $pattern ]]; then
        echo "$number"
        return
      fi
    done
  done
}

layers() {
  local file header layer header_layer
  for file in src/*.c src/*.h src/*.cpp src/*.def; do
    [ -e "$file" ] || continue
    layer=$(layer_of "$file")
    [ -n "$layer" ] || { echo "$file: its layer is not in the list of test/lint.sh"; continue; }
    for header in $(quoted_includes "$file"); do
      [ -e "src/$header" ] || continue
      header_layer=$(layer_of "$header")
      [ "${header_layer:-0}" -le "$layer" ] || echo "$file includes $header, which belongs to a layer below"
    done
  done
}

version_checks() { grep -nE 'PG_VERSION_NUM' src/*.c src/*.h src/*.cpp 2>/dev/null | grep -v '^src/compat\.h:' || true; }

cplusplus_wall() { find . -path ./.git -prune -o -path ./tmp -prune -o -path ./test -prune -o \( -name '*.cpp' -o -name '*.cc' -o -name '*.hpp' \) ! -path ./src/simd.cpp -print; }

# Paths that exist on one machine only.
machine_paths() { texts ! -path './test/lint.sh' | xargs -0r grep -nE '(^|[^A-Za-z0-9_.:/*-])/(home|root|srv|mnt|work|Users)/[A-Za-z0-9._]' || true; }

# A regress script or a file of data may need odd spaces; expected output follows psql.
trailing_space() { texts ! -path './expected/*' ! -path './sql/*' ! -name '*.copy' ! -name '*.csv' | xargs -0r grep -nE '[[:space:]]+$' || true; }

spaces_for_tabs() { c_files | xargs -r grep -nE '^ {4} *[^ \\]' || true; }

tabs_in_scripts() { scripts | xargs -r -d '\n' grep -nP '\t' || true; }

# With pipefail a reader that leaves early makes its writer fail, now and then: by SIGPIPE, if there is more to write. `sed -n 1p`
# and `grep >/dev/null` read to the end.
early_readers() { { scripts; texts -name '*.sh' | tr '\0' '\n'; } | sort -u | xargs -r -d '\n' grep -nE '(^|[^|])[|] *(grep -[A-Za-z]*q|head( |$|\)))' || true; }

last_newline() { texts | while IFS= read -r -d '' file; do [ -z "$(tail -c 1 "$file")" ] || echo "$file: no newline at its end"; done; }

head_comment() {
  local file
  for file in $(c_files); do
    [[ $(head -n 1 "$file") =~ ^/[*/] ]] || echo "$file: does not begin with a comment that says what it is"
  done
}

empty_expected() { find expected -name '*.out' -size 0 2>/dev/null || true; }

expected_pairs() {
  local file name
  for file in sql/*.sql expected/*.out; do
    [ -e "$file" ] || continue
    name=$(basename "${file%.*}")
    { [ -e "sql/$name.sql" ] || [ -e "sql/${name%_[0-9]}.sql" ]; } && [ -e "expected/$name.out" ] || echo "$file has no partner"
  done
}

executable_scripts() { scripts | while IFS= read -r file; do [ -x "$file" ] || echo "$file is not executable"; done; }

format() {
  local file
  for file in $(c_files); do
    "$1" --style=file --dry-run -Werror "$file" >/dev/null 2>&1 || echo "$file (test/lint.sh --format mends it)"
  done
}

shell() { { scripts; find test bench -name 'lib.sh'; } | xargs -r -d '\n' shellcheck -x; }

# ----------------------------------------------------------------------------------------------------------------------

# The program of clang-format 14, if there is one: other versions lay out differently.
clang_format() {
  local program
  for program in clang-format-14 clang-format; do
    if "$program" --version 2>/dev/null | grep 'version 14\.' >/dev/null; then
      echo "$program"
      return
    fi
  done
}

main() {
  local formatter
  formatter=$(clang_format)
  if [ "${1:-}" = --format ]; then
    c_files | xargs "${formatter:?there is no clang-format 14}" -i --style=file
    return
  fi
  rule "include layers of src/" layers
  rule "PG_VERSION_NUM in src/compat.h only" version_checks
  rule "C++ in src/simd.cpp only" cplusplus_wall
  rule "no paths of one machine" machine_paths
  rule "no trailing space" trailing_space
  rule "C is indented with tabs" spaces_for_tabs
  rule "scripts are indented with spaces" tabs_in_scripts
  rule "no reader leaves a pipe early" early_readers
  rule "every file ends with a newline" last_newline
  rule "C files begin with a head comment" head_comment
  rule "no empty expected output" empty_expected
  rule "sql/ and expected/ are pairs" expected_pairs
  rule "scripts are executable" executable_scripts
  if [ -n "$formatter" ]; then rule "clang-format 14" format "$formatter"; else echo "no clang-format 14 here: layout not checked"; fi
  if command -v shellcheck >/dev/null; then rule "shellcheck" shell; else echo "no shellcheck here: scripts not checked"; fi
  echo "$passed passed, $failed failed"
  [ -z "$findings" ]
}

main "$@"
