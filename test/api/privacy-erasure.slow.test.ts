/** After an erasure nothing in the database or the files has a value of the person, but records that a rule keeps (rules 16.22). */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { personKinds } from '../../src/derive/privacy/person-records.ts';
import type { Collection } from '../../src/derive/routing/collections.ts';
import type { FileStores } from '../../src/files/object-store.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { registry } from '../../src/model/registry.ts';
import { startExportWorker } from '../../src/operations/exports/export-worker.ts';
import { setField } from '../../src/operations/org-settings/custom-fields.ts';
import { startPrivacyWorker } from '../../src/operations/privacy/privacy-worker.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { holdLock } from '../support/held-lock.ts';
import { settled, setUpImportWorker, upload } from '../support/import-client.ts';
import { queued } from '../support/queued.ts';
import { tablesWithOrganisation } from '../support/row-of-each-table.ts';
import { fullCreate, type Named } from '../support/sample-body.ts';
import { addressOf, createdBelow, createSampleRecords, type SampleRecords } from '../support/sample-records.ts';
import type { Client } from '../support/service.ts';
import { until } from '../support/until.ts';

const { service, organisation, client } = setUpService();
setUpImportWorker(service);
const YEAR = new Date().getUTCFullYear();
const DAY_MS = 86_400_000;
let files: FileStores;
let others: SampleRecords;

beforeAll(async () => {
  files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
  const { orgId } = organisation;
  const events = (await client.get('/v3/system/sections')).body.items.length;
  expect(events).toBeGreaterThan(5);
  // A receiver of everything, which nothing is sent to: the outbox keeps the payloads.
  await service.db.read(sql`insert into webhook (org_id, id, url, secret, active, released, events)
    values (${orgId}, 900000001, 'https://93.184.215.14/', '', true, true, ${EVENTS}::text[])`);
  others = await createSampleRecords(client, registry, 'others');
  for (const { resource } of personKinds(registry))
    if (resource.settings.configurable)
      await setField(service.db, orgId, resource.path, { name: 'ind_1', kind: 'text', label: 'Eigenes Feld' });
});
afterAll(() => files.close());

const EVENTS = registry.resources.flatMap(({ path, events }) =>
  ['insert', 'update', 'delete'].map((action) => `${events.name ?? path}.${action}`),
);

let keys = 0;
/** POSTs with an idempotency key. */
const post = async (path: string, body: unknown) => {
  const answer = await client.post(path, body, { 'idempotency-key': `k${(keys += 1)}` });
  if (answer.status !== 201) throw new Error(`POST ${path} ${JSON.stringify(body)}: ${answer.text}`);
  return Number(answer.body.ids?.[0] ?? answer.body.id ?? answer.body.kid);
};

