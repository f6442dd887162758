#!/usr/bin/env bash
# The same tests on the other supported server versions, each in a chroot of the Debian release that ships it.
#
#   test/matrix.sh [VERSION ...]      (default: 17 18)
#
# Beside each stands this machine's own, older server with the extension, from which test/checks/85_upgrade.sh upgrades.
# The versions are tested side by side; what each has to say follows when it is done.
#
# Needs root (or sudo). A chroot is made once with mmdebstrap (about half a minute) and kept in $CHROOTS for two weeks or
# until this recipe changes. One that can't be made is a failure, never skipped. The sources are copied in each time.
# Prints the versions found; the last line is "N passed, N failed".
set -euo pipefail
# shellcheck source=test/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

CHROOTS=${CHROOTS:-/var/cache/jbind-chroots}
readonly KEPT_DAYS=14
# the tests that only repeat themselves do so less often than on the machine itself
readonly SHORTER=(JBIND_DOCUMENTS=5000 JBIND_CALLS=25000 JBIND_ROUNDS=500)
declare -rA RELEASE=([17]=trixie [18]=forky)

# The server's headers come without their dependencies: those are clang and LLVM, 600 MB for bitcode that is not needed
# here, and without them the build is tested where clang is missing. /dev/shm is for the server's shared memory.
# shellcheck disable=SC2016  # expanded by the hook's shell and in the chroot
customize_hook() {
  printf 'chroot "$1" sh -ec "%s"' "cd /tmp
    apt-get download -qq postgresql-server-dev-$1 postgresql-common-dev
    for package in *.deb; do dpkg -x \\\$package /; rm \\\$package; done
    mkdir -p /dev/shm
    chmod 1777 /dev/shm"
}

# A release that is not out yet may have expired lists on a mirror: their date is not checked, their signature is.
make_chroot() {
  local version=$1 folder=$2
  mmdebstrap --quiet --variant=minbase --aptopt='Apt::Install-Recommends "false"' \
    --aptopt='Acquire::Check-Valid-Until "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --include="postgresql-$version,libsimdjson-dev,gcc,g++,make,pkgconf,perl,libipc-run-perl" \
    --customize-hook="$(customize_hook "$version")" "${RELEASE[$version]}" "$folder" </dev/null
}

# What a kept chroot must have been made of.
recipe_stamp() { { declare -f make_chroot customize_hook; echo "$1 ${RELEASE[$1]}"; } | sha256sum | cut -d ' ' -f 1; }

is_fresh() { is_kept "$1" "$(recipe_stamp "$2")" && [ -n "$(find "$1/$KEPT_STAMP" -mtime "-$KEPT_DAYS")" ]; }

# A mirror may hiccup, so there is a second attempt.
ensure_chroot() {
  local version=$1 folder=$2 attempt
  ! is_fresh "$folder" "$version" || return 0
  for attempt in 1 2; do
    say "making a chroot of ${RELEASE[$version]} for PostgreSQL $version (attempt $attempt)"
    remove_kept "$folder"
    if make_chroot "$version" "$folder"; then
      keep "$folder" "$(recipe_stamp "$version")"
      return 0
    fi
  done
  remove_kept "$folder"
  return 1
}

# The checkout and, where they are, the parity cases: side by side as outside.
copy_into() {
  local folder=$1/src
  rm -rf --one-file-system "$folder"
  mkdir -p "$folder"
  cp -a "$WORK/sources" "$folder/jbind"
  if [ -d "$TOP/../shared/cases" ]; then
    mkdir -p "$folder/shared"
    cp -a "$TOP/../shared/cases" "$folder/shared/cases"
  fi
}

# This machine's server: its programs, modules and data.
older_folders() { printf '%s\n' "$BIN" "$("$PG_CONFIG" --pkglibdir)" "$("$PG_CONFIG" --sharedir)"; }

# The libraries that it and the extension need, one a line.
needed_libraries() { ldd "$BIN"/* "$("$PG_CONFIG" --pkglibdir)/plpgsql.so" "$WORK/older/jbind.so" 2>/dev/null | sed -nE 's|.*=> (/[^ ]+) .*|\1|p' | sort -u; }

# It goes into the chroot, at its place, and the extension for it, with those libraries that the chroot lacks: it has newer
# ones of the C library and of most others.
add_older_server() {
  local folder=$1 libraries=$1/usr/local/lib/older-server part library
  for part in $(older_folders); do
    mkdir -p "$folder$part" && tar -C "$part" --exclude='llvmjit*' -cf - . | tar -C "$folder$part" -xpf - || return
  done
  make -s -C "$WORK/older" PG_CONFIG="$PG_CONFIG" DESTDIR="$folder" install >/dev/null </dev/null || return
  rm -rf "$libraries"
  mkdir -p "$libraries"
  ldconfig -r "$folder"
  for library in $(needed_libraries); do
    ldconfig -r "$folder" -p | grep -F "${library##*/} " >/dev/null || cp -L "$library" "$libraries/" || return
  done
  echo /usr/local/lib/older-server >"$folder/etc/ld.so.conf.d/older-server.conf"
  ldconfig -r "$folder"
}

build_older() {
  copy_sources "$WORK/older"
  make -s -C "$WORK/older" PG_CONFIG="$PG_CONFIG" all </dev/null
}

# Runs a command in a chroot with a process and mount space of its own: nothing outlives it, nothing stays mounted. Where
# the system forbids that (in some containers), a plain chroot does.
in_chroot() {
  local folder=$1 command
  shift
  command=(chroot "$folder" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root CI="${CI:-}" JBIND_OLD_BIN="$BIN" "${SHORTER[@]}" "$@")
  if unshare --mount --pid --ipc --fork --mount-proc="$folder/proc" true 2>/dev/null; then
    command=(unshare --mount --pid --ipc --fork --kill-child --mount-proc="$folder/proc" "${command[@]}")
  fi
  "${command[@]}"
}

# lint's tools exist for one version only and were run outside.
test_version() {
  local version=$1 folder=$CHROOTS/${RELEASE[$1]}
  ensure_chroot "$version" "$folder" || { echo "could not make the chroot for PostgreSQL $version"; return 1; }
  copy_into "$folder"
  add_older_server "$folder" || { echo "could not put an older server into the chroot"; return 1; }
  in_chroot "$folder" sh -c "pkg-config --modversion simdjson | sed 's/^/simdjson /'; gcc --version | sed -n 1p"
  in_chroot "$folder" /src/jbind/test/run.sh --no-lint PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config"
}

main() {
  local version versions=("$@")
  [ $# -gt 0 ] || versions=(17 18)
  is_root || exec sudo CHROOTS="$CHROOTS" CI="${CI:-}" "$0" "$@"
  leave_nothing_on_exit
  need mmdebstrap have mmdebstrap
  need util-linux have flock
  prepare default
  make_work_folder
  mkdir -p "$CHROOTS"
  exec {chroots_lock}>"$CHROOTS/.lock"
  flock "$chroots_lock"
  copy_sources "$WORK/sources"
  build_older || die "could not build the extension for the older server"
  for version in "${versions[@]}"; do
    [ -n "${RELEASE[$version]:-}" ] || die "there is no recipe for PostgreSQL $version"
    start_suite "PostgreSQL $version" test_version "$version"
  done
  for version in "${versions[@]}"; do
    finish_suite "PostgreSQL $version"
  done
  close_tally
}

main "$@"
