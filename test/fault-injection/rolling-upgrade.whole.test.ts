/**
 * Two versions at the same time (docs/operating.md, Upgrades): processes of the latest release are replaced one after
 * the other while callers write through both. test/upgrade contains its package without page and reference; it runs
 * with today's dependencies.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { onServer } from '../support/citus.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl, dropDatabase } from '../support/postgres.ts';
import { freePort, PROGRAM, type Running, runProgram, startProgram } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const FOLDER = fileURLToPath(new URL('../upgrade/', import.meta.url));
const numbered = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
const RELEASE =
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.tar.gz'))
    .sort(numbered)
    .at(-1) ?? '';
const CALLERS = 4;
/** Callers work for so long in each state of the upgrade. */
const WORK_MS = 2000;

const name = `rolling_${process.pid}`;
const [server] = inject('nodes');
let folder: string;
let before: string;
let env: Record<string, string>;
let receiver: Receiver;
let token: string;
const processes: Running[] = [];

const command = (program: string, ...args: string[]) => runProgram([...args, '--json'], env, undefined, { program });
const made = async (...args: string[]) => {
  const { stdout, stderr } = await command(before, ...args);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};
/** With the current program; throws the reason of a failure. */
const done = async (...args: string[]): Promise<void> => {
  const { code, stdout, stderr } = await command(PROGRAM, ...args);
  expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, '']);
};
const start = async (program: string): Promise<Running> =>
  startProgram({ ...env, PORT: String(await freePort()) }, { program });

beforeAll(async () => {
  folder = await makeFolder('rolling-upgrade');
  receiver = await startReceiver();
  const release = join(folder, 'release');
  await mkdir(release);
  execFileSync('tar', ['-xzf', join(FOLDER, RELEASE), '-C', release]);
  await symlink(
    fileURLToPath(new URL('../../node_modules', import.meta.url)),
    join(release, 'node_modules'),
    'junction',
  );
  before = join(release, 'bin/broker-crm.js');
  await onServer(server, 'postgres', [`create database ${name}`]);
  env = {
    DATABASE_URL: databaseUrl({ ...server, database: name }),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  await command(before, 'migrate');
  const plan = ['--plan', 'api_requests_per_minute=1000000', '--plan', 'webhook_deliveries_per_minute=1000000'];
  const { org_id: org } = await made('org', 'create', '--name', 'X', '--admin-email', 'a@example.com', ...plan);
  const { webhook_id: id } = await made(
    ...['webhook', 'create', '--org', String(org), '--url', receiver.url('/hook'), '--events', 'customers.insert'],
  );
  await made('webhook', 'test', String(id));
  await made('webhook', 'activate', String(id));
  ({ token } = await made('token', 'create', '--org', String(org), '--name', 'x', '--scopes', 'all'));
  processes.push(await start(before), await start(before));
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.end('SIGTERM')));
  await dropDatabase(name);
  await receiver.stop();
  await rm(folder, { recursive: true, force: true });
});

test('processes are replaced one after the other under load: every call is answered, and nothing is lost', async () => {
  /** Names of customers that were made, by their number, as they were changed last. */
  const written = new Map<number, string>();
  const answers: Record<string, number> = {};
  let turn = 0;
  let keys = 0;
  /** Asks one process after the other; the next one where it is being replaced. */
  const call = async (method: string, path: string, body?: object): Promise<Record<string, number>> => {
    const headers = {
      authorization: `Bearer ${token}`,
      connection: 'close',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(method === 'POST' ? { 'idempotency-key': `call-${(keys += 1)}` } : {}),
    };
    for (let tries = 0; ; tries += 1) {
      const { address = '' } = processes[(turn += 1) % processes.length] ?? {};
      try {
        const answer = await fetch(address + path, {
          method,
          headers,
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await answer.text();
        answers[answer.status] = (answers[answer.status] ?? 0) + 1;
        if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text}`, { cause: 'answer' });
        return text ? JSON.parse(text) : {};
      } catch (error) {
        // The port is closed now.
        if ((error as Error).cause === 'answer' || tries > 50) throw error;
      }
    }
  };
  let going = true;
  const caller = async (): Promise<void> => {
    while (going) {
      const { kid = 0 } = await call('POST', '/v3/customers', { name: `Vorher${keys}` });
      const changed = `Umgezogen${kid}`;
      await call('PATCH', `/v3/customers/${kid}`, { name: changed });
      written.set(kid, changed);
      await call('POST', `/v3/customers/${kid}/addresses`, { strasse: 'Weg 1' });
      await call('POST', '/v3/documents', { kid, base64: Buffer.from(changed).toString('base64') });
      expect((await call('POST', '/v3/search', { query: changed, indices: ['customers'] })).total).toBe(1);
      expect((await call('GET', `/v3/customers/${kid}?with_addresses=true`)).name).toBe(changed);
      const { kid: gone } = await call('POST', '/v3/customers', { name: 'Weg' });
      await call('DELETE', `/v3/customers/${gone}`);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  const replace = async (at: number): Promise<void> => {
    expect(await processes[at]?.end('SIGTERM')).toBe(0);
    processes[at] = await start(PROGRAM);
    await delay(WORK_MS);
  };
  const upgrade = async (): Promise<void> => {
    await delay(WORK_MS);
    await done('migrate');
    await delay(WORK_MS);
    await replace(0);
    await replace(1);
    going = false;
  };
  await Promise.all([callers, upgrade()]);
  console.log(`rolling upgrade from ${RELEASE}: ${JSON.stringify(answers)}`);

  expect(written.size).toBeGreaterThan(20);
  for (const [kid, as] of written) expect((await call('GET', `/v3/customers/${kid}`)).name).toBe(as);
  expect((await call('GET', '/v3/customers?limit=1')).total).toBe(written.size);
  expect((await call('GET', '/v3/documents?limit=1')).total).toBe(written.size);
  const told = () => new Set(receiver.at('/hook').map(({ body }) => JSON.parse(body).payload?.kid as number));
  await until(() => [...written.keys()].every((kid) => told().has(kid)), { what: 'every event' });
  const doctor = await command(PROGRAM, 'doctor');
  expect([doctor.code, JSON.parse(doctor.stdout).ok]).toEqual([0, true]);
  await done('reprint', '--check');
});
