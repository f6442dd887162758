# shellcheck shell=bash
# What all scripts of this repository share: packages, the choice of a server, the build, a throw-away server, the tally.
#
# Source it from a script that runs under `set -euo pipefail`. It needs nothing but bash, coreutils and tar. The rules:
#   - Nothing of the machine's own PostgreSQL clusters is touched: packages are installed without making or starting one,
#     and our server has its own data folder and listens on a unix socket only.
#   - The checkout is only read, tmp/ apart: the build happens in a copy, so neither its owner nor its mode matters.
#   - As root, the server and every test run as an unprivileged user. Nothing runs and nothing stays after the script.

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly TOP
readonly OLDEST_MAJOR=15

WORK=                # this run's folder: data, socket and a copy of the build that the server's user can reach
BUILD=               # the folder in which the extension was built
BIN=                 # the server's programs
MAKE_VARS=()         # further VAR=value words for every make of the extension
MAKE=()              # what make_in says
SERVER_SETTINGS=()   # further lines of the server's configuration

export LC_ALL=C.UTF-8
unset PGDATABASE PGHOSTADDR PGSERVICE PGSERVICEFILE PGOPTIONS PGCLIENTENCODING PGTZ PGDATESTYLE PGSSLMODE PGAPPNAME MAKEFLAGS MAKELEVEL

say() { printf '== %s\n' "$*"; }

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 2
}

# --- users ------------------------------------------------------------------------------------------------------------

is_root() { [ "$(id -u)" = 0 ]; }

# Runs a command with root's rights.
as_root() {
  if is_root; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "this needs root's rights, and there is no sudo: $*"
  fi
}

# The user of server and tests: PostgreSQL refuses to run as root.
server_user() {
  local name
  if ! is_root; then
    id -un
    return 0
  fi
  for name in postgres nobody; do
    if id -u "$name" >/dev/null 2>&1; then
      echo "$name"
      return 0
    fi
  done
  die "running as root, and there is no user postgres or nobody to run a server as"
}

# Runs a command as the server's user. Its home and current folder are the run's folder, as it may have no access to ours.
as_server_user() {
  local user
  user=$(server_user) || exit
  if is_root; then
    (cd "$WORK" && exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups env HOME="$WORK" "$@")
  else
    (cd "$WORK" && exec "$@")
  fi
}

# --- what is kept from run to run -------------------------------------------------------------------------------------

# A folder that is costly to make is kept outside the checkout. It holds the names of all that it was finished with and,
# written last, a stamp of what it was made of. It is taken only if both are right: a making or a removal that was cut
# short, by whomever, leaves a folder that is made anew.
readonly KEPT_STAMP=.stamp
readonly KEPT_NAMES=.names

names_within() { (cd "$1" && find . -xdev | sort); }

# keep FOLDER STAMP
keep() {
  names_within "$1" >"$1/$KEPT_NAMES"
  printf '%s\n' "$2" >"$1/$KEPT_STAMP"
}

# is_kept FOLDER STAMP
is_kept() {
  local lost
  [ "$(cat "$1/$KEPT_STAMP" 2>/dev/null)" = "$2" ] && lost=$(names_within "$1" | comm -23 "$1/$KEPT_NAMES" - 2>/dev/null) && [ -z "$lost" ]
}

remove_kept() { rm -rf --one-file-system "${1:?}/$KEPT_STAMP" "$1"; }

# --- packages ---------------------------------------------------------------------------------------------------------

missing_packages=()

# need PACKAGE COMMAND...: the package is missing unless the command succeeds.
need() {
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing_packages+=("$package")
}

have() { command -v "$1" >/dev/null; }

need_build_tools() {
  need gcc have gcc
  need g++ have g++
  need make have make
  need pkgconf have pkg-config
  need libsimdjson-dev pkg-config --exists simdjson
}

# Packages of the server that choose_server chose; a server named through PG_CONFIG is the caller's own affair.
need_server() {
  [ -z "${PG_CONFIG:-}" ] || return 0
  need "postgresql-$MAJOR" test -x "$BIN/postgres"
  need "postgresql-server-dev-$MAJOR" test -f "$BIN/../lib/pgxs/src/makefiles/pgxs.mk"
}

