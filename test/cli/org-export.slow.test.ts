/** `broker-crm org export`: an archive of all that an organisation has (docs/exports.md). */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { databaseUrl } from '../support/postgres.ts';
import { runProgram } from '../support/process.ts';
import { createSampleRecords } from '../support/sample-records.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { unzipBytes } from '../support/unzip.ts';

const PHOTO = randomBytes(300_000);
let folder: string;
let service: TestService;
let client: Client;
let org: string;
let env: Record<string, string>;
let customer: number;
let gone: number;
let photo: { id: number; url: string };
const photoPath = () => `files/${customer}/${photo.id}-.._.._Schäden_Foto_ 1.jpg`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'org-export-'));
  service = await startTestService({ env: { DATA_DIR: folder } });
  const organisation = await service.organisation();
  client = await organisation.client();
  org = String(organisation.orgId);
  env = { DATABASE_URL: databaseUrl(service.connection), DATA_DIR: folder };
  await createSampleRecords(client, registry, 'Archiv');
  customer = (await client.post('/v3/customers', { name: 'Größe; "Öl"', geb: '1984-08-12' })).body.kid;
  gone = (await client.post('/v3/customers', { name: 'Gelöscht' })).body.kid;
  await client.post(`/v3/customers/${gone}/comments`, { text: 'Notiz am Gelöschten' });
  await client.delete(`/v3/customers/${gone}`);
  const upload = { name: '../../Schäden/Foto: 1.jpg', base64: PHOTO.toString('base64') };
  photo = (await client.post(`/v3/customers/${customer}/documents`, upload)).body;
  await client.post('/v3/inbox/documents', { name: 'Eingang.txt', base64: 'cG9zdA==' });
  await client.post('/v3/webhooks', { url: 'https://hooks.example/crm', events: ['customers.insert'] });
  const other = await (await service.organisation()).client();
  await other.post('/v3/customers', { name: 'Fremder Kunde' });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (out: string, ...more: string[]) =>
  runProgram(['org', 'export', org, '--out', join(folder, out), ...more, '--json'], env);

/** All files of a folder by their path below it. */
const filesOf = async (path: string): Promise<Map<string, Buffer>> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = async (file: string): Promise<[string, Buffer]> => [file.slice(path.length + 1), await readFile(file)];
  return new Map(await Promise.all(files.map(read)));
};

