/**
 * A service with continuous backups loses its machine during writes: the restored data is the recorded data, at each
 * of some random moments (RECOVER_MOMENTS; docs/operating.md has the figures of 12).
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupKey } from '../../src/backup/backup-encryption.ts';
import { contentName } from '../../src/backup/object-keys.ts';
import { embeddedConnection } from '../../src/db/embedded/embedded-server.ts';
import { organisationOf } from '../../src/files/object-store.ts';
import { makeFolder } from '../support/folder.ts';
import { runProgram } from '../support/process.ts';
import { lookInto, type Recorded, recordMoment } from '../support/recorded-moments.ts';
import { until } from '../support/until.ts';
import { backedUp, startWatched, type WatchedService } from '../support/watched-service.ts';

const MOMENTS = Number(process.env.RECOVER_MOMENTS ?? 4);
const WRITERS = 3;

let folder: string;
let env: Readonly<Record<string, string>>;
let service: WatchedService;
const place = (): string => join(folder, 'backup');
const run = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  runProgram([...args, '--json'], settings);
const printed = ({ stdout, stderr }: { stdout: string; stderr: string }) => {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(stdout + stderr);
  }
};

beforeAll(async () => {
  folder = await makeFolder('recover');
  service = await startWatched(folder, backedUp(place()));
  ({ env } = service);
}, 120_000);
afterAll(async () => {
  await service.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const ask = async (method: string, path: string, body?: object): Promise<Record<string, number>> => {
  const headers = { 'content-type': 'application/json' };
  const response = await service.ask(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? {} : ((await response.json()) as Record<string, number>);
};

/** Writes customers with files, changes and deletes some, until asked to stop. @returns when they were answered, by number */
const writing = (deletes = 0.3) => {
  let going = true;
  const answered = new Map<number, number>();
  const writer = async (): Promise<void> => {
    while (going) {
      const { kid = 0 } = await ask('POST', '/v3/customers', { name: 'Gesichert', vorname: `${Math.random()}` });
      answered.set(kid, Date.now());
      const base64 = Buffer.from(`${Math.random()}`.repeat(2000)).toString('base64');
      await ask('POST', '/v3/documents', { kid, base64 });
      await ask('PATCH', `/v3/customers/${kid}`, { vorname: `Vorname ${Math.random()}` });
      if (Math.random() < deletes) await ask('DELETE', `/v3/customers/${kid}`);
    }
  };
  const writers = Promise.allSettled(Array.from({ length: WRITERS }, writer));
  const stop = async (): Promise<void> => {
    going = false;
    for (const writer of await writers) if (writer.status === 'rejected') throw writer.reason;
  };
  return { answered, stop };
};

const reached = async (): Promise<number> => {
  const { made_at: at = '' } = JSON.parse(
    await readFile(join(env.DATA_DIR ?? '', 'last-backup.json'), 'utf8').catch(() => '{}'),
  ) as { made_at?: string };
  return Date.parse(at) || 0;
};
const periods = async (): Promise<{ from: string; to: string; copies: string[] }[]> =>
  printed(await run(env, 'backup', 'list')).periods ?? [];

const moments: Recorded[] = [];

test('the service makes backups while it is written to', async () => {
  await until(async () => (await periods()).length === 1, { what: 'the first copy' });
  expect((await runProgram(['backup', 'list'], env)).stdout).toMatch(/ \(1 copy of the whole\)\n$/);
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const { stop } = writing();
    await new Promise((done) => setTimeout(done, 300 + Math.random() * 2500));
    // A later moment is restored from a later copy.
    if (moment === Math.floor(MOMENTS / 2)) {
      const made = await run(env, 'backup');
      expect(made.code, made.stdout + made.stderr).toBe(0);
      expect(printed(made).database.written).toBeLessThan(printed(made).database.bytes);
    }
    await stop();
    moments.push(await recordMoment(env.DATA_DIR ?? ''));
  }
  const last = moments.at(-1)?.at.getTime() ?? 0;
  await until(async () => (await reached()) > last, { what: 'the round behind the last moment' });
  const [period] = await periods();
  expect(period?.copies).toHaveLength(2);
  expect(new Set(moments.map(({ tables }) => JSON.stringify(tables))).size).toBe(MOMENTS);
}, 300_000);

test('a quiet period can be followed by more than one segment of WAL', async () => {
  const quiet = await recordMoment(env.DATA_DIR ?? '');
  moments.push(quiet);
  // Rounds that find nothing move the end of the backup on.
  await until(async () => (await reached()) > quiet.at.getTime() + 2000, { what: 'quiet rounds' });
  const client = new pg.Client(await embeddedConnection(env.DATA_DIR ?? ''));
  await client.connect();
  await client.query(
    'begin; create table much as select md5(n::text) as text from generate_series(1, 500000) n; drop table much; commit',
  );
  await client.end();
  const written = Date.now();
  await until(async () => (await reached()) > written, { what: 'the round behind it' });
}, 120_000);

