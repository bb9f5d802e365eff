/** Exports of records as files (rules 16.21, docs/exports.md). */
import { beforeAll, describe, expect, test } from 'vitest';
import { sectionNames } from '../../src/derive/events/record-diff.ts';
import { registry } from '../../src/model/registry.ts';
import { startExportWorker } from '../../src/operations/exports/export-worker.ts';
import { scopesOfRole } from '../../src/shared/roles.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpExports } from '../support/exports.ts';
import { setUpService } from '../support/fixture.ts';
import { createSampleRecords } from '../support/sample-records.ts';
import type { Client } from '../support/service.ts';
import { until } from '../support/until.ts';
import { unzip } from '../support/unzip.ts';

let clock: number | null = null;
const { service, organisation, client } = setUpService({ now: () => clock ?? Date.now() });
const DAY_MS = 86_400_000;
const { files, startWorker, ended, download, begin, exported } = setUpExports(service);

/** The lines of a CSV file whose cells have no line ends, by the names of the header. */
const table = (text: string): Record<string, string | undefined>[] => {
  const [header = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  const names = header.split(';');
  return lines.map((line) => {
    const cells = line.split(';');
    return Object.fromEntries(names.map((name, at) => [name, cells[at]]));
  });
};

const ndjson = (bytes: Buffer): Record<string, unknown>[] =>
  bytes
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('a CSV file opens right in a German Excel, and no cell begins a formula', async () => {
  const own = await (await service.organisation()).client();
  const { kid } = (
    await own.post('/v3/customers', { name: 'Müller; "Groß"', vorname: '=1+1', geb: '1984-08-12', beruf: '+49 170' })
  ).body;
  await own.post('/v3/contracts', { kid, beitrag: '-1234.5', nummer: '@SUM(A1)' });
  const bytes = await exported(own, { sections: ['customers'], format: 'csv' });
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.toString();
  expect(text).toContain(';"Müller; ""Groß""";');
  expect(text).toContain(`;'=1+1;`);
  expect(text).toContain(';12.08.1984;');
  expect(text).not.toMatch(/[;\n]"?[=@\t]/);
  const contracts = table((await exported(own, { sections: ['contracts'], format: 'csv' })).toString());
  expect(contracts).toHaveLength(1);
  expect(contracts[0]).toMatchObject({ nummer: `'@SUM(A1)`, kid: String(kid) });
  expect(Object.values(contracts[0] ?? {})).toContain('-1234,50');
});

describe('with records of every kind', () => {
  const sections = sectionNames(registry);
  let one: Client;
  beforeAll(async () => {
    one = await (await service.organisation()).client();
    await createSampleRecords(one, registry, 'Export');
  });

  test.each(['csv', 'ndjson'] as const)('all sections are exported as %s', async (format) => {
    const entries = unzip(await exported(one, { sections, format }));
    expect([...entries.keys()]).toEqual(sections.map((section) => `${section.replaceAll('/', '-')}.${format}`));
    const empty = [...entries].filter(
      ([, text]) => text.trimEnd().split('\n').length < (format === 'csv' ? 2 : 1) || !text,
    );
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  test('NDJSON has the records as reads return them', async () => {
    const lines = ndjson(await exported(one, { sections: ['customers'], format: 'ndjson' }));
    const { items } = (await one.get('/v3/customers?limit=1000&with_archived=true')).body;
    expect(lines).toEqual(items);
  });
});

test('only records created or changed since the given time are exported', async () => {
  const own = await (await service.organisation()).client();
  await own.post('/v3/customers', { name: 'Alt' });
  const { kid: changed } = (await own.post('/v3/customers', { name: 'Neu' })).body;
  const later = Date.now() + 3 * DAY_MS;
  clock = later;
  await own.patch(`/v3/customers/${changed}`, { vorname: 'x' });
  clock = null;
  const moments = [new Date(later - DAY_MS).toISOString(), new Date(later - DAY_MS).toISOString().slice(0, 10)];
  for (const since of moments) {
    const lines = ndjson(await exported(own, { sections: ['customers'], format: 'ndjson', since }));
    expect(lines.map(({ kid }) => kid)).toEqual([changed]);
  }
  const all = ndjson(await exported(own, { sections: ['customers'], format: 'ndjson', since: '2019-12-31' }));
  expect(all).toHaveLength(2);
});

const EXPORTS = ['v3:exports:read', 'v3:exports:write'];

test('an export needs the read scopes of its sections, for its creation and its download', async () => {
  const narrow = await organisation.client({ scopes: ['v3:customers:read', ...EXPORTS] });
  const refused = await narrow.post('/v3/exports', { sections: ['customers', 'contracts'], format: 'csv' });
  expect([refused.status, refused.error]).toEqual([403, 'insufficient_scope']);
  const id = await begin(client, { sections: ['contracts'], format: 'csv' });
  await ended(client, id);
  for (const path of [`/v3/exports/${id}`, `/v3/exports/${id}/download`]) {
    const reply = await narrow.get(path);
    expect([reply.status, reply.error]).toEqual([403, 'insufficient_scope']);
  }
  expect((await narrow.delete(`/v3/exports/${id}`)).status).toBe(403);
  expect((await narrow.get('/v3/exports')).body.items.map((item: { id: number }) => item.id)).not.toContain(id);
  expect((await client.get('/v3/exports')).body.items[0]).toMatchObject({ id, state: 'done', sections: ['contracts'] });
});

test('parts and annotations are exported only of owners that the caller may read', async () => {
  const owner = await service.organisation();
  const all = await owner.client();
  const { kid } = (await all.post('/v3/customers', { name: 'x' })).body;
  const { id: contract } = (await all.post('/v3/contracts', { kid })).body;
  await all.post(`/v3/customers/${kid}/comments`, { text: 'zum Kunden' });
  await all.post(`/v3/contracts/${contract}/comments`, { text: 'zum Vertrag' });
  const narrow = await owner.client({ scopes: ['v3:customers:read', ...EXPORTS] });
  const lines = ndjson(await exported(narrow, { sections: ['comments'], format: 'ndjson' }));
  expect(lines.map(({ text }) => text)).toEqual(['zum Kunden']);
  const wide = await begin(all, { sections: ['comments'], format: 'ndjson' });
  await ended(all, wide);
  expect((await narrow.get(`/v3/exports/${wide}/download`)).status).toBe(403);
});

test('personal records of other users are left out, and an export with own ones is its user’s', async () => {
  const owner = await service.organisation();
  const all = await owner.client();
  const { id: other } = (await all.post('/v3/users', { name: 'Zwei', email: `zwei-${owner.orgId}@example.com` })).body;
  const [first, second] = [await owner.client({ userKid: owner.adminKid }), await owner.client({ userKid: other })];
  await first.post('/v3/system/tags', { tag: 'meiner', freigabe: 0 });
  await second.post('/v3/system/tags', { tag: 'deiner', freigabe: 0 });
  const id = await begin(first, { sections: ['system/tags'], format: 'ndjson' });
  await ended(first, id);
  expect(ndjson(await download(first, id)).map(({ tag }) => tag)).toEqual(['meiner']);
  expect((await second.get(`/v3/exports/${id}/download`)).status).toBe(404);
  expect((await second.get('/v3/exports')).body.total).toBe(0);
});

test('another organisation has no access', async () => {
  const id = await begin(client, { sections: ['customers'], format: 'csv' });
  await ended(client, id);
  const other = await (await service.organisation()).client();
  expect((await other.get(`/v3/exports/${id}`)).status).toBe(404);
  expect((await other.get(`/v3/exports/${id}/download`)).status).toBe(404);
  expect((await other.delete(`/v3/exports/${id}`)).status).toBe(404);
  expect((await client.get(`/v3/exports/${id}`)).status).toBe(200);
});

test('the file gets 404 while the export runs and after its deletion', async () => {
  await client.post('/v3/customers', { name: 'In keiner anderen Datei' });
  const id = await begin(client, { sections: ['customers'], format: 'csv' });
  const early = await client.get(`/v3/exports/${id}/download`);
  expect([early.status, early.error]).toEqual([409, 'export_not_done']);
  await ended(client, id);
  const [row] = await service.db.read<{ url: string }>(
    sql`select url from export_job where org_id = ${organisation.orgId} and id = ${id}`,
  );
  expect(await files().current.size(row?.url ?? '')).toBeGreaterThan(0);
  expect((await client.delete(`/v3/exports/${id}`)).body).toEqual({ success: true, deleted: true, id });
  expect((await client.get(`/v3/exports/${id}`)).status).toBe(404);
  expect(await files().current.size(row?.url ?? '')).toBeNull();
});

test('an export whose worker died is continued by the next one', async () => {
  const id = await begin(client, { sections: ['customers'], format: 'csv' });
  // A worker took it and was killed: its lease runs out.
  await service.db.transaction((tx) =>
    tx.run(sql`update export_job set lease = 'dead', leased_until = now() + interval '1 minute', tries = 1
      where org_id = ${organisation.orgId} and id = ${id}`),
  );
  const worker = startWorker(() => Date.now() + 61_000);
  await until(async () => (await client.get(`/v3/exports/${id}`)).body.state === 'done', { what: 'the export' });
  await worker.stop();
  expect((await download(client, id)).length).toBeGreaterThan(0);
});

test('an export that cannot be written is tried three times', async () => {
  const id = await begin(client, { sections: ['customers'], format: 'csv' });
  const failures: Error[] = [];
  const broken = { ...files().current, hold: () => Promise.reject(new Error('full')) };
  const worker = startExportWorker(
    { db: service.asService, files: { ...files(), current: broken }, failed: (error) => failures.push(error) },
    { poll: 5, retry: 0 },
  );
  await until(async () => (await client.get(`/v3/exports/${id}`)).body.state === 'failed', { what: 'the failure' });
  await worker.stop();
  expect(failures.map(({ message }) => message)).toEqual(['full', 'full', 'full']);
  const { body } = await client.get(`/v3/exports/${id}`);
  expect(body).toMatchObject({ file: null, error: expect.stringContaining('could not be written') });
});

test('an export is removed after seven days', async () => {
  const id = await begin(client, { sections: ['customers'], format: 'csv' });
  const { expires_at: expires, created_at: created } = await ended(client, id);
  expect(Date.parse(expires) - Date.parse(created)).toBe(7 * DAY_MS);
  const worker = startWorker(() => Date.parse(expires) + 1000);
  await until(async () => (await client.get(`/v3/exports/${id}`)).status === 404, { what: 'the removal' });
  await worker.stop();
});

test('invalid requests for an export are refused', async () => {
  for (const body of [
    { sections: [], format: 'csv' },
    { sections: ['nothing'], format: 'csv' },
    { sections: ['customers'], format: 'xml' },
    { sections: ['customers'], format: 'csv', since: 'gestern' },
    { sections: ['customers'], format: 'csv', more: 1 },
  ]) {
    const reply = await client.post('/v3/exports', body);
    expect([reply.status, reply.error], JSON.stringify(body)).toEqual([400, 'validation_failed']);
  }
});

test('a user keeps ten exports, whatever others keep; who only reads makes none', async () => {
  const owner = await service.organisation();
  const all = await owner.client();
  const session = async (rolle: string): Promise<Client> => {
    const { id: userKid } = (await all.post('/v3/users', { email: `${rolle}-${owner.orgId}@example.com`, rolle })).body;
    return owner.client({ userKid, scopes: [...scopesOfRole({}, rolle)] });
  };
  const [adviser, office, reader] = [await session('berater'), await session('innendienst'), await session('lesend')];
  const make = async (one: Client): Promise<string> => {
    const { status, error } = await one.post('/v3/exports', { sections: ['goals'], format: 'csv' });
    return `${status} ${error}`;
  };
  const made = await Promise.all(Array.from({ length: 11 }, () => make(adviser)));
  expect(made.sort()).toEqual([...Array(10).fill('202 undefined'), '409 too_many_exports']);
  expect(await make(office)).toBe('202 undefined');
  expect(await make(reader)).toBe('403 missing_required_scope');
});
