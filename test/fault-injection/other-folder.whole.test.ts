/** Services on one database with different file folders: reported at the start, at run time, and by `doctor`. */
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStorageCheck } from '../../src/cli/serve/storage-check-job.ts';
import { readConfig } from '../../src/config/config.ts';
import { folderOf, openStores } from '../../src/files/open-stores.ts';
import { recordStorage, warnForeignStorage } from '../../src/operations/documents/storage-identity.ts';
import { sql } from '../../src/sql/sql.ts';
import { commandOn } from '../support/command.ts';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { runProgram, startProgram } from '../support/process.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const TOLD = 'Documents lie in another folder';

let folder: string;
let service: TestService;
let client: Client;

const dir = (name: string): string => join(folder, name);
const envOf = (name: string) => ({
  DATABASE_URL: databaseUrl(service.connection),
  DATA_DIR: dir(name),
  PORT: '0',
  LOG_LEVEL: 'error',
});
const known = async (): Promise<string | undefined> =>
  (await service.db.read<{ id: string }>(sql`select id from file_folder`))[0]?.id;
/** The service stores into the folder `a`. */
const upload = async (text: string): Promise<string> => {
  const base64 = Buffer.from(text).toString('base64');
  return (await client.post('/v3/documents', { name: 'a.txt', base64 })).body.url;
};

/** The finding of one check of a folder. */
const look = async (name: string, env: Record<string, string> = {}): Promise<string | null> => {
  const config = readConfig({ DATA_DIR: dir(name), ...env });
  const files = openStores(config);
  try {
    const elsewhere = await recordStorage(service.asService, { root: folderOf(config), files });
    return elsewhere && warnForeignStorage(elsewhere, folderOf(config));
  } finally {
    await files.close();
  }
};
const finding = async (name: string) => {
  const ran = await commandOn(envOf(name))('doctor');
  return ran.json.findings.find(({ check }: { check: string }) => check === 'contents');
};

beforeAll(async () => {
  folder = await makeFolder('other-folder');
  service = await startTestService({ env: { DATA_DIR: dir('a') } });
  client = await (await service.organisation()).client();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test('without a document any folder is accepted, and the latest is recorded', async () => {
  expect(await look('a')).toBeNull();
  const first = await known();
  expect(await look('b')).toBeNull();
  expect(await known()).not.toBe(first);
  expect(await finding('c')).toMatchObject({ ok: true });
  expect(await readdir(folder)).not.toContain('c');
});

test('two services on different folders that started before the first document are reported while they run', async () => {
  const said: string[] = [];
  const config = readConfig({ DATA_DIR: dir('b') });
  const watch = startStorageCheck(
    service.asService,
    config,
    (level, message, details) => said.push(`${level} ${message} ${JSON.stringify(details)}`),
    50,
  );
  await upload('eins');
  expect(await look('a')).toBeNull();
  await until(async () => said.length > 0, { what: 'the line of the log' });
  // Logged once, not at each check.
  await new Promise((resolve) => setTimeout(resolve, 400));
  await watch.stop();
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(`error ${TOLD}`);
  expect(said[0]).toContain(`of 1 contents that were looked for, 1 are not in ${folderOf({ dataDir: dir('b') })}`);
  expect(said[0]).toContain(`:${folderOf({ dataDir: dir('a') })} (seen `);
});

test('a service on another folder reports it at its start and serves; doctor reports it too', async () => {
  const mine = await known();
  const other = await startProgram(envOf('b'));
  await until(async () => other.output.stderr.includes(TOLD), { what: 'the line of the log' });
  expect((await fetch(`${other.address}/readyz`)).status).toBe(200);
  expect(await other.end('SIGTERM')).toBe(0);
  expect(other.output.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(await known()).toBe(mine);
  expect(await finding('b')).toMatchObject({ ok: false, detail: expect.stringContaining('S3_BUCKET') });
  expect((await runProgram(['doctor'], envOf('b'))).code).toBe(1);
  expect(await finding('a')).toMatchObject({ ok: true });
});

test("a bucket without the files of another machine's folder is reported", async () => {
  const bucket = {
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  };
  expect(await look('d', bucket)).toContain('of 1 contents that were looked for, 1 are not in');
  expect(await readdir(folder)).not.toContain('d');
  expect(await look('a', bucket)).toBeNull();
});

test('a copy of a folder has the same identity, also when restored without its identity file', async () => {
  const mine = await known();
  await cp(dir('a'), dir('copy'), { recursive: true });
  expect(await look('copy')).toBeNull();
  expect(await known()).toBe(mine);
  await cp(dir('a'), dir('restored'), { recursive: true });
  await rm(join(dir('restored'), 'files', 'folder.json'));
  expect(await look('restored')).toBeNull();
  expect(await known()).not.toBe(mine);
  expect(await look('a')).toBeNull();
});

test('a folder that received new files after a move but lacks older ones is reported', async () => {
  await cp(dir('a'), dir('moved'), { recursive: true });
  await rm(join(dir('moved'), 'files', 'folder.json'));
  await rm(join(dir('moved'), 'files', await upload('zwei')), { force: true });
  const url = await upload('drei');
  await cp(join(dir('a'), 'files', url), join(dir('moved'), 'files', url), { recursive: true });
  expect(await look('moved')).toContain('of 3 contents that were looked for, 1 are not in');
});

test('files adopt accepts a folder despite lost files', async () => {
  const adopted = await commandOn(envOf('moved'))('files', 'adopt');
  expect(adopted.json).toEqual({
    folder: folderOf({ dataDir: dir('moved') }),
    instead_of: expect.stringMatching(/:.*\/a\/files$/),
  });
  expect(await look('moved')).toBeNull();
  expect(await finding('moved')).toMatchObject({ ok: true });
  expect((await commandOn(envOf('moved'))('files', 'adopt')).json).toMatchObject({ instead_of: null });
});

test('the folder of an earlier version is adopted by its first start', async () => {
  await service.db.transaction((tx) => tx.run(sql`delete from file_folder`));
  await rm(join(dir('a'), 'files', 'folder.json'));
  expect(await finding('a')).toMatchObject({ ok: true });
  const first = await startProgram(envOf('a'));
  await until(async () => (await known()) !== undefined, { what: 'the known folder' });
  expect(await first.end('SIGTERM')).toBe(0);
  expect(first.output.stderr).toBe('');
});

test('content that is only in a bucket needs no folder', async () => {
  await service.db.transaction((tx) =>
    tx.run(sql`update document set aws = 1, printed = replace(printed, '"aws":0', '"aws":1')`),
  );
  const bucket = {
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  };
  expect(await look('d', bucket)).toBeNull();
  expect(await known()).toBeUndefined();
});
