#!/usr/bin/env bash
# Node's clients pg and slonik on a throw-away server: test/checks/70_clients.sh, with as many rows and rounds as wanted.
#
#   test/clients/run.sh [--rows N] [--rounds N] [PG_CONFIG=...] [OPTFLAGS=... and other variables for make]
#
# Last line: "N passed, N failed".
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

SERVER_SETTINGS=("max_wal_size = '4GB'" "shared_buffers = '256MB'")
export ROWS=20000
export ROUNDS=7

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --rows) ROWS=${2:?a number is missing}; shift ;;
      --rounds) ROUNDS=${2:?a number is missing}; shift ;;
      PG_CONFIG=*) export PG_CONFIG=${1#*=} ;;
      [A-Za-z_]*=*) MAKE_VARS+=("$1") ;;
      *) die "unknown argument: $1 (see the head of this file)" ;;
    esac
    shift
  done
}

main() {
  read_arguments "$@"
  leave_nothing_on_exit
  prepare default
  make_work_folder
  build_extension
  server_start
  say "server $(sql -d postgres -c 'show server_version')"
  as_server_user env PATH="$BIN:$PATH" "$WORK/src/test/checks/70_clients.sh"
}

main "$@"
