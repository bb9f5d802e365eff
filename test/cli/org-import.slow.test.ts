/** `broker-crm org import`: a new organisation of an archive (docs/archive.md). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../src/access/tokens/manage-tokens.ts';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { readConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { registry } from '../../src/model/registry.ts';
import { startExportWorker } from '../../src/operations/exports/export-worker.ts';
import { sql } from '../../src/sql/sql.ts';
import { type SettingsClient, signIn } from '../support/browser-session.ts';
import { commandOn, type Ran } from '../support/command.ts';
import { newPerson } from '../support/people.ts';
import { databaseUrl } from '../support/postgres.ts';
import { createSampleRecords } from '../support/sample-records.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { unzipBytes } from '../support/unzip.ts';

const digest = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const PHOTO = randomBytes(300_000);
let folder: string;
let [source, target] = [] as unknown as [TestService, TestService];
let run: (...args: string[]) => Promise<Ran>;
let runThere: (...args: string[]) => Promise<Ran>;
let org: string;
let office: Organisation;
let client: Client;
let customer: number;
let zip: string;

const serviceIn = async (name: string): Promise<[TestService, (...args: string[]) => Promise<Ran>]> => {
  const env = { DATA_DIR: join(folder, name) };
  const service = await startTestService({ env });
  return [service, commandOn({ ...env, DATABASE_URL: databaseUrl(service.connection) })];
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'org-import-'));
  [source, run] = await serviceIn('source');
  [target, runThere] = await serviceIn('target');
  const organisation = await source.organisation();
  office = organisation;
  org = String(organisation.orgId);
  client = await organisation.client();
  await createSampleRecords(client, registry, 'Archiv');
  const betreuer = { email: 'betreuer@example.com', name: 'Betreuer', rolle: 'berater', aktiv: true };
  const adviser = (await client.post('/v3/users', betreuer)).body.kid;
  customer = (await client.post('/v3/customers', { name: 'Größe; "Öl"', geb: '1984-08-12', betreuer: adviser })).body
    .kid;
  const gone = (await client.post('/v3/customers', { name: 'Gelöscht' })).body.kid;
  await client.post(`/v3/customers/${gone}/comments`, { text: 'Notiz am Gelöschten' });
  await client.delete(`/v3/customers/${gone}`);
  const upload = { name: '../../Schäden/Foto: 1.jpg', base64: PHOTO.toString('base64') };
  await client.post(`/v3/customers/${customer}/documents`, upload);
  await client.post('/v3/inbox/documents', { name: 'Eingang.txt', base64: 'cG9zdA==' });
  await client.post('/v3/webhooks', { url: 'https://hooks.example/crm', events: ['customers.insert'] });
  expect((await run('field', 'set', 'customers', 'ind_1', '--org', org, '--label', 'Wert')).code).toBe(0);
  await client.patch(`/v3/customers/${customer}`, { ind_1: 'Eigenes' });
  zip = join(folder, 'all.zip');
  expect(await run('org', 'export', org, '--out', zip, '--format', 'ndjson')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await Promise.all([source?.stop(), target?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const filesOf = async (path: string): Promise<Map<string, Buffer>> => unzipBytes(await readFile(path));

/** A client of an organisation that was imported. */
const clientOf = async (service: TestService, orgId: number) => {
  const { token } = await service.db.transaction((tx) =>
    createToken(tx, { orgId, userKid: null, name: 'Test', scopes: scopeNames, expires: null, addresses: [] }),
  );
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (method: string, path: string, body?: object) =>
    service.ask(method, path, headers, body && JSON.stringify(body));
};

