/** Failures of a running backup: the service continues and reports them (docs/operating.md, Problems). */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupKey } from '../../src/backup/backup-encryption.ts';
import { openEncryptedStore } from '../../src/backup/encrypted-store.ts';
import { createFolderRepository } from '../../src/backup/folder-repository.ts';
import { basesIn } from '../../src/backup/object-keys.ts';
import { prune } from '../../src/backup/prune-backups.ts';
import { GAP } from '../../src/cli/serve/backup-scheduler.ts';
import { embeddedConnection } from '../../src/db/embedded/embedded-server.ts';
import { newKey } from '../../src/db/encryption/key-ring.ts';
import { reachedAt, startBucket } from '../support/bucket.ts';
import { makeFolder } from '../support/folder.ts';
import { runProgram } from '../support/process.ts';
import { lookInto } from '../support/recorded-moments.ts';
import { until } from '../support/until.ts';
import { backedUp, startWatched, type WatchedService } from '../support/watched-service.ts';

let folder: string;
let service: WatchedService;
let env: Readonly<Record<string, string>>;
const run = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  runProgram([...args, '--json'], settings);
const place = (): string => join(folder, 'backup');
const create = (): Promise<number> => service.create();
const metric = (name: string): Promise<number> => service.numberOf(name);
const stderr = (): string => service.running.output.stderr;

/** A file where copies of the whole need a folder. */
let inTheWay: string;

