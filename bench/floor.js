// The floor: a bare node:http handler, prepared statements through pg with pipelining, the stored text passed on.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const { statements, connection } = JSON.parse(process.env.FLOOR);
const lanes = await Promise.all(
  Array.from({ length: 4 }, async () => {
    const client = new pg.Client({ ...connection, pipeline: true });
    await client.connect();
    return client;
  }),
);
let turn = 0;
const nextLane = () => lanes[(turn = (turn + 1) % lanes.length)];
let id = 1_900_000_000;

/** One transaction; marks `$0` to `$9` are ids of its own. */
const transact = (queries) => {
  const lane = nextLane();
  id += 10;
  const base = id;
  const filled = (value) => (typeof value === 'string' && /^\$\d$/.test(value) ? base + Number(value[1]) : value);
  const run = ({ name, text, values }) => lane.query({ name, text, values: values.map(filled) });
  return Promise.all([lane.query('begin'), ...queries.map(run), lane.query('commit')]);
};

const idle = [];
const takers = [];
for (let i = 0; i < 16; i += 1) {
  const client = new pg.Client({ ...connection, pipeline: true });
  await client.connect();
  idle.push(client);
}

/** One transaction of several trips, on a connection of its own; `$0` is the number, the word another one each time. */
const travel = async (trips, number, word) => {
  const client = idle.pop() ?? (await new Promise((take) => takers.push(take)));
  const own = randomBytes(4).toString('hex');
  const filled = (value) => {
    if (Array.isArray(value)) return value.map(filled);
    if (value === '$0') return number;
    return typeof value === 'string' && value.includes(word) ? value.replaceAll(word, own) : value;
  };
  const run = ({ name, text, values }) => client.query({ name, text, values: values.map(filled) });
  for (const [i, queries] of trips.entries()) {
    await Promise.all([
      ...(i === 0 ? [client.query('begin')] : []),
      ...queries.map(run),
      ...(i === trips.length - 1 ? [client.query('commit')] : []),
    ]);
  }
  const next = takers.shift();
  if (next) next(client);
  else idle.push(client);
};

createServer(async (request, response) => {
  const [, name, number] = request.url.split('/');
  const { queries, times = 1, trips, word, statement } = statements[name];
  let body;
  if (queries) {
    await Promise.all(Array.from({ length: times }, () => transact(queries)));
    // The text of the record is the last value of its INSERT.
    body = `[${Array.from({ length: times }, () => queries[0].values.at(-1)).join(',')}]`;
  } else if (trips) {
    await travel(trips, Number(number), word);
    body = '{"success":true}';
  } else {
    const values = statement.values.map((value) => (value === '$number' ? Number(number) : value));
    const { rows } = await nextLane().query({ ...statement, values });
    body = rows[0].doc ?? `{"total":${rows[0].total},"items":[${rows[0].items ?? ''}]}`;
  }
  response.setHeader('content-type', 'application/json');
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