test('the backup contains every answered write except those of the last seconds before the loss', async () => {
  const { answered, stop } = writing(0);
  const backedUp = (at: number): number[] => [...answered].filter(([, time]) => time < at).map(([kid]) => kid);
  // As many as the test needs, however slow the machine; it dies while more are written.
  await until(async () => backedUp(await reached()).length > 20, { what: 'twenty customers in it' });
  const lost = service.end('SIGKILL');
  const at = Date.now();
  await lost;
  await stop().catch(() => undefined);
  // Its database ends later, and writes until then.
  await rm(env.DATA_DIR ?? '', { recursive: true, maxRetries: 50, retryDelay: 100 });
  const restored = await run(env, 'restore');
  expect(restored.code, restored.stdout + restored.stderr).toBe(0);
  expect(at - Date.parse(printed(restored).at)).toBeLessThan(10_000);
  // The token of the first start is good for the restored service too.
  await service.restart('SIGKILL');
  const before = backedUp(Date.parse(printed(restored).at));
  expect(before.length).toBeGreaterThan(20);
  for (const kid of before) await ask('GET', `/v3/customers/${kid}`);
  expect(printed(await run(env, 'doctor'))).toMatchObject({ ok: true });
}, 180_000);

test('a restore to each moment equals the data recorded then', async () => {
  for (const { at, tables, contents } of moments) {
    const there = { ...env, DATA_DIR: join(folder, `restored-${at.getTime()}`) };
    const restored = await run(there, 'restore', place(), '--at', at.toISOString());
    expect(restored.code, restored.stdout + restored.stderr).toBe(0);
    expect(printed(restored)).toMatchObject({ at: at.toISOString(), missing: [], missing_secrets_keys: [] });
    expect(await lookInto(there.DATA_DIR)).toEqual({ tables, contents });
    await rm(there.DATA_DIR, { recursive: true });
  }
}, 900_000);

test('a restore to a moment that was killed after its database was complete succeeds when repeated', async () => {
  const [first, second] = moments;
  const there = { ...env, DATA_DIR: join(folder, 'killed-at-its-end') };
  const restoring = (moment: Recorded | undefined) => ['restore', place(), '--at', moment?.at.toISOString() ?? ''];
  const kill = new AbortController();
  const killed = runProgram(restoring(first), there, kill.signal);
  await until(() => existsSync(join(there.DATA_DIR, 'postgres', 'PG_VERSION')), { what: 'the database' });
  kill.abort('SIGKILL');
  expect(await killed).toMatchObject({ code: null, stdout: '' });
  expect(printed(await run(there, ...restoring(second))).error.code).toBe('not_empty');
  const ended = await run(there, ...restoring(first));
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  expect(printed(ended)).toMatchObject({ at: first?.at.toISOString(), missing: [], missing_secrets_keys: [] });
  const { tables, contents } = first ?? {};
  expect(await lookInto(there.DATA_DIR)).toEqual({ tables, contents });
  expect(existsSync(join(there.DATA_DIR, 'restoring'))).toBe(false);
  await rm(there.DATA_DIR, { recursive: true });
}, 300_000);

test('verify restores and compares, and finds damage', async () => {
  // Remains of a killed verification are removed; a concurrent one is not disturbed.
  await mkdir(join(env.DATA_DIR ?? '', 'verifying'));
  for (const good of await Promise.all([1, 2].map(() => run(env, 'backup', 'verify')))) {
    expect(good.code, good.stdout + good.stderr).toBe(0);
    expect(printed(good)).toMatchObject({ ok: true, wrong: [] });
    expect(printed(good).rows).toBeGreaterThan(500);
  }
  const left = await readdir(env.DATA_DIR ?? '');
  expect(left.filter((name) => name.includes('verifying'))).toEqual([]);

  // One that a row names: the folder has no other since it was restored.
  const key = backupKey(env.BACKUP_KEY ?? '');
  const stored = await readdir(join(env.DATA_DIR ?? '', 'files'), { recursive: true, encoding: 'utf8' });
  const named = stored.find((name) => /[0-9a-f]{64}$/.test(name)) ?? '';
  const contents = join(place(), `age-${key.id}`);
  const one = contentName(key, organisationOf(named), named);
  const bytes = await readFile(join(contents, one));
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await writeFile(join(contents, one), bytes);
  const damaged = await run(env, 'backup', 'verify');
  expect([damaged.code, printed(damaged).error.code]).toEqual([1, 'backup_damaged']);
  await rm(join(contents, one));
  const missing = await run(env, 'backup', 'verify');
  expect([missing.code, printed(missing).ok, printed(missing).wrong.length]).toEqual([1, false, 1]);
}, 180_000);
