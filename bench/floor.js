// The floor: a bare node:http handler, one prepared statement through pg with pipelining, the stored text passed on.
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
let id = 1_900_000_000;
createServer(async (request, response) => {
  const [, name, a, b] = request.url.split('/');
  const lane = lanes[(turn = (turn + 1) % lanes.length)];
  const statement = statements[name];
  let body;
  if (Array.isArray(statement)) {
    id += 1;
    const run = (one) =>
      lane.query({ name: one.name, text: one.text, values: one.values.map((value) => (value === '$id' ? id : value)) });
    const results = await Promise.all(
      ['begin', ...statement, 'commit'].map((one) => (typeof one === 'string' ? lane.query(one) : run(one))),
    );
    body = results[1].rows[0].printed;
  } else {
    const { rows } = await lane.query({
      ...statement,
      values: statement.values.map((value) => (value === '$a' ? Number(a) : value === '$b' ? Number(b) : value)),
    });
    body = rows[0].doc ?? `{"total":${rows[0].total},"items":[${rows[0].items ?? ''}]}`;
  }
  response.setHeader('content-type', 'application/json');
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