/** A customer with the mark in every field of every record, part and annotation. */
const makePerson = async (mark: string): Promise<SampleRecords> => {
  const ids = new Map(others.ids);
  const person: SampleRecords & Named = { ids, below: new Map(), mark, mate: others.mate };
  const base64 = Buffer.from(`${mark} content`).toString('base64');
  const make = async (path: string, one: Collection) => {
    const own = one.resource.settings.configurable ? { ind_1: `${mark} own field` } : {};
    const body = { ...fullCreate(one, person), ...own };
    return post(path, 'base64' in body ? { ...body, base64 } : body);
  };
  const customers = createdBelow(registry).find(({ parent }) => parent?.path === 'customers')?.parent;
  expect(customers).toBeDefined();
  const kid = await post('/v3/customers', { vorname: mark, name: mark, kommentar: mark, geb_ort: mark, ind_1: mark });
  ids.set('customers', kid);
  const below = createdBelow(registry).filter(({ parent }) => ids.has(parent?.path ?? ''));
  const of = (path: string) => below.filter(({ parent }) => parent?.path === path);
  for (const one of of('customers')) {
    const id = await make(addressOf(one, kid), one);
    if (one.resource.nesting.topLevel) ids.set(one.resource.path, id);
  }
  for (const path of ['contracts', 'damages', 'documents', 'activities', 'finances', 'goals'])
    for (const one of of(path)) await make(addressOf(one, ids.get(path)), one);
  await client.post('/v3/inbox/documents', { kid, name: `${mark}.txt`, betreff: mark, base64 });
  const away = await post('/v3/goals', { kid, subject: `${mark} deleted` });
  await client.delete(`/v3/goals/${away}`);
  await client.patch(`/v3/customers/${kid}`, { name: `${mark} changed` });
  const slave = await post('/v3/customers', { name: `${mark} slave` });
  expect((await client.post(`/v3/customers/${kid}/merge`, { slave_kid: slave })).status).toBe(200);
  const imported = await upload(client, `Nummer;Name;Kommentar\n${kid};${mark} staged;${mark}\n`, {
    format: 'csv',
    section: 'customers',
    match: ['nummer'],
  });
  expect(imported.status).toBe(202);
  await settled(client, imported.body.id);
  // Rows that name the person by a reference, and one with the same name in the file, which is refused.
  const table = `KdNr;Notiz ${mark};Art;Betreff;Start\n${kid};x;aufgabe;${mark} new;2026-01-31 09:30:00\n${kid};x;aufgabe;${mark} invalid;never\n`;
  const mapping = { KdNr: 'kid', Art: 'kategorie', Betreff: 'titel', Start: 'start' };
  const tasks = await upload(client, table, { format: 'csv', section: 'activities', mapping }, `${mark}.csv`);
  expect(tasks.status, tasks.text).toBe(202);
  await settled(client, tasks.body.id);
  const remarks = await upload(client, `KdNr;Text\n${kid};${mark} remark\n`, { section: 'customers/comments' });
  expect((await settled(client, remarks.body.id)).counts).toMatchObject({ changed: 1 });
  for (const [path, set] of [
    ['customers', { name: `${mark} bulk` }],
    ['goals', { subject: `${mark} bulk` }],
  ] as const) {
    const body = { rows: [{ id: ids.get(path) }], set };
    const changed = await client.post(`/v3/${path}/bulk`, body, { 'idempotency-key': `bulk ${path} ${(keys += 1)}` });
    expect([changed.status, changed.body.failed]).toEqual([200, []]);
  }
  const exported = await client.post('/v3/exports', { sections: ['customers'], format: 'ndjson' });
  const worker = startExportWorker(
    { db: service.asService, files, failed: (error) => expect(error).toBeNull() },
    { poll: 5 },
  );
  await until(async () => (await client.get(`/v3/exports/${exported.body.id}`)).body.state === 'done', {
    what: 'the export',
  });
  await worker.stop();
  await service.db.read(sql`insert into external_identity (org_id, section, source, external_id, id)
    values (${organisation.orgId}, 'customers', 'test', ${mark}, ${kid})`);
  await service.db.read(sql`insert into gdv_delivery (org_id, section, record_id, vu, job_id, delivered, lines)
    values (${organisation.orgId}, 'contracts', ${ids.get('contracts')}, '1', ${kid}, current_date, ${mark})`);
  return person;
};

/** Tables whose rows contain the mark, with the number of those rows; and `files`. */
const found = async (mark: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of await tablesWithOrganisation(service.db)) {
    const [row] = await service.db.queryLong<{ n: number }>(sql`select count(*)::int as n
      from ${raw(table)} t
      where t.org_id = ${organisation.orgId} and to_json(t)::text ilike ${`%${mark}%`}`);
    if (row?.n) counts[table] = row.n;
  }
  let contents = 0;
  for await (const { key } of files.current.list()) {
    if (!key.startsWith(`${organisation.orgId}/`)) continue;
    const bytes = await (await files.current.open(key)).toArray();
    if (Buffer.concat(bytes).includes(mark)) contents += 1;
  }
  return contents ? { ...counts, files: contents } : counts;
};

