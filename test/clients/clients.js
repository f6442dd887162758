// Real clients on a server with jbind: the same statements by two roles, of which one has jbind.accelerate_stock on.
//
// Each statement is a way of inserting many rows that its client documents. It must give the same rows and the same errors
// to both roles, jbind's counters must show that only one role's calls were replaced, and the time from the client's call
// to its answer is measured: building the document, the connection, planning, binding, writing the rows.
//   PGHOST, PGPORT   a socket's folder and port
//   DATABASE, ROWS, ROUNDS
import pg from 'pg';
import { createPool, sql } from 'slonik';

const host = process.env.PGHOST;
const port = Number(process.env.PGPORT);
const database = process.env.DATABASE;
const rows = Number(process.env.ROWS ?? 20000);
const rounds = Number(process.env.ROUNDS ?? 7);
const roles = { stock: 'app_stock', jbind: 'app_jbind' };

let passed = 0;
let failed = 0;

function check(name, good, detail = '') {
  if (good) passed++;
  else {
    failed++;
    console.log(`FAILED  ${name} ${detail}`);
  }
}

function makeRows(count) {
  const items = [];
  for (let id = 1; id <= count; id++)
    items.push({
      id,
      sku: `SKU-${id % 977}-${id}`,
      title: id % 10 ? `Item number ${id}` : `Größe "${id}"\n№ ${id}`,
      price: `${id % 1000}.${String(id % 100).padStart(2, '0')}`,
      quantity: id % 50,
      weight: id / 8,
      active: id % 3 === 0,
      created: new Date(1.7e12 + id * 1000).toISOString(),
      tags: id % 4 ? [`t${id % 7}`, 'all'] : null,
      attributes: { colour: 'red', size: id % 9 },
    });
  return items;
}

const columns =
  'id int8, sku text, title text, price numeric(12,2), quantity int4, weight float8, active bool, created timestamptz, tags text[], attributes jsonb';

// --- the clients: open(role) gives what runs a statement with rows, plain queries, and the end -----------------------------

function pgClient(statement, name) {
  return async (role) => {
    const client = new pg.Client({ host, port, database, user: role });
    await client.connect();
    return {
      run: (items) => client.query({ text: statement, values: [JSON.stringify(items)], name }),
      one: async (query) => Object.values((await client.query(query.sql)).rows[0])[0],
      close: () => client.end(),
    };
  };
}

// slonik: one connection, so that the counters are of the session that did the work
async function slonikClient(role) {
  const pool = await createPool(`postgresql://${role}@${encodeURIComponent(host)}:${port}/${database}`, {
    maximumPoolSize: 1,
    idleTimeout: 'DISABLE_TIMEOUT',
    queryRetryLimit: 0,
    captureStackTrace: false,
  });
  return {
    run: (items) =>
      pool.query(sql.unsafe`
        INSERT INTO item
        SELECT *
        FROM jsonb_to_recordset(${sql.jsonb(items)}) AS t(id int8, sku text, title text, price numeric(12,2),
          quantity int4, weight float8, active bool, created timestamptz, tags text[], attributes jsonb)`),
    one: (query) => pool.oneFirst(query),
    close: () => pool.end(),
  };
}

const subjects = {
  'slonik, insert from jsonb_to_recordset': slonikClient,
  'pg, insert from json_populate_recordset': pgClient('INSERT INTO item SELECT * FROM json_populate_recordset(null::item, $1)'),
  'pg, the same prepared': pgClient('INSERT INTO item SELECT * FROM json_populate_recordset(null::item, $1)', 'insert_items'),
  'pg, insert from json_to_recordset': pgClient(`INSERT INTO item SELECT * FROM json_to_recordset($1) AS t(${columns})`),
  'pg, rows counted only': pgClient('SELECT count(r) FROM json_populate_recordset(null::item, $1) r'),
};

// --- what is asked of each -------------------------------------------------------------------------------------------------

const empty = sql.unsafe`SELECT empty_item()`;
const fingerprint = sql.unsafe`SELECT concat(count(*), ' ', md5(string_agg(item::text, ',' ORDER BY id))) FROM item`;
const bound = sql.unsafe`SELECT coalesce(sum(documents), 0)::int FROM jbind_codecs()`;

async function errorOf(session, items) {
  try {
    await session.run(items);
    return 'no error';
  } catch (error) {
    const cause = error.cause ?? error;
    return [cause.code, cause.message, cause.detail].join(' | ');
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(sessions, items) {
  const times = { stock: [], jbind: [] };
  for (let round = 0; round < rounds; round++)
    for (const engine of round % 2 ? ['jbind', 'stock'] : ['stock', 'jbind']) {
      await sessions[engine].one(empty);
      const began = process.hrtime.bigint();
      await sessions[engine].run(items);
      times[engine].push(Number(process.hrtime.bigint() - began) / 1e6);
    }
  return times;
}

async function judge(name, open, items) {
  const sessions = { stock: await open(roles.stock), jbind: await open(roles.jbind) };
  const results = {};
  for (const engine of ['stock', 'jbind']) {
    const session = sessions[engine];
    await session.one(empty);
    await session.run(items);
    results[engine] = await session.one(fingerprint);
  }
  check(`${name}: same rows`, results.stock === results.jbind, `${results.stock} and ${results.jbind}`);
  if (name.includes('insert')) check(`${name}: all rows`, results.stock.startsWith(`${items.length} `), results.stock);
  for (const bad of [[{ id: 'x' }], [{ id: 1, price: '1e20' }], [1], { id: 1 }, [{ id: 1, created: 'soon' }]]) {
    const errors = [await errorOf(sessions.stock, bad), await errorOf(sessions.jbind, bad)];
    check(`${name}: same error`, errors[0] === errors[1] && errors[0] !== 'no error', errors.join(' / '));
  }
  const times = await measure(sessions, items);
  check(`${name}: stock is stock`, (await sessions.stock.one(bound)) === 0);
  // TRUNCATE makes a row type new, and its counters with it: the last run's are there
  check(`${name}: calls were replaced`, (await sessions.jbind.one(bound)) >= items.length);
  const [stock, jbind] = [times.stock, times.jbind].map((t) => ({ minimum: Math.min(...t), median: median(t) }));
  console.log(
    `${name}: ${items.length} rows, stock ${stock.minimum.toFixed(1)} ms (median ${stock.median.toFixed(1)}), ` +
      `jbind ${jbind.minimum.toFixed(1)} ms (${jbind.median.toFixed(1)}): ${(stock.minimum / jbind.minimum).toFixed(2)} times`,
  );
  await sessions.stock.close();
  await sessions.jbind.close();
}

const items = makeRows(rows);
for (const [name, open] of Object.entries(subjects)) await judge(name, open, items);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
