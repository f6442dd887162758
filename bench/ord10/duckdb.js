// DuckDB reading the same NDJSON into the same ten columns, with one thread.
//
//   node duckdb.js FILE ROUNDS
//
// Prints "answer<TAB>..." with sums over all columns, then a line "sample<TAB>round<TAB>milliseconds" each round. Needs the npm
// package @duckdb/node-api (see NODE_PATH); exits with 3 where it is missing.
'use strict';

const [file, rounds] = [process.argv[2], Number(process.argv[3])];
const columns = "columns={id: 'BIGINT', customer_id: 'INTEGER', status: 'VARCHAR', total: 'DECIMAL(12,2)', created: 'TIMESTAMPTZ', " +
  "paid: 'BOOLEAN', rating: 'DOUBLE', ref: 'UUID', note: 'VARCHAR', day: 'DATE'}";
const source = `read_json('${file.replace(/'/g, "''")}', format='newline_delimited', ${columns})`;
const names = ['id', 'customer_id', 'status', 'total', 'created', 'paid', 'rating', 'ref', 'note', 'day'];

async function main() {
  let duckdb;
  try {
    duckdb = require('@duckdb/node-api');
  } catch {
    process.exit(3);
  }
  const instance = await duckdb.DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run("set timezone = 'UTC'");
  const answer = await connection.runAndReadAll(
    `select count(*), sum(id), sum(customer_id), sum(length(status)), sum(total), max(epoch_us(created)), sum(paid::int),
            sum(rating::decimal(12,2)), max(ref)::varchar, sum(length(note)), sum(day - date '2021-01-01') from ${source}`);
  console.log('answer\t' + answer.getRows()[0].map(String).join('|'));
  for (let round = 1; round <= rounds; round++) {
    const began = process.hrtime.bigint();
    await connection.runAndReadAll(`select ${names.map((name) => `count(${name})`)} from ${source}`);
    console.log(`sample\t${round}\t${Number(process.hrtime.bigint() - began) / 1e6}`);
  }
}

main().catch((error) => {
  console.error(String(error));
  process.exit(1);
});