const erase = (kid: number, by: Client = client) =>
  by.post(`/v3/customers/${kid}/privacy/erasure`, { confirm: kid, reason: 'Art. 17' });
const stateOf = async (kid: number) => (await client.get(`/v3/customers/${kid}/privacy/erasure`)).body;

/** Runs a worker until an erasure has a state. */
const runUntil = async (kid: number, state: string, now = Date.now): Promise<void> => {
  const failures: Error[] = [];
  const worker = startPrivacyWorker(
    { db: service.asService, files, now, failed: (error) => failures.push(error) },
    { poll: 5, lease: 0 },
  );
  try {
    await until(async () => failures.length > 0 || (await stateOf(kid)).state === state, { what: `state ${state}` });
  } finally {
    await worker.stop();
  }
  expect(failures.map(({ stack }) => stack)).toEqual([]);
};

const kidOf = ({ ids }: SampleRecords): number => ids.get('customers') ?? 0;
/** Lets a rule keep nothing: the contract and the damage have ended long ago. */
const endAll = async ({ ids }: SampleRecords): Promise<void> => {
  const long = '2001-01-01';
  await client.patch(`/v3/contracts/${ids.get('contracts')}`, { status: 'beendet', ablauf: long, beendet_am: long });
  await client.patch(`/v3/damages/${ids.get('damages')}`, { datum_erledigt: long });
  await client.patch(`/v3/finances/${ids.get('finances')}`, { ende: long });
};

test('an erasure removes a person from every table and file', async () => {
  const mark = 'Xanariq';
  const person = await makePerson(mark);
  await endAll(person);
  const before = await found(mark);
  expect(await found(`${mark} own field`)).toMatchObject({
    contract: 1,
    damage: 1,
    document: expect.any(Number),
    goal: 1,
  });
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      ...['activity', 'address', 'audit_entry', 'bank_account', 'comment', 'contact', 'contact_detail'],
      ...['contact_number', 'contract', 'contract_person', 'contract_tariff', 'damage', 'document'],
      ...['document_folder', 'external_identity', 'files', 'finance_entry', 'gdv_delivery', 'goal', 'idempotency_key'],
      ...['identity_document', 'import_row', 'inbox_document', 'job', 'search_entry', 'webhook_delivery'],
    ]),
  );
  const kid = kidOf(person);
  expect((await erase(kid)).status).toBe(202);
  await runUntil(kid, 'done');
  expect(await found(mark)).toEqual({});
  const { erased } = await stateOf(kid);
  expect(erased).toMatchObject({
    customers: 2,
    contracts: 1,
    goals: 2,
    addresses: 1,
    persons: 1,
    'inbox/documents': 1,
  });
  expect((await client.get(`/v3/customers/${kid}/privacy`)).error).toBe('customer_not_found');
  const entries = await service.db.read<{ action: string }>(sql`select action from audit_entry
    where org_id = ${organisation.orgId} and section = 'customers' and record_id = ${kid} order by id`);
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['insert', 'update', 'erase']));
  // Records of others are there.
  expect((await client.get(`/v3/customers/${others.mate}`)).status).toBe(200);
  expect(await found('others')).toMatchObject({ contact: expect.any(Number), comment: expect.any(Number) });
});