/** Differs between an organisation and its copy: its number, moments of the export, and numbers of tokens and webhooks. */
const COPIED = ['archive.json', 'checksums.ndjson', 'tokens.ndjson', 'webhooks.ndjson', 'audit-log.ndjson'];
const ROWS = ['rows/api_token.ndjson', 'rows/webhook.ndjson', 'rows/audit_entry.ndjson'];
const textOf = (name: string, bytes: Buffer): string => {
  if (name.startsWith('files/')) return bytes.toString('base64');
  // Passwords of portals are not in an archive, but shown as there.
  const text = String(bytes)
    .replaceAll('"pass":"********"', '"pass":null')
    .replaceAll(/"token_id" : \d+/g, '"token_id" : 0')
    .replaceAll(/"\d+(\/[0-9a-f]{2}(\/[0-9a-f]{64})?)"/g, '"ORG$1"');
  return name === 'organisation.json' ? text.replace(/"id": \d+/, '').replace(/"exported_at": "[^"]+"/, '') : text;
};
const comparable = (files: Map<string, Buffer>): Record<string, string> =>
  Object.fromEntries(
    [...files]
      .filter(([name]) => !COPIED.concat(ROWS).includes(name))
      .map(([name, bytes]) => [name, textOf(name, bytes)]),
  );
/** Entries of the log without new numbers; the first is about the import itself. */
const entriesOf = (files: Map<string, Buffer>) =>
  String(files.get('rows/audit_entry.ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ token_id, section, record_id, ...entry }) => ({
      ...entry,
      section,
      record_id: ['tokens', 'webhooks'].includes(section) ? 0 : record_id,
      by: token_id !== null,
    }));

