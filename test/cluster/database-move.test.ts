/** From the embedded database to a cluster that the command makes of an empty database (docs/decisions/0045). */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import { startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { joinNodes, onServer } from '../support/citus.ts';
import { contentOf } from '../support/content-of.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl, dropDatabase } from '../support/postgres.ts';
import { freePort, runProgram, startProgram } from '../support/process.ts';
import { fillEachTable } from '../support/row-of-each-table.ts';

const nodes = inject('nodes');
const target = { ...nodes[0], database: `moved_${randomBytes(6).toString('hex')}` };
let folder: string;
let source: string;
let token: string;
/** Contents of the embedded database. */
let held: Awaited<ReturnType<typeof contentOf>>;

beforeAll(async () => {
  folder = await makeFolder('move');
  source = join(folder, 'data');
  const first = await startProgram({ DATA_DIR: source, PORT: String(await freePort()), LOG_LEVEL: 'error' });
  token = /Bearer (\S+?)['"]/.exec(first.output.stdout)?.[1] ?? '';
  await first.end('SIGTERM');
  const server = await startEmbedded({ dataDir: source, durable: false });
  const db = connect({ connection: server.connection, lanes: 1, writers: 1, longReaders: 1 });
  try {
    await fillEachTable(db, 1);
    held = await contentOf(server.connection);
  } finally {
    await db.close();
    await server.stop();
  }
  for (const node of nodes) await onServer(node, 'postgres', [`create database ${target.database}`]);
  await joinNodes(nodes, target.database);
}, 300_000);
afterAll(async () => {
  await dropDatabase(target.database);
  await rm(folder, { recursive: true, force: true });
});

test('all rows are on the nodes of their organisations, and the service continues there', async () => {
  const settings = { DATA_DIR: source, DATABASE_URL: databaseUrl(target), SECRETS_KEY: '' };
  const { user } = inject('service');
  const { code, stdout, stderr } = await runProgram(
    ['database', 'move', '--grant-to', String(user), '--json'],
    settings,
  );
  expect(code, stdout + stderr).toBe(0);
  expect(await contentOf(target)).toEqual(held);
  const [spread] = await onServer(target, target.database, [
    "select from citus_tables where citus_table_type = 'distributed' and table_name in ('contact'::regclass, 'contract'::regclass)",
  ]);
  expect(spread?.rowCount).toBe(2);

  const asService = { ...settings, DATABASE_URL: databaseUrl({ ...target, ...inject('service') }) };
  const running = await startProgram({ ...asService, PORT: String(await freePort()), LOG_LEVEL: 'error' });
  try {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' };
    const list = await fetch(`${running.address}/v3/customers`, { headers });
    expect(list.status, await list.text()).toBe(200);
    const body = JSON.stringify({ name: 'Danach' });
    const made = await fetch(`${running.address}/v3/customers`, { method: 'POST', headers, body });
    expect(made.status, await made.text()).toBe(201);
  } finally {
    await running.end('SIGTERM');
  }
});