test('a retained contract keeps the row of its customer until its day, and is then erased', async () => {
  const mark = 'Yanariq';
  const person = await makePerson(mark);
  const { ids } = person;
  await endAll(person);
  await client.patch(`/v3/contracts/${ids.get('contracts')}`, { ablauf: `${YEAR - 4}-05-01`, beendet_am: null });
  const kid = kidOf(person);
  expect((await erase(kid)).status).toBe(202);
  await runUntil(kid, 'restricted');
  const left = await found(mark);
  // The contract with its parts, comments and GDV lines; the row that gives it its name; the log of both.
  expect(Object.keys(left).sort()).toEqual(
    [
      'audit_entry',
      'comment',
      'contact',
      'contract',
      'contract_person',
      'contract_tariff',
      'external_identity',
      'gdv_delivery',
    ]
      .concat(left.document ? ['document', 'files'] : [])
      .sort(),
  );
  expect(left).toMatchObject({ contact: 1, contract: 1 });
  const until = `${YEAR + 2}-01-01`;
  expect(await stateOf(kid)).toMatchObject({ state: 'restricted', due: until });
  expect((await client.get(`/v3/contracts/${ids.get('contracts')}`)).status).toBe(404);
  const preview = await client.get(`/v3/customers/${kid}/privacy`);
  expect(preview.body).toMatchObject({ state: 'restricted', erasable: false, due: until });
  await runUntil(kid, 'done', () => Date.parse(until) + 2 * DAY_MS);
  expect(await found(mark)).toEqual({});
  const [entry] = await service.db.read<{ changes: string }>(sql`select changes from audit_entry
    where org_id = ${organisation.orgId} and section = 'customers' and record_id = ${kid} and action = 'erase'
    order by id desc limit 1`);
  expect(JSON.parse(entry?.changes ?? '')).toMatchObject({ retention: [null, ['contracts: § 22 VersVermV, 5']] });
});

test('an erasure that is interrupted at any moment has the same result', async () => {
  const mark = 'Zanariq';
  const person = await makePerson(mark);
  await endAll(person);
  const kid = kidOf(person);
  await erase(kid);
  for (let moment = 0; moment < 20; moment += 1) {
    const worker = startPrivacyWorker({ db: service.asService, files, failed: () => undefined }, { poll: 5, lease: 0 });
    await new Promise((resolve) => setTimeout(resolve, 4 * moment));
    await worker.stop();
  }
  await Promise.all([runUntil(kid, 'done'), runUntil(kid, 'done')]);
  expect(await found(mark)).toEqual({});
  expect((await stateOf(kid)).erased).toMatchObject({ customers: 2, contracts: 1, goals: 2 });
});

