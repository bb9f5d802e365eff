/** The embedded server's log during writes: bounded, with its latest lines. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { makeFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const BYTES = 200_000;
/** Lines written before the next check of the log. */
const LINES = 500;

let dataDir: string;
let server: EmbeddedServer;

beforeAll(async () => {
  dataDir = await makeFolder('server-log');
  server = await startEmbedded({ dataDir, durable: false, logBounds: { bytes: BYTES, everyMs: 50 } });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const log = (): string => join(dataDir, 'postgres.log');
const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

const warn = async (round: number): Promise<void> => {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(`do $$ begin for i in 1..${LINES} loop
    raise warning 'round ${round}, line %, %', i, repeat('x', 1000); end loop; end $$`);
  await client.end();
};

test('the log is rotated while the server writes, and the rotated file is removed', async () => {
  for (let round = 1; round <= 4; round += 1) {
    await warn(round);
    await until(async () => (await sizeOf(log())) <= BYTES);
    // The end of a rotated log is in one of the two files, at any moment of the rotation.
    const kept = () => Promise.all([`${log()}.1`, log()].map((path) => readFile(path, 'utf8')));
    // A line that the server writes in the very moment in which its log is emptied may be lost.
    const last = new RegExp(`round ${round}, line (?:${LINES}|${LINES - 1}|${LINES - 2}),`);
    await until(async () => last.test((await kept()).join('')));
    await until(async () => (await sizeOf(`${log()}.1`)) <= BYTES);
  }
  const files = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres.log')).sort();
  await expect.poll(files).toEqual(['postgres.log', 'postgres.log.1']);
  // The server appends at the new end, not at the old offset.
  const before = await sizeOf(log());
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query("do $$ begin raise warning 'the last'; end $$");
  await client.end();
  const text = await readFile(log(), 'utf8');
  expect(text).toContain('the last');
  expect(text).not.toContain('\0');
  expect(text.length - before).toBeLessThan(2000);
});