const lines = (bytes: Buffer | undefined): Record<string, unknown>[] =>
  String(bytes)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('a ZIP of NDJSON', () => {
  let files: Map<string, Buffer>;
  beforeAll(async () => {
    const { code, stdout } = await run('all.zip', '--format', 'ndjson');
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ missing: 0 })]);
    files = unzipBytes(await readFile(join(folder, 'all.zip')));
  });

  test('has the records as reads return them, and deleted ones in files of their own', async () => {
    for (const section of ['customers', 'contracts', 'documents', 'users']) {
      const { items } = (await client.get(`/v3/${section}?limit=1000&with_archived=true`)).body;
      expect(lines(files.get(`records/${section}.ndjson`)), section).toEqual(items);
    }
    expect(lines(files.get('deleted/customers.ndjson'))).toContainEqual(expect.objectContaining({ kid: gone }));
    expect(lines(files.get('deleted/comments.ndjson'))).toContainEqual(
      expect.objectContaining({ text: 'Notiz am Gelöschten' }),
    );
    expect(String(files.get('records/comments.ndjson'))).not.toContain('Notiz am Gelöschten');
  });

  test('has records of every kind', () => {
    const empty = [...files].filter(([name, bytes]) => name.startsWith('records/') && !bytes.length);
    expect(empty.map(([name]) => name)).toEqual([]);
    expect(lines(files.get('records/inbox-documents.ndjson'))).toContainEqual(
      expect.objectContaining({ name: 'Eingang.txt' }),
    );
  });

  test('has the contents of documents under readable names, and an index', () => {
    expect(files.get(photoPath())).toEqual(PHOTO);
    const index = lines(files.get('files.ndjson'));
    const expected = {
      file: photoPath(),
      section: 'documents',
      id: photo.id,
      kid: customer,
      size: 300_000,
      state: 'ok',
    };
    expect(index).toContainEqual(expect.objectContaining(expected));
    const stored = [...files.keys()].filter((name) => name.startsWith('files/'));
    expect(index.map(({ file }) => file).sort()).toEqual(stored.sort());
    expect(stored.some((name) => /^files\/inbox\/\d+-Eingang\.txt$/.test(name))).toBe(true);
  });

  test('has settings, roles, tokens, webhooks and the audit log', () => {
    const organisation = JSON.parse(String(files.get('organisation.json')));
    expect(organisation).toMatchObject({ id: Number(org), contract: 'active' });
    expect(organisation.roles.map(({ id }: { id: string }) => id)).toContain('berater');
    expect(lines(files.get('audit-log.ndjson'))).toContainEqual(
      expect.objectContaining({ section: 'customers', record_id: gone, action: 'delete' }),
    );
    expect(lines(files.get('tokens.ndjson')).length).toBeGreaterThan(0);
    expect(lines(files.get('webhooks.ndjson'))).toEqual([
      expect.objectContaining({ url: 'https://hooks.example/crm', active: false }),
    ]);
  });

  test('has nothing of another organisation, and no secrets', async () => {
    const all = Buffer.concat([...files.values()]).toString('latin1');
    expect(all).not.toContain('Fremder Kunde');
    const secrets = await service.db.read<{ secret: string }>(
      sql`select secret from webhook where org_id = ${Number(org)}`,
    );
    expect(secrets.length).toBe(1);
    for (const { secret } of secrets) expect(all).not.toContain(secret);
    for (const name of ['secret', 'password_hash', 'headers'])
      expect(String(files.get('webhooks.ndjson')) + String(files.get('tokens.ndjson'))).not.toContain(name);
    expect((await stat(join(folder, 'all.zip'))).mode & 0o777).toBe(0o600);
  });

  test('is recorded in the audit log', async () => {
    const [entry] = await service.db.read<{ via: string }>(
      sql`select via from audit_entry where org_id = ${Number(org)} and section = 'exports' order by id desc limit 1`,
    );
    expect(entry?.via).toBe('command');
  });
});

test('a folder of CSV files opens in a German Excel without conversion', async () => {
  expect((await run('folder')).code).toBe(0);
  const files = await filesOf(join(folder, 'folder'));
  const text = String(files.get('records/customers.csv'));
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text).toContain('"Größe; ""Öl"""');
  expect(text).toContain(';12.08.1984;');
  expect(files.get(photoPath())).toEqual(PHOTO);
  expect(String(files.get('files.csv'))).toContain(`;documents;${photo.id};${customer};`);
  const again = await run('folder');
  expect([again.code, JSON.parse(again.stdout).error.code]).toEqual([1, 'not_empty']);
});

test('a file that is missing in the store is listed in the index, and the command fails after the rest', async () => {
  await rm(join(folder, 'files', photo.url));
  const { code, stdout } = await run('some.zip', '--format', 'ndjson');
  expect([code, JSON.parse(stdout).error.code]).toEqual([1, 'files_missing']);
  const files = unzipBytes(await readFile(join(folder, 'some.zip')));
  const missing = lines(files.get('files.ndjson')).filter(({ state }) => state !== 'ok');
  expect(missing).toEqual([expect.objectContaining({ id: photo.id, state: 'missing' })]);
  expect([...files.keys()].some((name) => name.includes('Eingang.txt'))).toBe(true);
});

test('a path that cannot be written, or an unknown organisation, leaves no files', async () => {
  expect((await run('nowhere/all.zip')).code).toBe(1);
  const unknown = await runProgram(['org', 'export', '999999', '--out', join(folder, 'x.zip'), '--json'], env);
  expect([unknown.code, JSON.parse(unknown.stdout).error.code]).toEqual([1, 'unknown_organisation']);
  const left = (await readdir(folder)).filter((name) => name.startsWith('x.zip') || name.startsWith('nowhere'));
  expect(left).toEqual([]);
});