test('two concurrent erasures of one customer are one, those of two related customers both complete', async () => {
  const [one, other] = [await makePerson('Unariq'), await makePerson('Tanariq')];
  for (const person of [one, other]) await endAll(person);
  const [first, second] = [kidOf(one), kidOf(other)];
  await post(`/v3/customers/${first}/links`, { foreign_section: 'customers', foreign_id: second });
  const answers = await Promise.all([erase(first), erase(second), erase(first), erase(second)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect([answers[2]?.body.id, answers[3]?.body.id]).toEqual([answers[0]?.body.id, answers[1]?.body.id]);
  await Promise.all([runUntil(first, 'done'), runUntil(second, 'done')]);
  expect([await found('Unariq'), await found('Tanariq')]).toEqual([{}, {}]);
});

test('an erasure waits for an upload and leaves no content to the garbage collection', async () => {
  const person = await makePerson('Yanariq');
  await endAll(person);
  await erase(kidOf(person));
  const share = sql`select 1 from organisation where org_id = ${organisation.orgId} for share`;
  const release = await holdLock(service.db, share);
  const done = runUntil(kidOf(person), 'done');
  await queued(service.db, 1).finally(release);
  await done;
  expect(await found('Yanariq')).toEqual({});
});

test('a hold stops an erasure that has begun', async () => {
  const kid = await post('/v3/customers', { name: 'Wanariq' });
  await erase(kid);
  const hold = `/v3/customers/${kid}/privacy/hold`;
  const headers = { 'content-type': 'application/json' };
  expect((await client.send('PUT', hold, '{"reason":"x"}', headers)).status).toBe(200);
  const worker = startPrivacyWorker({ db: service.asService, files, failed: () => undefined }, { poll: 5, lease: 0 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await worker.stop();
  expect(await found('Wanariq')).toMatchObject({ contact: 1 });
  await client.delete(hold);
  await runUntil(kid, 'done', () => Date.now() + 2 * 3_600_000);
  expect(await found('Wanariq')).toEqual({});
});

test('deleted records are purged after the period, unless a rule keeps them', async () => {
  const kid = await post('/v3/customers', { name: 'Vanariq' });
  const contract = await post('/v3/contracts', { kid, sparte: 1, status: 'beendet', bemerkung: 'Vanariq' });
  const goal = await post('/v3/goals', { kid, subject: 'Vanariq' });
  const young = await post('/v3/goals', { kid: others.mate, subject: 'Vanariq' });
  await client.delete(`/v3/customers/${kid}`);
  await client.delete(`/v3/goals/${young}`);
  const { orgId } = organisation;
  for (const table of ['contact', 'contract', 'goal'])
    await service.db.read(sql`update ${raw(table)} set deleted_at = now() - interval '91 days'
      where org_id = ${orgId} and id = any(${[kid, contract, goal]}::int[]) and del <> 0`);
  const failures: Error[] = [];
  const worker = startPrivacyWorker(
    { db: service.asService, files, failed: (error) => failures.push(error) },
    { poll: 5, purge: 0 },
  );
  const rows = async (table: string, id: number) =>
    (await service.db.read(sql`select 1 from ${raw(table)} where org_id = ${orgId} and id = ${id}`)).length;
  await until(async () => failures.length > 0 || (await rows('goal', goal)) === 0, { what: 'the purge' });
  await worker.stop();
  expect(failures).toEqual([]);
  expect([await rows('goal', young), await rows('contract', contract), await rows('contact', kid)]).toEqual([1, 1, 1]);
});

test('deleted parts and annotations of live records are purged after the period, unless a rule or a hold keeps them', async () => {
  const [kid, held] = [await post('/v3/customers', { name: 'Live' }), await post('/v3/customers', { name: 'Held' })];
  const contract = await post('/v3/contracts', { kid, sparte: 1 });
  const parts: readonly (readonly [table: string, path: string, body: object])[] = [
    ['address', `customers/${kid}/addresses`, { ort: 'Yanariq' }],
    ['comment', `customers/${kid}/comments`, { text: 'Yanariq' }],
    ['contract_tariff', `contracts/${contract}/tariffs`, { name: 'Yanariq' }],
    ['address', `customers/${held}/addresses`, { ort: 'Yanariq' }],
  ];
  const { orgId } = organisation;
  const made: { table: string; id: number }[] = [];
  for (const [table, path, body] of parts) {
    const id = await post(`/v3/${path}`, body);
    await client.delete(`/v3/${path}/${id}`);
    await service.db.read(sql`update ${raw(table)} set deleted_at = now() - interval '91 days'
      where org_id = ${orgId} and id = ${id} and del <> 0`);
    made.push({ table, id });
  }
  const young = await post(`/v3/customers/${kid}/addresses`, { ort: 'Yanariq' });
  await client.delete(`/v3/customers/${kid}/addresses/${young}`);
  const headers = { 'content-type': 'application/json' };
  await client.send('PUT', `/v3/customers/${held}/privacy/hold`, '{"reason":"x"}', headers);
  const stay = () =>
    Promise.all(
      [...made, { table: 'address', id: young }].map(
        async ({ table, id }) =>
          (await service.db.read(sql`select 1 from ${raw(table)} where org_id = ${orgId} and id = ${id}`)).length,
      ),
    );
  const failures: Error[] = [];
  const worker = startPrivacyWorker(
    { db: service.asService, files, failed: (error) => failures.push(error) },
    { poll: 5, purge: 0 },
  );
  await until(async () => failures.length > 0 || (await stay())[1] === 0, { what: 'the purge' });
  await worker.stop();
  expect(failures).toEqual([]);
  expect(await stay()).toEqual([0, 0, 1, 1, 1]);
});