describe.each([
  ['in the same database', () => [source, run] as const],
  ['in another database', () => [target, runThere] as const],
])('%s', (_where, place) => {
  let made: { org_id: number; name: string };
  let service: TestService;
  let call: Awaited<ReturnType<typeof clientOf>>;
  let copy: Map<string, Buffer>;
  let original: Map<string, Buffer>;

  beforeAll(async () => {
    const [where, runIn] = place();
    service = where;
    const { code, json } = await runIn('org', 'import', zip);
    expect(code, JSON.stringify(json)).toBe(0);
    made = json;
    const again = join(folder, `${randomUUID()}.zip`);
    await runIn('org', 'export', String(made.org_id), '--out', again, '--format', 'ndjson');
    [original, copy] = await Promise.all([filesOf(zip), filesOf(again)]);
    call = await clientOf(service, made.org_id);
  });

  test('answers number and name', () => {
    expect(made).toEqual({ org_id: expect.any(Number), name: expect.stringContaining('Test') });
  });

  test('an archive of the copy is the same but for numbers of the organisation, tokens and webhooks', () => {
    expect(comparable(copy)).toEqual(comparable(original));
    expect([...copy.keys()].sort()).toEqual([...original.keys()].sort());
  });

  test('has the audit log as it was, behind the entry of the import', () => {
    const [first, ...others] = entriesOf(copy);
    expect(first).toMatchObject({ action: 'organisation', section: 'settings', via: 'command' });
    expect(others).toEqual(entriesOf(original));
    const names = (files: Map<string, Buffer>) =>
      new Set(String(files.get('audit-log.ndjson')).match(/"token_name":"[^"]+"/g));
    expect(names(copy)).toEqual(names(original));
  });

  test('has totals, searches and files', async () => {
    for (const section of ['customers', 'contracts', 'users', 'documents'])
      expect((await call('GET', `/v3/${section}`)).body.total, section).toBe(
        (await client.get(`/v3/${section}`)).body.total,
      );
    const found = await call('POST', '/v3/search', { query: 'größe', indices: ['customers'] });
    expect(found.text).toContain('Größe');
    const sweep = await place()[1]('sweep');
    expect(sweep).toMatchObject({ code: 0, json: { missing: [] } });
    expect((await place()[1]('doctor')).stdout).toContain('agree with the records');
  });

  test('a new record takes a number that no other one has', async () => {
    const { status, body } = await call('POST', '/v3/customers', { name: 'Neu' });
    expect(status).toBe(201);
    expect(body.kid).toBeGreaterThan(customer);
  });

  test('tokens are revoked, and webhooks are off', async () => {
    const tokens = await service.db.read<{ open: number }>(
      sql`select count(*) filter (where revoked_at is null)::int as open from api_token where org_id = ${made.org_id}`,
    );
    expect(tokens).toEqual([{ open: 1 }]);
    const { body } = await call('GET', '/v3/webhooks');
    expect(body.items).toEqual([expect.objectContaining({ url: 'https://hooks.example/crm', active: false })]);
  });
});

test('an administrator makes the archive in the settings, and org import takes it', async () => {
  const password = office.login.password;
  const admin = await signIn(source.address, office.login);
  const adviser = await (await newPerson(source, admin, 'archiv@example.com')).signIn();
  const download = (session: SettingsClient) =>
    fetch(`${source.address}/settings/api/archive/download`, { headers: { cookie: session.cookie } });
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/download'],
    ['DELETE', ''],
  ] as const)
    expect((await adviser.send(method, `/archive${path}`, method === 'POST' ? { password } : undefined)).error).toBe(
      'administrator_required',
    );
  expect((await admin.get('/archive')).body).toEqual({ archive: null });
  expect((await download(admin)).status).toBe(404);
  expect((await admin.send('POST', '/archive', { password: 'falsch' })).body.data.issues).toMatchObject([
    { code: 'wrong_password' },
  ]);
  const both = await Promise.all([1, 2].map(() => admin.send('POST', '/archive', { password })));
  expect(both.map(({ status, error }) => [status, error]).sort()).toEqual([
    [200, undefined],
    [409, 'archive_running'],
  ]);
  expect((await admin.get('/archive')).body.archive).toMatchObject({ state: 'running', size: null });
  expect((await download(admin)).status).toBe(409);
  // No caller of the API sees it, and it is none of the user's ten exports.
  expect((await client.get('/v3/exports')).body.total).toBe(0);

  const files = openStores(readConfig({ PORT: '0', DATA_DIR: join(folder, 'source') }));
  const told: (number | null)[] = [];
  const worker = (now = Date.now) =>
    startExportWorker(
      {
        db: source.asService,
        files,
        now,
        failed: (error) => expect.unreachable(String(error)),
        archived: async ({ user_kid }) => void told.push(user_kid),
      },
      { poll: 5, renew: 0, retry: 0, expire: 0 },
    );
  const first = worker();
  await until(async () => (await admin.get('/archive')).body.archive.state === 'done', { what: 'the archive' });
  await first.stop();
  expect(told).toEqual([office.adminKid]);
  const { archive } = (await admin.get('/archive')).body;
  const [customers] = await source.db.read<{ n: number }>(
    sql`select count(*)::int as n from contact where org_id = ${office.orgId} and section = 'customers' and del = 0`,
  );
  expect(archive).toMatchObject({ missing: 0, records: expect.any(Number), size: expect.any(Number) });
  expect(archive.records).toBeGreaterThan(customers?.n ?? 0);
  expect(Date.parse(archive.expires_at) - Date.parse(archive.created_at)).toBe(7 * 86_400_000);
  const sent = await download(admin);
  expect(sent.headers.get('content-disposition')).toMatch(/organisation-\d{4}-\d\d-\d\d\.zip/);
  const bytes = Buffer.from(await sent.arrayBuffer());
  expect(bytes.length).toBe(archive.size);
  const path = join(folder, 'settings.zip');
  await writeFile(path, bytes);
  expect((await run('org', 'import', path, '--name', 'Aus den Einstellungen')).json).toMatchObject({
    name: 'Aus den Einstellungen',
  });
  const { items } = (await admin.get('/audit?action=export&security=true')).body;
  expect(items.slice(0, 2).map(({ user_kid, changes }: Record<string, unknown>) => [user_kid, changes])).toEqual([
    [office.adminKid, { organisation: [null, true], download: [null, true] }],
    [office.adminKid, { organisation: [null, true], format: [null, 'csv'] }],
  ]);

  // A new one takes its place; after seven days it is removed with its file.
  expect((await admin.send('POST', '/archive', { password })).status).toBe(200);
  expect((await admin.get('/archive')).body.archive.state).toBe('running');
  expect((await admin.send('DELETE', '/archive')).status).toBe(200);
  expect((await admin.send('DELETE', '/archive')).status).toBe(404);
  expect((await admin.send('POST', '/archive', { password })).status).toBe(200);
  const second = worker();
  await until(async () => (await admin.get('/archive')).body.archive.state === 'done', { what: 'the archive' });
  await second.stop();
  const [row] = await source.db.read<{ url: string }>(sql`select url from export_job where org_id = ${office.orgId}`);
  expect(await files.current.size(row?.url ?? '')).toBeGreaterThan(0);
  const late = worker(() => Date.now() + 8 * 86_400_000);
  await until(async () => (await admin.get('/archive')).body.archive === null, { what: 'the removal' });
  await late.stop();
  expect(await files.current.size(row?.url ?? '')).toBeNull();
  await files.close();
});