beforeAll(async () => {
  folder = await makeFolder('trouble');
  const settings = backedUp(place());
  inTheWay = join(place(), `age-${backupKey(settings.BACKUP_KEY ?? '').id}`, 'blocks');
  await mkdir(dirname(inTheWay), { recursive: true });
  await writeFile(inTheWay, '');
  service = await startWatched(folder, { ...settings, BACKUP_LOG_MB: '64' });
  ({ env } = service);
}, 120_000);
afterAll(async () => {
  await service.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const doctor = async (): Promise<{ ok: boolean; detail: string }> => {
  const { stdout } = await run(env, 'doctor');
  return JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'backup');
};
/** At once or after the next round, because a round may have begun before the change. */
const doctorIsContent = (): Promise<void> =>
  until(async () => (await doctor()).ok, { what: 'a doctor who finds nothing' });
const copies = async (): Promise<number> => {
  const { stdout } = await run(env, 'backup', 'list');
  return (JSON.parse(stdout).periods ?? []).flatMap((period: { copies: string[] }) => period.copies).length;
};

test('a backup without a complete copy is reported as none, however much of its log is stored', async () => {
  await until(() => stderr().includes('A copy of the whole database could not be made'), { what: 'the log' });
  const pieces = async (): Promise<number> =>
    (await readdir(place(), { recursive: true })).filter((name) => name.includes(`${sep}wal${sep}`)).length;
  const before = await pieces();
  expect(await create()).toBe(201);
  await until(async () => (await pieces()) > before + 1, { what: 'rounds of the log' });
  expect(await metric('broker_crm_backup_timestamp_seconds')).toBeNaN();
  expect(await doctor()).toMatchObject({ ok: false, detail: expect.stringContaining('has not gone on since') });
  await rm(inTheWay);
  await until(async () => !Number.isNaN(await metric('broker_crm_backup_timestamp_seconds')), {
    what: 'the first copy, told',
  });
  expect(await copies()).toBe(1);
  await doctorIsContent();
}, 120_000);

test('the service continues without its backup target and reports it; the backup continues when the target is back', async () => {
  const before = await metric('broker_crm_backup_timestamp_seconds');
  await rename(place(), `${place()}.away`);
  // A file, so that the folder cannot be created.
  await writeFile(place(), 'in the way');
  await until(() => stderr().includes('The backup cannot be written'), { what: 'the line of the log' });
  for (let i = 0; i < 5; i += 1) expect(await create()).toBe(201);
  await until(async () => (await metric('broker_crm_backup_log_waiting_bytes')) > 1000, { what: 'the metric' });
  const stuck = await metric('broker_crm_backup_timestamp_seconds');
  expect(stuck).toBeGreaterThanOrEqual(before);
  expect(await doctor()).toMatchObject({ ok: false, detail: expect.stringContaining('has not gone on since') });
  expect(await metric('broker_crm_backup_timestamp_seconds')).toBe(stuck);
  await rm(place());
  await rename(`${place()}.away`, place());
  await until(() => stderr().includes('The backup continues'), { what: 'the line that it is over' });
  await until(async () => (await metric('broker_crm_backup_timestamp_seconds')) > stuck, { what: 'the metric' });
  await doctorIsContent();
}, 120_000);

test('an emptied target is not treated as a new one', async () => {
  const said = stderr().length;
  await rename(place(), `${place()}.away`);
  await until(() => stderr().slice(said).includes('is its disk mounted'), { what: 'the line of the log' });
  expect(existsSync(join(place(), 'writer.json'))).toBe(false);
  expect(await create()).toBe(201);
  await rm(place(), { recursive: true, force: true });
  await rename(`${place()}.away`, place());
  await until(() => stderr().slice(said).includes('The backup continues'), {
    what: 'the line that it is over',
  });
}, 60_000);

test('the waiting log is bounded: after a gap a new history begins automatically, and both are reported', async () => {
  const said = stderr().length;
  const before = await copies();
  await rename(place(), `${place()}.away`);
  await writeFile(place(), 'in the way');
  await until(() => stderr().slice(said).includes('cannot be written'), { what: 'the line of the log' });
  const client = new pg.Client(await embeddedConnection(env.DATA_DIR ?? ''));
  await client.connect();
  // More than compresses to 64 MB.
  const hashes = "select string_agg(md5(random()::text), '') from generate_series(1, 30000)";
  for (let mb = 0; mb < 160; mb += 1) await client.query(`select pg_logical_emit_message(true, 'test', (${hashes}))`);
  await client.end();
  // The waiting log was dropped.
  await until(async () => (await metric('broker_crm_backup_log_waiting_bytes')) < 64_000_000, { what: 'the metric' });
  expect(await doctor()).toMatchObject({ ok: false, detail: expect.stringContaining('has not gone on since') });
  expect(await create()).toBe(201);
  await rm(place());
  await rename(`${place()}.away`, place());
  const gap = () => service.lines(GAP);
  await until(() => gap().length > 0, { what: 'the line of the log' });
  await until(async () => (await copies()) > before, { what: 'the new copy' });
  expect(gap()).toMatchObject([{ bound: '64 MB' }]);
  await doctorIsContent();
  const verified = await run(env, 'backup', 'verify');
  expect(verified.code, verified.stdout + verified.stderr).toBe(0);
}, 240_000);

test('after a kill of the service the backup continues its history', async () => {
  const before = await copies();
  await service.restart('SIGKILL');
  expect(await create()).toBe(201);
  const written = Date.now() / 1000;
  await until(async () => (await metric('broker_crm_backup_timestamp_seconds')) > written, { what: 'the next round' });
  // No new copy: history has no gap.
  expect(await copies()).toBe(before);
  await service.expectKept();
}, 120_000);

test('no output contains a secret', () => {
  const said = service.running.output.stdout + stderr();
  expect(said).not.toContain(env.BACKUP_KEY);
  expect(stderr()).not.toContain(service.token);
});

test('another DATA_DIR cannot write to the target', async () => {
  const other = { ...env, DATA_DIR: join(folder, 'other') };
  const { code, stdout } = await run(other, 'backup');
  expect([code, JSON.parse(stdout).error]).toMatchObject([
    1,
    { code: 'backup_target', message: expect.stringContaining(`DATA_DIR ${env.DATA_DIR}`) },
  ]);
}, 60_000);

test.each<readonly [string, readonly string[], Record<string, string>, string, string]>([
  ['no key', ['backup', '--to', 'x'], { BACKUP_KEY: '' }, 'backup_key_missing', 'openssl rand'],
  ['a target in DATA_DIR', ['backup', '--to', 'DATA/backup'], {}, 'backup_target', 'lies in DATA_DIR'],
  ['DATA_DIR itself', ['backup', '--to', 'DATA'], {}, 'backup_target', 'lies in DATA_DIR'],
  ['neither folder nor bucket', ['backup', '--to', 'ftp://x/y'], {}, 'backup_target', 's3://bucket/path'],
  ['another key', ['backup', 'list'], { BACKUP_KEY: newKey() }, 'no_backup', 'BACKUP_KEY holds'],
  ['another key to restore', ['restore'], { BACKUP_KEY: newKey(), DATA_DIR: 'NEW' }, 'no_backup', 'is encrypted with'],
  ['a moment before the first', ['restore', '--at', '2020-01-01'], { DATA_DIR: 'NEW' }, 'no_backup', 'any moment from'],
  ['a moment in the future', ['restore', '--at', '2099-01-01'], { DATA_DIR: 'NEW' }, 'no_backup', 'any moment from'],
  ['a restore over a database', ['restore'], {}, 'busy', 'stop it first'],
  ['a server of your own', ['backup', '--to', 'x'], { DATABASE_URL: 'postgres://x/y' }, 'not_embedded', 'DATABASE_URL'],
])('%s is refused', async (_, args, settings, code, message) => {
  const full = { ...env, ...settings };
  if (full.DATA_DIR === 'NEW') full.DATA_DIR = join(folder, 'new');
  const words = args.map((word) => word.replace('DATA', env.DATA_DIR ?? ''));
  const { code: exit, stdout } = await run(full, ...words);
  expect([exit, JSON.parse(stdout).error]).toMatchObject([1, { code, message: expect.stringContaining(message) }]);
  expect(existsSync(join(folder, 'new', 'postgres', 'PG_VERSION'))).toBe(false);
});

test('killed copies and restores leave nothing incomplete, and the next ones succeed', async () => {
  await service.end();
  const before = await copies();
  for (const ms of [300, 900, 1500, 2100]) await runProgram(['backup'], env, AbortSignal.timeout(ms));
  expect(await copies()).toBeGreaterThanOrEqual(before);
  const made = await run(env, 'backup');
  expect(made.code, made.stdout + made.stderr).toBe(0);
  expect((await run(env, 'backup', 'verify')).code).toBe(0);
  const there = { ...env, DATA_DIR: join(folder, 'there') };
  const at = JSON.parse(made.stdout).made_at;
  let empty = 0;
  let unfinished: string | undefined;
  for (const ms of [500, 1000, 1500, 2000, 2500]) {
    const { code } = await runProgram(['restore', '--at', at], there, AbortSignal.timeout(ms));
    // The database appears by one rename at the end: if it exists it is complete, as the comparison below shows.
    if (code === 0 || existsSync(join(there.DATA_DIR, 'postgres', 'PG_VERSION'))) break;
    empty += 1;
    if (existsSync(join(there.DATA_DIR, 'restoring'))) unfinished = there.DATA_DIR;
  }
  expect(empty, 'killed before anything of it was there').toBeGreaterThan(0);
  if (unfinished && !existsSync(join(unfinished, 'postgres', 'PG_VERSION')))
    expect(await run(there, 'doctor')).toMatchObject({ code: 1, stdout: expect.stringContaining('has not ended') });
  const restored = await run(there, 'restore', '--at', at);
  // One of those above may have come to its end.
  if (restored.code) expect(JSON.parse(restored.stdout).error.code).toBe('not_empty');
  expect(await readdir(there.DATA_DIR)).not.toContain('restoring');
  expect((await lookInto(there.DATA_DIR)).tables).toEqual((await lookInto(env.DATA_DIR ?? '')).tables);
}, 180_000);

test('files that no restore point needs are removed, and the others can be restored', async () => {
  const count = async () =>
    (await readdir(place(), { recursive: true })).filter((name) => name.includes('blocks')).length;
  const [many, blocks] = [await copies(), await count()];
  expect(many).toBeGreaterThan(1);
  const repository = createFolderRepository(place());
  const vault = openEncryptedStore(repository, backupKey(env.BACKUP_KEY ?? ''));
  const { bases } = await basesIn(vault);
  // Days have passed in which nothing was written.
  await prune(vault, repository, bases.at(-1)?.line ?? '', Date.now());
  expect(await copies()).toBe(1);
  expect(await count()).toBeLessThan(blocks);
  const verified = await run(env, 'backup', 'verify');
  expect(verified.code, verified.stdout + verified.stderr).toBe(0);
}, 60_000);

test('a bucket as target: each copy uploads only changes', async () => {
  const { endpoint, close } = await startBucket(folder, 'backups');
  const bucket = { ...env, BACKUP_TO: 's3://backups/crm', ...reachedAt(endpoint, 'BACKUP_') };
  try {
    const first = await run(bucket, 'backup');
    expect(first.code, first.stdout + first.stderr).toBe(0);
    const second = await run(bucket, 'backup');
    expect(JSON.parse(second.stdout).database.written).toBeLessThan(JSON.parse(first.stdout).database.written / 2);
    const verified = await run(bucket, 'backup', 'verify');
    expect(verified.code, verified.stdout + verified.stderr).toBe(0);
    const restored = await run({ ...bucket, DATA_DIR: join(folder, 'from-bucket') }, 'restore');
    expect(restored.code, restored.stdout + restored.stderr).toBe(0);
    const wrong = await run({ ...bucket, BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' }, 'backup', 'list');
    expect(wrong.code).toBe(1);
  } finally {
    await close();
  }
}, 180_000);