install_missing_packages() {
  [ ${#missing_packages[@]} -gt 0 ] || return 0
  if ! have apt-get || ! [ -e /etc/debian_version ]; then
    die "this is no Debian system: please install what Debian calls ${missing_packages[*]}, then run make and make install"
  fi
  say "installing ${missing_packages[*]} (a minute or so)"
  forbid_clusters
  apt_install "${missing_packages[@]}"
  allow_clusters
  missing_packages=()
}

# One at a time: scripts of ours that run side by side may both lack something, and apt doesn't wait for all of its locks.
apt_get() { as_root flock /etc/debian_version env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null; }

# The lists are fetched only if the first attempt fails: on a fresh machine there are none, on an old one they are stale.
apt_install() {
  apt_get install -y --no-install-recommends "$@" >/dev/null 2>&1 && return 0
  apt_get update || die "could not fetch the package lists"
  apt_get install -y --no-install-recommends "$@" >/dev/null || die "could not install $*"
}

# Debian's server package makes a cluster "main" and starts every cluster there is. While we install, one file keeps it
# from the first and one from the second; both are taken away afterwards, and whatever stood there before stays as it was.
readonly CREATECLUSTER_DIR=/etc/postgresql-common/createcluster.d
readonly NO_MAIN_CLUSTER=$CREATECLUSTER_DIR/jbind-no-main-cluster.conf
readonly SERVICE_POLICY=/usr/sbin/policy-rc.d
clusters_forbidden=

forbid_clusters() {
  clusters_forbidden=yes
  as_root mkdir -p "$CREATECLUSTER_DIR"
  echo 'create_main_cluster = false' | as_root tee "$NO_MAIN_CLUSTER" >/dev/null
  [ -e "$SERVICE_POLICY" ] && return 0
  # 101 = "this action is forbidden"
  as_root tee "$SERVICE_POLICY" >/dev/null <<'POLICY'
#!/bin/sh
# temporary, by jbind's scripts: leave the PostgreSQL service alone while packages are installed
case " $* " in *" postgresql"*) exit 101 ;; esac
exit 0
POLICY
  as_root chmod 755 "$SERVICE_POLICY"
}

allow_clusters() {
  [ -n "$clusters_forbidden" ] || return 0
  clusters_forbidden=
  as_root rm -f "$NO_MAIN_CLUSTER"
  dpkg -S "$CREATECLUSTER_DIR" >/dev/null 2>&1 || as_root rmdir --ignore-fail-on-non-empty "$CREATECLUSTER_DIR"
  if grep -qs "by jbind's scripts" "$SERVICE_POLICY"; then
    as_root rm -f "$SERVICE_POLICY"
  fi
}

# --- which server -----------------------------------------------------------------------------------------------------

newest_installed_major() {
  local program
  for program in /usr/lib/postgresql/*/bin/postgres; do
    [ -x "$program" ] || continue
    program=${program%/bin/postgres}
    echo "${program##*/}"
  done | sort -n | tail -n 1
}

# Empty if the package lists are not there.
distribution_major() {
  { apt-cache depends postgresql 2>/dev/null || true; } | sed -n 's/.*Depends: postgresql-\([0-9][0-9]*\)$/\1/p' | sed -n 1p
}

# choose_server newest | default: the newest server that is installed, else (or always) the distribution's own.
# PG_CONFIG overrules. Sets MAJOR and BIN; the server need not be installed yet.
choose_server() {
  MAJOR=
  if [ -n "${PG_CONFIG:-}" ]; then
    [ -x "$(command -v "$PG_CONFIG")" ] || die "no such program: PG_CONFIG=$PG_CONFIG"
    BIN=$("$PG_CONFIG" --bindir)
    MAJOR=$("$PG_CONFIG" --version | sed 's/^PostgreSQL \([0-9]*\).*/\1/')
  else
    [ "$1" = default ] || MAJOR=$(newest_installed_major)
    [ "${MAJOR:-0}" -ge "$OLDEST_MAJOR" ] || MAJOR=$(distribution_major)
    if [ -z "$MAJOR" ] && have apt-get; then
      apt_get update
      MAJOR=$(distribution_major)
    fi
    BIN=/usr/lib/postgresql/${MAJOR:=N}/bin
  fi
  if [ "$MAJOR" != N ] && [ "$MAJOR" -lt "$OLDEST_MAJOR" ]; then
    die "jbind needs PostgreSQL $OLDEST_MAJOR or newer, this is $MAJOR; PG_CONFIG=... names another server"
  fi
}