test('a folder of CSV files can be imported too, under another name', async () => {
  await run('org', 'export', org, '--out', join(folder, 'csv'));
  const { json } = await run('org', 'import', join(folder, 'csv'), '--name', 'Umgezogen');
  expect(json).toEqual({ org_id: expect.any(Number), name: 'Umgezogen' });
});

describe('refuses before anything is written', () => {
  const refused = async (path: string, code: string) => {
    const count = () => source.db.read(sql`select count(*)::int as n from organisation`);
    const before = await count();
    const { code: exit, json } = await run('org', 'import', path);
    expect([exit, json.error.code]).toEqual([1, code]);
    expect(await count()).toEqual(before);
  };
  /** A copy of the archive as a folder, with one file changed. */
  const changed = async (file: string, change: (text: string) => string | null): Promise<string> => {
    const path = join(folder, randomUUID());
    await cp(join(folder, 'csv'), path, { recursive: true });
    const text = change(String(await readFile(join(path, file)).catch(() => '')));
    await (text === null ? rm(join(path, file)) : writeFile(join(path, file), text));
    return path;
  };

  test.each([
    ['a changed row', 'rows/customers.ndjson', (text: string) => text.replace('Größe', 'Grösse')],
    ['a missing file', 'rows/contracts.ndjson', () => null],
    ['an added file', 'rows/other.ndjson', () => '{}\n'],
    ['no manifest', 'archive.json', () => null],
    ['changed checksums', 'checksums.ndjson', (text: string) => text.slice(text.indexOf('\n') + 1)],
    [
      'a number beyond the bound',
      'archive.json',
      (text: string) => text.replace(/"contact_kid_seq": \d+/, '"contact_kid_seq": 2000000000'),
    ],
  ])('%s', async (_what, file, change) => refused(await changed(file, change), 'archive_damaged'));

  test('a newer version', async () => {
    const newer = await changed('archive.json', (text) => text.replace('"version": 1', '"version": 2'));
    await refused(newer, 'archive_too_new');
  });

  test('rows of a newer database', async () => {
    await refused(await resealed('rows/boats.ndjson', () => '{"id":1}\n'), 'archive_too_new');
    await refused(
      await resealed('rows/system-tags.ndjson', (text) => text.replace('"id"', '"neu":1,"id"')),
      'archive_too_new',
    );
  });

  test('a row that names one that is not there', async () => {
    await refused(
      await resealed('rows/contracts.ndjson', (text) => text.replace(/"kid":\d+/, '"kid":999999')),
      'archive_damaged',
    );
  });

  test('a file that is no ZIP', async () => {
    await writeFile(join(folder, 'none.zip'), 'none');
    await refused(join(folder, 'none.zip'), 'archive_damaged');
  });

  /** The same with checksums that fit. */
  const resealed = async (file: string, change: (text: string) => string): Promise<string> => {
    const path = await changed(file, change);
    const bytes = await readFile(join(path, file));
    const line = JSON.stringify({ file, size: bytes.length, sha256: digest(bytes) });
    const lines = String(await readFile(join(path, 'checksums.ndjson')))
      .trim()
      .split('\n');
    const others = lines.filter((one) => JSON.parse(one).file !== file);
    const checksums = `${[...others, line].join('\n')}\n`;
    await writeFile(join(path, 'checksums.ndjson'), checksums);
    const manifest = JSON.parse(String(await readFile(join(path, 'archive.json'))));
    await writeFile(join(path, 'archive.json'), JSON.stringify({ ...manifest, checksums: digest(checksums) }));
    return path;
  };
});
