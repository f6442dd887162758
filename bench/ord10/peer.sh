#!/usr/bin/env bash
# DuckDB beside the series "json" of ord10, by duckdb.js; skipped with a line where node or the package @duckdb/node-api is missing.
# Called by bench/run.sh with the rounds, once the series are measured: the database is reached by psql, WORK is a folder. Prints lines
# "series<TAB>engine<TAB>round<TAB>repetitions<TAB>milliseconds", all else goes to stderr.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
rounds=$1
file=$WORK/ord10.ndjson

skip() {
  echo "ord10: $*, so that peer is skipped" >&2
  exit 0
}

# What duckdb.js says about all columns, by PostgreSQL's own functions.
wanted_answer() {
  psql -XqAt -v ON_ERROR_STOP=1 -d bench <<'SQL'
set timezone = 'UTC';
select concat_ws('|', count(*), sum(id), sum(customer_id), sum(length(status)), sum(total), max((extract(epoch from created) * 1000000)::int8), sum(paid::int),
                 sum(rating::numeric(12,2)), max(ref::text), sum(length(note)), sum(day - date '2021-01-01'))
  from ord10_json, json_populate_record(null::ord10, doc);
SQL
}

# Makes the package of a global or the caller's own folder visible to require().
export NODE_PATH=${NODE_PATH:-$(npm root -g 2>/dev/null || true)}
command -v node >/dev/null || skip 'there is no node to run DuckDB'
psql -XqAt -v ON_ERROR_STOP=1 -d bench -c 'select doc from ord10_json' >"$file"
code=0
node "$HERE/duckdb.js" "$file" "$rounds" >"$WORK/duckdb" || code=$?
[ "$code" != 3 ] || skip 'the npm package @duckdb/node-api is not installed'
[ "$code" = 0 ]
answer=$(sed -n 's/^answer\t//p' "$WORK/duckdb")
wanted=$(wanted_answer)
if [ "$answer" != "$wanted" ]; then
  printf 'ord10: DuckDB gives another answer:\n%s\n%s\n' "$answer" "$wanted" >&2
  exit 1
fi
awk -F '\t' '$1 == "sample" { printf "json\tDuckDB\t%s\t1\t%s\n", $2, $3 }' "$WORK/duckdb"
rm -f "$file"
