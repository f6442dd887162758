#!/usr/bin/env bash
# What changes under living statements: checks/lib/changes.sql, once with stock's functions and once with
# jbind's for each type of document; every section of the two outputs has to be the same.
#   JBIND_SETUP=FILE   SQL that makes jbind's functions instead of CREATE EXTENSION jbind
#   JBIND_ROUNDS=N     rounds of create, bind and drop (default 2000)
set -uo pipefail
cd "$(dirname "$0")/lib" || exit 2
export PGOPTIONS='-c client_min_messages=error -c jit=off' PGCLIENTENCODING=UTF8
database=jbind_changes
work=$(mktemp -d)
trap 'rm -rf "$work"; psql -Xq -d postgres -c "drop database if exists $database"' EXIT
passed=0
failed=0
fail() { echo "FAILED  $1"; failed=$((failed + 1)); }

psql_() { psql -XqAt -d "$database" "$@"; }

create_database() {
  psql -Xq -d postgres -c "drop database if exists $database" || return
  psql -Xq -d postgres -c "create database $database encoding 'UTF8' template template0 locale 'C.UTF-8'" 2>/dev/null ||
    psql -Xq -d postgres -c "create database $database encoding 'UTF8' template template0 locale 'C'"
}

install() {
  if [ -n "${JBIND_SETUP:-}" ]; then psql_ -v ON_ERROR_STOP=1 -f "$JBIND_SETUP"; else psql_ -c 'create extension jbind'; fi
}

# does jbind have this function for this type of document?
has() { [ "$(psql_ -c "select count(*) from pg_proc where proname = '$1' and '$2'::regtype = any (proargtypes)")" = 1 ]; }

# run OUTPUT DOCUMENT_TYPE SETS POPULATE POPULATE_SET TO_RECORD TO_RECORDSET
run() {
  psql_ -v doc="$2" -v sets="$3" -v populate="$4" -v populate_set="$5" -v to_record="$6" -v to_recordset="$7" \
    -v database="$database" -v rounds="$rounds" -f changes.sql >"$1.raw" 2>&1
  # what follows from the length of the functions' names, and OIDs, which are new in each run
  sed -E -e '/^LINE [0-9]+: /d' -e '/^ *\^$/d' -e 's/^psql:[^:]*:[0-9]+: //' \
    -e 's/(cache lookup failed for type|type with OID) [0-9]+/\1 N/' "$1.raw" >"$1"
}

# compare FORM: section by section
compare() {
  perl -e '
    my ($form, @files) = @ARGV;
    my (@sections, @order);
    for my $i (0, 1) {
      my $name = "before the first section";
      open my $in, "<", $files[$i] or die "$files[$i]: $!";
      while (<$in>) { if (/^== (.*)$/) { $name = $1; push @order, $name if !$i; next; } push @{ $sections[$i]{$name} }, $_; }
    }
    my ($good, $bad) = (0, 0);
    for my $name ("before the first section", @order) {
      my ($stock, $jbind) = map { $_->{$name} || [] } @sections;
      my $n = 0;
      $n++ while $n < @$stock && $n < @$jbind && $stock->[$n] eq $jbind->[$n];
      if ($n == @$stock && $n == @$jbind) { $good++; next; }
      $bad++;
      print "FAILED  $name ($form), line ", $n + 1, "\n", map({ "      before: $_" } @{$stock}[($n > 2 ? $n - 2 : 0) .. $n - 1]),
        map({ "      stock:  $_" } grep { defined } @{$stock}[$n .. $n + 2]), map({ "      jbind:  $_" } grep { defined } @{$jbind}[$n .. $n + 2]);
    }
    if (!@order || $order[-1] ne "end") { print "FAILED  the stock run did not reach its end ($form)\n"; $bad++; }
    print "$good $bad\n";' "$@"
}

judge() {
  local form=$1 stock=$2 sets=$3 rounds good bad
  # one run of stock serves json and text; the rounds are there to watch jbind
  rounds=10
  [ -e "$work/$stock.$sets" ] ||
    run "$work/$stock.$sets" "$stock" "$sets" "${stock}_populate_record" "${stock}_populate_recordset" "${stock}_to_record" "${stock}_to_recordset"
  rounds=${JBIND_ROUNDS:-2000}
  run "$work/jbind" "$form" "$sets" jbind_populate jbind_populate_recordset jbind_to_record jbind_to_recordset
  compare "$form" "$work/$stock.$sets" "$work/jbind" >"$work/verdict"
  sed '$d' "$work/verdict"
  read -r good bad < <(tail -n 1 "$work/verdict")
  echo "$form: $good sections equal, $bad different"
  passed=$((passed + ${good:-0}))
  failed=$((failed + ${bad:-1}))
}

if create_database && install; then
  has jbind_populate text || fail 'there is no jbind_populate(anyelement, text)'
  for form in json jsonb text; do
    has jbind_populate "$form" || continue
    sets=false
    has jbind_populate_recordset "$form" && has jbind_to_record "$form" && has jbind_to_recordset "$form" && sets=true
    stock=json
    [ "$form" = jsonb ] && stock=jsonb
    judge "$form" "$stock" "$sets"
  done
else
  fail 'no database with jbind in it'
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