# To be called once the packages are there: everything below speaks to the chosen server only.
use_server() {
  : "${PG_CONFIG:=$BIN/pg_config}"
  export PG_CONFIG PATH="$BIN:$PATH"
  [ -x "$BIN/initdb" ] || die "there is no server beside $PG_CONFIG"
}

# prepare newest | default [PACKAGE COMMAND]...: server, build tools and the further packages named are there afterwards.
prepare() {
  choose_server "$1"
  shift
  need_build_tools
  need_server
  while [ $# -gt 0 ]; do
    need "$1" bash -c "$2"
    shift 2
  done
  install_missing_packages
  use_server
}

# --- the run's folder -------------------------------------------------------------------------------------------------

# The path must be short, as a socket's path has at most 107 bytes, and the server's user must be able to reach it.
make_work_folder() {
  local parent
  for parent in "${TMPDIR:-/tmp}" /tmp; do
    [ ${#parent} -le 70 ] || continue
    WORK=$(mktemp -d "$parent/jbind.XXXXXX") || continue
    ! is_root || chown "$(server_user):" "$WORK"
    as_server_user test -w "$WORK" 2>/dev/null && return 0
    rmdir "$WORK"
  done
  die "could not make a folder for the server in ${TMPDIR:-/tmp} or /tmp"
}

# start_group COMMAND...: in the background, as a process group of its own, which ends with this script at the latest.
start_group() {
  set -m
  "$@" </dev/null &
  set +m
}

# What runs in the background without being such a group is not met.
end_groups() {
  local group
  for group in $(jobs -rp); do
    kill -- "-$group" && wait "$group"
  done 2>/dev/null
}

# In a trap's functions `return` needs its figure: bash would give the exit status from before the trap.
leave_nothing() {
  local code=$?
  trap - EXIT
  set +e
  end_groups
  allow_clusters
  server_stop
  [ -z "$WORK" ] || rm -rf --one-file-system "$WORK"
  exit "$code"
}

leave_nothing_on_exit() {
  trap leave_nothing EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

# --- the build --------------------------------------------------------------------------------------------------------

# copy_sources FOLDER: makes FOLDER hold the checkout's files as they are now, without what make left there. What an earlier copy left and the checkout
# has no more is removed; what make made there stays, so the next build only makes what changed.
copy_sources() {
  local folder=$1 list=$1/.copied
  mkdir -p "$folder"
  (cd "$TOP" && find . \( -path ./.git -o -path ./tmp -o -path ./results -o -path ./bench/results -o -path ./test/unit/build \) \
    -prune -o ! -type d \
    ! -name '*.o' ! -name '*.so' ! -name '*.bc' ! \( -path './test/unit/*' ! -name '*.*' ! -name Makefile \) -print) |
    sort >"$list.new"
  if [ -e "$list" ]; then
    comm -23 "$list" "$list.new" | (cd "$folder" && xargs -r -d '\n' rm -f)
  fi
  tar -C "$TOP" -cf - -T "$list.new" | tar -C "$folder" -xpf - --no-same-owner
  mv "$list.new" "$list"
}

# What a kept build depends on beside the sources.
build_key() {
  { echo "$PG_CONFIG" "${MAKE_VARS[@]}"; "$PG_CONFIG" --version; gcc --version; pkg-config --modversion simdjson; } |
    cksum | cut -d ' ' -f 1
}

# A build is kept in the checkout's tmp/ where we may write there.
choose_build_folder() {
  BUILD=$TOP/tmp/build/$MAJOR-$(build_key)
  mkdir -p "$BUILD" 2>/dev/null && [ -w "$BUILD" ] || BUILD=$WORK/build
}

# make_in FOLDER: sets MAKE to the words of a make of the extension there, for any user to run.
make_in() { MAKE=(make -s --no-print-directory -C "$1" "PG_CONFIG=$PG_CONFIG" "${MAKE_VARS[@]}"); }

# Builds and installs. One run at a time in one folder.
build_extension() {
  choose_build_folder
  say "building for $("$PG_CONFIG" --version)"
  mkdir -p "$BUILD"
  exec {build_lock}>"$BUILD/.lock"
  flock "$build_lock"
  copy_sources "$BUILD"
  make_in "$BUILD"
  "${MAKE[@]}" -j "$(nproc)" all </dev/null || die "the build failed"
  as_root "${MAKE[@]}" install >/dev/null || die "make install failed"
  copy_build
  exec {build_lock}>&-
  return_checkout
}

# The tests write beside their inputs and run as the server's user: they get a copy of the build of their own.
copy_build() {
  mkdir -p "$WORK/src"
  cp -a "$BUILD/." "$WORK/src/"
  ! is_root || chown -R "$(server_user):" "$WORK/src"
}

# As root in somebody else's checkout: what we made there is theirs.
return_checkout() {
  ! is_root || ! [ -d "$TOP/tmp" ] || chown -R --reference="$TOP" "$TOP/tmp"
}

# --- the throw-away server --------------------------------------------------------------------------------------------

server_start() {
  local data=$WORK/data
  as_server_user "$BIN/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 -N >"$WORK/initdb.log" 2>&1 </dev/null ||
    { cat "$WORK/initdb.log"; die "could not make a database cluster"; }
  printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$WORK'" 'port = 5432' 'fsync = off' \
    "${SERVER_SETTINGS[@]}" >>"$data/postgresql.conf"
  as_server_user "$BIN/pg_ctl" -D "$data" -l "$WORK/server.log" -t 60 -w start >/dev/null 2>&1 </dev/null ||
    { cat "$WORK/server.log"; die "could not start a server"; }
  export PGHOST=$WORK PGPORT=5432 PGUSER=postgres
}

server_stop() {
  [ -n "$WORK" ] && [ -e "$WORK/data/postmaster.pid" ] || return 0
  as_server_user "$BIN/pg_ctl" -D "$WORK/data" -t 30 -m fast stop >/dev/null 2>&1 ||
    as_server_user "$BIN/pg_ctl" -D "$WORK/data" -t 30 -m immediate stop >/dev/null 2>&1 ||
    as_server_user kill -KILL "$(head -n 1 "$WORK/data/postmaster.pid")"
}

# psql that stops at the first error and prints nothing but answers.
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }

# --- the tally --------------------------------------------------------------------------------------------------------

passed=0
failed=0
not_run=0

pass() { passed=$((passed + 1)); }

fail() {
  failed=$((failed + 1))
  printf 'FAILED: %s\n' "$*"
}

# count_test NAME COMMAND...: the command is one test.
count_test() {
  local name=$1 began=$SECONDS
  shift
  say "$name"
  if "$@"; then pass; else fail "$name"; fi
  say "$name took $((SECONDS - began)) s"
}

# count_suite NAME COMMAND...: the command reports "N passed, N failed" in its last line (make may add its complaint); that
# is added. No such line, no test in it, or a bad exit that the figures don't explain is one failure more. What can't be run
# for want of something from outside is told in a line "NOT RUN: what and why", and counted apart.
count_suite() {
  local name=$1 began=$SECONDS output code=0
  shift
  say "$name"
  output=$(mktemp "$WORK/suite.XXXXXX")
  "$@" </dev/null 2>&1 | tee "$output" || code=$?
  add_report "$name" "$code" "$output"
  rm -f "$output"
  say "$name took $((SECONDS - began)) s"
}

# start_suite NAME COMMAND..., finish_suite NAME: the same beside what comes between; its output follows when it is finished.
declare -A suite_process suite_began
start_suite() {
  local name=$1
  shift
  suite_began[$name]=$SECONDS
  start_group "$@" >"$WORK/suite of $name" 2>&1
  suite_process[$name]=$!
}

finish_suite() {
  local name=$1 code=0
  wait "${suite_process[$name]}" || code=$?
  say "$name"
  cat "$WORK/suite of $name"
  add_report "$name" "$code" "$WORK/suite of $name"
  say "$name was finished $((SECONDS - suite_began[$name])) s after its start"
}

# A suite's output may hold bytes of any kind.
closing_figures() { grep -av '^make' "$1" | tail -n 1 | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p'; }

# add_report NAME EXIT FILE: counts a suite by what it printed.
add_report() {
  local name=$1 code=$2 left_out suite_passed suite_failed
  left_out=$(grep -ac '^NOT RUN: ' "$3") || true
  read -r suite_passed suite_failed <<<"$(closing_figures "$3")"
  if [ -z "$suite_failed" ]; then
    fail "$name: ended without its closing line (exit $code)"
    return 0
  fi
  passed=$((passed + suite_passed))
  failed=$((failed + suite_failed))
  not_run=$((not_run + left_out))
  if [ "$suite_failed" -gt 0 ]; then
    printf 'FAILED: %s: %s of %s tests\n' "$name" "$suite_failed" $((suite_passed + suite_failed))
  elif [ "$suite_passed" = 0 ] && [ "$left_out" = 0 ]; then
    fail "$name: not one test was executed"
  elif [ "$code" != 0 ]; then
    fail "$name: exit $code without a failed test"
  fi
}

# The closing line, and the script's exit.
close_tally() {
  [ "$not_run" = 0 ] || echo "not run: $not_run (the lines NOT RUN above say what and why)"
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

# --- regress tests ----------------------------------------------------------------------------------------------------

# What the extension's Makefile makes of an expression.
make_value() { "${MAKE[@]}" --eval "print-value: ; @echo $1" print-value; }

# pg_regress's report -> "ok NAME" or "failed NAME", in the form up to 15 and in the TAP form since 16.
regress_results() {
  sed -nE -e 's/^(test| )? +([A-Za-z0-9_-]+) +\.\.\. +ok( .*)?$/ok \2/p' \
    -e 's/^(test| )? +([A-Za-z0-9_-]+) +\.\.\. +FAILED.*$/failed \2/p' \
    -e 's/^ok [0-9]+ +[-+] ([A-Za-z0-9_-]+) .*$/ok \1/p' \
    -e 's/^not ok [0-9]+ +[-+] ([A-Za-z0-9_-]+) .*$/failed \1/p' "$1"
}

# A test is expected if make names it or if its script is there; it counts as passed only if pg_regress says so.
expected_regress_tests() {
  # shellcheck disable=SC2016  # the variables are make's
  { make_value '$(REGRESS) $(ISOLATION)' | tr ' ' '\n'
    find "$TOP/sql" "$TOP/specs" -maxdepth 1 \( -name '*.sql' -o -name '*.spec' \) -printf '%f\n' 2>/dev/null | sed 's/\.[a-z]*$//'; } |
    sed '/^$/d' | sort -u
}

# regress_tests FOLDER [TEST...]: all of a build's tests or these, in the running server, which has the extension; each counts.
regress_tests() {
  local folder=$1 report=$WORK/regress.report code=0 expected name
  shift
  make_in "$folder"
  as_server_user "${MAKE[@]}" installcheck ${1:+"REGRESS=$*"} >"$report" 2>&1 </dev/null || code=$?
  regress_results "$report" | sort -u >"$report.results"
  expected=${*:-$(expected_regress_tests)} || true
  [ -n "$expected" ] || fail "there are no regress tests"
  for name in $expected; do
    if grep -qx "ok $name" "$report.results"; then pass; else fail "regress test $name"; fi
  done
  echo "regress: $(grep -c '^ok ' "$report.results" || true) tests ok"
  [ "$code" = 0 ] || show_regress_failure "$report" "$code" "$folder"
}

# An installcheck that failed with every known test passed is a failure of its own: TAP tests, say, or the set-up.
show_regress_failure() {
  cat "$1"
  cat "$3"/regression.diffs "$3"/output_iso/regression.diffs 2>/dev/null || true
  if ! grep -q '^failed ' "$1.results"; then
    fail "make installcheck: exit $2"
  fi
}
