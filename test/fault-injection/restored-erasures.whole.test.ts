/** A restore to a moment before an erasure: the customer is erased again before the first answer (docs/privacy.md). */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/embedded-server.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, runProgram, startProgram } from '../support/process.ts';
import { until } from '../support/until.ts';
import { backedUp, startWatched, type WatchedService } from '../support/watched-service.ts';

const CANARY = 'Kanarienvogelstrasse';

let folder: string;
let service: WatchedService;
let kid: number;
let before: string;
const place = (): string => join(folder, 'backup');
const ledger = (): string => join(folder, 'ledger.json');

const run = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
  const { code, stdout, stderr } = await runProgram([...args, '--json'], env);
  expect(code, stdout + stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
};
const reached = async (): Promise<number> => {
  const status = await readFile(join(service.env.DATA_DIR ?? '', 'last-backup.json'), 'utf8').catch(() => '{}');
  return Date.parse((JSON.parse(status) as { made_at?: string }).made_at ?? '') || 0;
};
const post = async (path: string, body: object): Promise<Record<string, number>> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await service.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Record<string, number>;
};

/** Tables with a row that holds the canary. */
const tablesWith = async (dataDir: string): Promise<string[]> => {
  const client = new pg.Client(await embeddedConnection(dataDir));
  await client.connect();
  const names = `select format('%I', relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const found: string[] = [];
  for (const { name } of (await client.query(names)).rows) {
    const { rowCount } = await client.query(`select 1 from ${name} t where t::text ilike '%${CANARY}%' limit 1`);
    if (rowCount) found.push(name);
  }
  await client.end();
  return found;
};
/** Files whose content holds it. */
const filesWith = async (dataDir: string): Promise<string[]> => {
  const files = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name);
    if ((await readFile(path)).includes(CANARY)) found.push(path);
  }
  return found;
};

beforeAll(async () => {
  folder = await makeFolder('restored-erasures');
  service = await startWatched(folder, backedUp(place()));
  await until(async () => (await reached()) > 0, { what: 'the first copy', within: 120_000 });
  ({ kid = 0 } = await post('/v3/customers', { name: CANARY }));
  await post(`/v3/customers/${kid}/addresses`, { strasse: CANARY });
  await post('/v3/documents', { kid, name: `${CANARY}.txt`, base64: Buffer.from(CANARY).toString('base64') });
  const written = Date.now();
  await until(async () => (await reached()) > written + 1000, { what: 'the round behind the records' });
  before = new Date(written + 500).toISOString();
  await run(service.env, 'privacy', 'erase', '1', String(kid), '--confirm', String(kid), '--reason', 'Antrag');
  const { DATA_DIR = '' } = service.env;
  await until(async () => !(await tablesWith(DATA_DIR)).length, { what: 'the erasure' });
  expect(await filesWith(DATA_DIR)).toEqual([]);
  const erased = Date.now();
  await until(async () => (await reached()) > erased, { what: 'the round behind the erasure' });
  await run(service.env, 'privacy', 'ledger', 'export', '--out', ledger());
}, 180_000);
afterAll(async () => {
  await service.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Restores the moment before the erasure. */
const restored = async (name: string): Promise<Record<string, string>> => {
  const env = { ...service.env, DATA_DIR: join(folder, name), BACKUP_TO: '', PORT: String(await freePort()) };
  await run(env, 'restore', place(), '--at', before);
  return env;
};
const statusOf = async (address: string): Promise<number> =>
  (await fetch(`${address}/v3/customers/${kid}`, { headers: { authorization: `Bearer ${service.token}` } })).status;

test('the service erases the customer before it listens, and later starts have nothing to do', async () => {
  const { METRICS_PORT: _, ...env } = await restored('again');
  const lost = join(env.DATA_DIR ?? '', 'lost-erasures.json');
  expect(JSON.parse(await readFile(lost, 'utf8'))).toMatchObject([{ orgId: 1, kid, reason: 'Antrag' }]);
  expect((await stat(lost)).mode & 0o777).toBe(0o600);
  const first = await startProgram(env);
  expect(await statusOf(first.address)).toBe(404);
  expect(existsSync(lost)).toBe(false);
  expect(await tablesWith(env.DATA_DIR ?? '')).toEqual([]);
  expect(await filesWith(env.DATA_DIR ?? '')).toEqual([]);
  expect(first.output.stderr).toContain('"Erasures later than the restored database were carried out again"');
  await first.end('SIGTERM');
  const second = await startProgram(env);
  expect(await statusOf(second.address)).toBe(404);
  await second.end('SIGTERM');
}, 120_000);

test('a ledger file does the same for a server of your own; erasures before the moment are skipped', async () => {
  const env = await restored('by-command');
  await rm(join(env.DATA_DIR ?? '', 'lost-erasures.json'));
  const apply = (after: string) => run(env, 'privacy', 'ledger', 'apply', ledger(), '--after', after);
  expect(await apply('2090-01-01T00:00:00Z')).toEqual({ erasures: 0 });
  expect(await apply(before)).toEqual({ erasures: 1 });
  const service = await startProgram({ ...env, METRICS_PORT: '' });
  expect(await statusOf(service.address)).toBe(404);
  expect(await tablesWith(env.DATA_DIR ?? '')).toEqual([]);
  await service.end('SIGTERM');
  expect(await apply(before)).toEqual({ erasures: 0 });
}, 120_000);
