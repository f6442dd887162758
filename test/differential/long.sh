#!/usr/bin/env bash
# The differential test for long: many runs of differential.pl, each with the next seed, a database and types of its own.
#
#   test/differential/long.sh [DOCUMENTS] [TYPES] [further words for differential.pl]      (default: 1000000 2000)
#
# Needs a running server with jbind (PGHOST, PGPORT, PGUSER: a superuser). A million documents take some hours. JBIND_SEED=N
# is the first seed. Prints a line for each run and whatever was found; the last line is "N passed, N failed".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly DOCUMENTS_A_RUN=20000
documents=${1:-1000000}
types=${2:-2000}
seed=${JBIND_SEED:-$(($(date +%s) % 1000000))}
rounds=$(((documents + DOCUMENTS_A_RUN - 1) / DOCUMENTS_A_RUN))
passed=0
failed=0

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for ((round = 1; round <= rounds; round++)); do
  perl differential.pl --seed "$seed" --documents "$DOCUMENTS_A_RUN" --types "$((types / rounds))" --jobs 1 --timeout 1200 "${@:3}" >"$log" 2>&1 || true
  if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
  else
    failed=$((failed + 1))
  fi
  grep -av '^ok ' "$log" | sed '1d;$d' || true
  echo "run $round of $rounds, seed $seed: $(tail -n 1 "$log"); $((round * DOCUMENTS_A_RUN)) documents so far"
  seed=$((seed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
