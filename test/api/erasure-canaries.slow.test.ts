/**
 * A canary through every call that takes a text: after the erasure of the person no table and no file has it (docs/privacy.md). A new
 * call of a record kind of customers is planted from its declaration; any other one fails here until it is planted or excepted.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { personKinds, personResources } from '../../src/derive/privacy/person-records.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import type { Collection } from '../../src/derive/routing/collections.ts';
import type { Route } from '../../src/derive/routing/routes.ts';
import type { FileStores } from '../../src/files/object-store.ts';
import { openStores } from '../../src/files/open-stores.ts';
import { kinds } from '../../src/model/declaration/value-kinds.ts';
import { registry } from '../../src/model/registry.ts';
import { startLetterWorker } from '../../src/operations/messages/letter-worker.ts';
import { startPrivacyWorker } from '../../src/operations/privacy/privacy-worker.ts';
import { listErasures, repeatErasures } from '../../src/operations/privacy/repeat-erasures.ts';
import { join, raw, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { gdvContract, gdvPackage } from '../support/gdv-file.ts';
import { writeLines } from '../support/gdv-writer.ts';
import { rowsOf, settled, setUpImportWorker, staged, step } from '../support/import-client.ts';
import { bodyFields, fullCreate, type Named, samplePatch } from '../support/sample-body.ts';
import { createSampleRecords, type SampleRecords } from '../support/sample-records.ts';
import type { Client } from '../support/service.ts';
import { until } from '../support/until.ts';

const { service, organisation, client } = setUpService();
setUpImportWorker(service);
const MARK = 'Kanarikos';
const own = new Set(personKinds(registry).map(({ resource }) => resource.path));
const routes = allRoutes(registry);
let files: FileStores;
let others: SampleRecords;
let mate: number;
let kid: number;

beforeAll(async () => {
  files = openStores(readConfig({ PORT: '0', DATA_DIR: inject('files') }));
  const events = registry.resources.flatMap(({ path, events: { name } }) =>
    ['insert', 'update', 'delete'].map((action) => `${name ?? path}.${action}`),
  );
  // A receiver of everything, which nothing is sent to: the outbox keeps the payloads.
  await service.db.read(sql`insert into webhook (org_id, id, url, secret, active, released, events)
    values (${organisation.orgId}, 900000001, 'https://93.184.215.14/', '', true, true, ${events}::text[])`);
  others = await createSampleRecords(client, registry, 'Nachbar');
  mate = others.mate;
});
afterAll(() => files.close());

/** Special calls without a text about a person, with the reason; and those whose text names no person by contract. */
const EXCEPTED: Readonly<Record<string, string>> = {
  search: 'a read: nothing is stored',
  toolsSearch: 'a read: nothing is stored',
  upsertSearch: 'is refused',
  'POST /v3/exports': 'sections and a format; its file is planted by the records',
  'PUT /v3/imports/mappings/:name': 'headers of tables with their fields',
  'POST /v3/system/templates/:id/preview': 'a read: nothing is stored',
  'POST /v3/letters/recipients': 'numbers',
  'POST /v3/messages/:id/resend': 'numbers',
  'POST /v3/products/letters': 'as of customers',
  'POST /v3/contracts/letters': 'as of customers',
  'POST /v3/damages/letters': 'as of customers',
  'POST /v3/products/:kid/messages': 'about a product partner',
  'POST /v3/contracts/:id/messages': 'as of customers',
  'POST /v3/damages/:id/messages': 'as of customers',
  'POST /v3/imports/:id/apply': 'a choice',
  'POST /v3/imports/:id/undo': 'no body',
  'POST /v3/inbox/documents/:id/assign': 'a section and numbers',
  'POST /v3/inbox/documents/:id/discard': 'no body',
  'POST /v3/inbox/documents/:id/return': 'no body',
  mergeCustomers: 'a number',
  'POST /v3/customers/:kid/unmerge': 'a number',
  'POST /v3/duplicates/:name/dismiss': 'no body',
  'POST /v3/customers/:kid/privacy/erasure': 'the reason in the ledger should name no person',
  'POST /v3/webhooks': 'a receiver of the organisation',
  'PATCH /v3/webhooks/:id': 'a receiver of the organisation',
  'POST /v3/webhooks/:id/test': 'no body',
  'POST /v3/webhooks/:id/secret': 'no body',
  'POST /v3/webhooks/:id/deliveries/:delivery/resend': 'no body',
};

const takesText = ({ verb, collection }: Route): boolean => {
  if (!collection || verb === 'restore') return false;
  const fields = bodyFields(collection, verb === 'create' ? 'create' : 'patch');
  return fields.some(([, { kind, list, reference }]) => kind === kinds.text && !list && !reference);
};
/** Routes whose records belong to customers. */
const isOfPerson = ({ collection, grandparent }: Route): boolean => {
  const { resource, parent } = collection ?? {};
  const top = grandparent ?? parent ?? resource;
  return (
    resource !== undefined &&
    own.has(top?.path ?? '') &&
    (personResources(registry).has(resource) || resource.path === 'documents/folders')
  );
};
const writes = routes.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
const nameOf = ({ method, pattern }: Route): string => `${method} ${pattern}`;
const required = writes.filter((route) =>
  route.collection ? isOfPerson(route) && takesText(route) : !Object.hasOwn(EXCEPTED, route.operation),
);

const planted = new Set<string>();
let keys = 0;
/** Sends a request with a key; an accepted one with the canary counts as planted. */
const send = async (method: string, path: string, body: unknown, by: Client = client) => {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'idempotency-key': `canary ${(keys += 1)}` };
  const answer = await by.send(method, path, text, headers);
  if (answer.status >= 300) throw new Error(`${method} ${path} ${text}: ${answer.text}`);
  const pattern = path.replace(/^\/v3\//, '').replaceAll(/\/\d+(?=\/|$)/g, '/#');
  if (text.includes(MARK)) planted.add(`${method} ${pattern}`);
  return answer;
};
const idOf = ({ body }: Awaited<ReturnType<typeof send>>): number => Number(body.ids?.[0] ?? body.id ?? body.kid);

/** The canary in every record, part and annotation, by every call that its declaration has. */
const plantRecords = async (named: Named & { readonly ids: Map<string, number> }): Promise<void> => {
  const made = new Map<string, number>();
  const bodyOf = (collection: Collection) => {
    const body = fullCreate(collection, named);
    const text = Buffer.from(`${MARK} content`).toString('base64');
    const hasKid = bodyFields(collection, 'create').some(([name]) => name === 'kid');
    return { ...body, ...(hasKid ? { kid } : {}), ...('base64' in body ? { base64: text } : {}) };
  };
  const creates = writes.filter((route) => route.verb === 'create' && isOfPerson(route));
  const fill = (address: string, ids: readonly (number | undefined)[]): string => {
    const left = [...ids];
    return address.replaceAll(/\{\w+\}/g, () => String(left.shift()));
  };
  const idsAbove = ({ pattern, collection, grandparent }: Route): (number | undefined)[] => {
    const parent = collection?.parent;
    if (grandparent) return [named.ids.get(grandparent.path), made.get(pattern.split('/').slice(0, 3).join('/'))];
    return parent ? [named.ids.get(parent.path)] : [];
  };
  const depth = (route: Route): number => (route.grandparent ? 2 : route.collection?.parent ? 1 : 0);
  const order = [...own];
  const rank = (route: Route): number => order.indexOf(route.collection?.resource.path ?? '');
  for (const route of [...creates].sort((a, b) => depth(a) - depth(b) || rank(a) - rank(b))) {
    const { collection } = route;
    if (!collection) continue;
    const { path } = collection.resource;
    const id = idOf(await send('POST', fill(route.address, idsAbove(route)), bodyOf(collection)));
    made.set(route.pattern, id);
    if (depth(route) === 0 && path === 'customers') named.ids.set(path, (kid = id));
    if (depth(route) === 0) named.ids.set(path, id);
  }
  for (const route of writes.filter((one) => one.verb === 'update' && isOfPerson(one) && takesText(one))) {
    const at = made.get(route.pattern.replace(/\/#$/, ''));
    if (route.collection && at !== undefined)
      await send('PATCH', fill(route.address, [...idsAbove(route), at]), samplePatch(route.collection, named));
  }
  for (const route of writes.filter((one) => one.verb === 'bulk' && isOfPerson(one)))
    if (route.collection) {
      const rows = [{ id: made.get(route.pattern.replace(/\/bulk$/, '')) }];
      for (const set of [samplePatch(route.collection, named), samplePatch(route.collection, named)])
        await send('POST', fill(route.address, []), { rows, set });
    }
};

/** Imports that name the person by number alone, in every state. */
const plantImports = async (): Promise<number> => {
  const mapping = { KdNr: 'kid', Art: 'kategorie', Titel: 'titel', Start: 'start' };
  const table = (what: string) =>
    `KdNr;Notiz ${MARK};Art;Titel;Start\n${kid};x;aufgabe;${MARK} ${what};2026-01-31 09:30:00\n${kid};x;aufgabe;${MARK} ${what};never\n`;
  const options = { format: 'csv', section: 'activities', mapping };
  const file = (what: string) => staged(client, table(what), options, `${MARK} ${what}.csv`);
  const ready = await file('ready');
  planted.add('POST imports');
  await send('PATCH', `/v3/imports/${ready.id}/rows/2`, {
    action: 'take',
    values: { titel: `${MARK} row`, start: '2026-02-01 09:30:00' },
  });
  const { id } = await file('read again');
  const columns = { ...mapping, [`Notiz ${MARK}`]: '' };
  await send('POST', `/v3/imports/${id}/restage`, { options: { ...options, mapping: columns } });
  await settled(client, id);
  expect((await step(client, (await file('done')).id, 'apply')).applied).toBe(1);
  const undone = await file('undone');
  await step(client, undone.id, 'apply');
  expect((await step(client, undone.id, 'undo')).state).toBe('undone');
  await client.delete(`/v3/imports/${(await file('cancelled')).id}`);
  const failed = await staged(
    client,
    `{"name":"${MARK}"}\n{`,
    { format: 'xlsx', section: 'customers' },
    `${MARK}.xlsx`,
  );
  expect(failed.state).toBe('failed');
  // A row that is refused, of the person by its number.
  await staged(client, `Nummer;Name;Geburtstag\nK-${MARK};${MARK} refused;never\n`, {
    format: 'csv',
    section: 'customers',
    mapping: { Nummer: 'nummer', Name: 'name', Geburtstag: 'geb' },
    match: ['nummer'],
  });
  const [staging, applying] = [await file('staging'), await file('applying')];
  for (const [id, state] of [
    [staging.id, 'staging'],
    [applying.id, 'applying'],
  ])
    await service.db.read(sql`update import_job set state = ${state}, lease = 'another worker', leased_until = now() + interval '1 hour'
      where org_id = ${organisation.orgId} and id = ${id}`);
  return staging.id;
};

/** Columns of a table, bytes as the text that they may be. */
const readable = async (table: string) => {
  const columns = await service.db.queryLong<{
    name: string;
    type: string;
  }>(sql`select c.column_name as name, c.data_type as type
    from information_schema.columns c
    where c.table_schema = current_schema() and c.table_name = ${table}`);
  return columns.map(({ name, type }) =>
    type === 'bytea' ? raw(`encode(t."${name}", 'escape')`) : raw(`t."${name}"::text`),
  );
};
/** Tables and files with the canary, and the number of rows. */
const found = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  const tables = await service.db.queryLong<{ name: string }>(sql`select table_name as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = current_schema()`);
  for (const { name } of tables) {
    const all = join(await readable(name), ', ');
    const [row] = await service.db.queryLong<{ n: number }>(sql`select count(*)::int as n
      from ${raw(name)} t
      where concat_ws(' ', ${all}) ilike ${`%${MARK}%`}`);
    if (row?.n) counts[name] = row.n;
  }
  for await (const { key } of files.current.list()) {
    const bytes = await (await files.current.open(key)).toArray();
    if (Buffer.concat(bytes).includes(MARK)) counts.files = (counts.files ?? 0) + 1;
  }
  return counts;
};

/** Letters: of a job that is done, and of one that waits. */
const plantLetters = async (): Promise<void> => {
  const template = idOf(
    await send('POST', '/v3/system/templates', { section: 'customers', kind: 'letter', name: 'Brief', text: 'x' }),
  );
  const body = { template, ids: [kid], subject: MARK, text: `${MARK} {{ kunde.name }}` };
  const job = idOf(await send('POST', '/v3/customers/letters', body));
  const failures: Error[] = [];
  const worker = startLetterWorker({
    db: service.asService,
    files,
    failed: (error) => failures.push(error),
    pollMs: 5,
  });
  const isDone = async () => failures.length > 0 || (await client.get(`/v3/letters/${job}`)).body.state === 'done';
  await until(isDone, { what: 'the letters' }).finally(() => worker.stop());
  expect(failures).toEqual([]);
  await send('POST', '/v3/customers/letters', body);
  planted.add('POST /v3/customers/letters');
};

const erasureState = async () => (await client.get(`/v3/customers/${kid}/privacy/erasure`)).body.state;
const erase = async (what: string, ended: () => Promise<boolean>): Promise<void> => {
  const failures: Error[] = [];
  const failed = (error: Error) => failures.push(error);
  const worker = startPrivacyWorker({ db: service.asService, files, failed }, { poll: 5, lease: 0 });
  await until(async () => failures.length > 0 || (await ended()), { what });
  await worker.stop();
  expect(failures.map(({ stack }) => stack)).toEqual([]);
};

test('no table and no file has a text of an erased person, by whichever call it came', async () => {
  await plantRecords({ ids: new Map(others.ids), mate, mark: MARK });
  await send('PATCH', `/v3/customers/${kid}`, { vorname: MARK, name: MARK, nummer: `K-${MARK}` });
  const view = idOf(
    await send('POST', '/v3/system/views', {
      section: 'customers',
      name: `Post ${MARK}`,
      query: `plz=50667&name=${MARK}`,
    }),
  );
  await send('POST', '/v3/system/views', { section: 'contracts', name: 'Nur Filter', query: `kid=${kid}&kid=${mate}` });
  const arguments_ = { section: 'goals', values: { kid, subject: MARK }, idempotency_key: 'canary' };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create', arguments: arguments_ } };
  const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const mcp = await client.send('POST', '/mcp', JSON.stringify(call), accept);
  expect([mcp.status, mcp.text]).toEqual([200, expect.not.stringContaining('isError')]);
  planted.add('POST /mcp');
  const message = { subject: MARK, text: MARK, to: [`${MARK}@example.com`], send: 'none' };
  await send('POST', `/v3/customers/${kid}/messages`, message);
  planted.add('POST /v3/customers/:kid/messages');
  await plantLetters();
  await send('PUT', `/v3/customers/${kid}/privacy/hold`, { reason: MARK });
  await client.delete(`/v3/customers/${kid}/privacy/hold`);
  const refused = { foreign_section: MARK, foreign_id: mate };
  const key = { 'idempotency-key': 'canary refused' };
  expect((await client.post(`/v3/customers/${kid}/links`, refused, key)).status).toBe(400);
  const staging = await plantImports();
  expect(
    required.map(nameOf).filter((name) => !planted.has(name)),
    'calls without a canary',
  ).toEqual([]);
  // Nothing keeps the records.
  for (const [path, set] of [
    ['contracts', { status: 'beendet', ablauf: '2001-01-01', beendet_am: '2001-01-01' }],
    ['damages', { datum_erledigt: '2001-01-01' }],
    ['finances', { ende: '2001-01-01' }],
  ] as const)
    for (const { id } of await service.db.read<{ id: number }>(sql`select id
      from ${raw(registry.get(path).table)}
      where org_id = ${organisation.orgId} and kid = ${kid}`))
      await send('PATCH', `/v3/${path}/${id}`, set);
  const before = await found();
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'audit_entry',
      'files',
      'idempotency_key',
      'letter',
      'letter_job',
      'import_job',
      'import_row',
      'saved_view',
      'search_entry',
      'webhook_delivery',
    ]),
  );
  const preview = (await client.get(`/v3/customers/${kid}/privacy`)).body;
  expect(preview.third_persons).toContainEqual({ section: 'system/views', id: view, reason: 'text' });
  await send('POST', `/v3/customers/${kid}/privacy/erasure`, { confirm: kid, reason: 'Art. 17' });
  // It waits for the import that is still being read.
  const { orgId } = organisation;
  await erase('the other copies', async () => !(await found()).saved_view);
  expect(await erasureState()).toBe('running');
  await service.db.read(sql`update import_job set state = 'ready' where org_id = ${orgId} and id = ${staging}`);
  await service.db.read(sql`update erasure set leased_until = null where org_id = ${orgId}`);
  await erase('the erasure', async () => (await erasureState()) === 'done');
  expect(await found()).toEqual({});
  expect((await client.get(`/v3/system/views/${view}`)).body).toMatchObject({ name: 'Post …', query: 'plz=50667' });
  expect((await client.get('/v3/system/views?section=contracts')).body.items).toMatchObject([{ query: `kid=${mate}` }]);
}, 120_000);

test('the next delivery of a kept contract of an erased customer waits for a decision, also after a restore', async () => {
  const { orgId, client: clientOf } = await service.organisation();
  const by = await clientOf();
  const deliver = (date: string) =>
    staged(by, writeLines(gdvPackage(gdvContract('4711'), { date }), 'iso-8859-1'), undefined, `${date}.gdv`);
  await step(by, (await deliver('01112021')).id, 'apply');
  const [contract] = (await by.get('/v3/contracts')).body.items;
  const erasure = `/v3/customers/${contract.kid}/privacy/erasure`;
  await send('POST', erasure, { confirm: contract.kid, reason: 'Art. 17' }, by);
  await erase('the erasure', async () => (await by.get(erasure)).body.state === 'restricted');
  const expectUndecided = async (date: string): Promise<void> => {
    const job = await deliver(date);
    const rows = (await rowsOf(by, job.id)) as { section: string; outcome: string; hints: { code: string }[] }[];
    const waiting = rows.filter(({ section }) => section !== 'products');
    expect(waiting.map(({ section, outcome }) => [section, outcome])).toEqual([
      ['customers', 'ambiguous'],
      ['contracts', 'ambiguous'],
    ]);
    for (const { hints } of waiting) expect(hints).toContainEqual(expect.objectContaining({ code: 'erased_person' }));
    await step(by, job.id, 'apply');
    expect((await by.get('/v3/customers')).body.total).toBe(0);
  };
  await expectUndecided('01122021');
  // A restored database has neither the entry of the ledger nor the customer.
  const [entry] = (await listErasures(service.db)).filter((one) => one.orgId === orgId);
  expect(JSON.stringify(entry)).not.toContain('4711');
  await service.db.read(sql`delete from erasure where org_id = ${orgId}`);
  const failed = (error: Error): void => {
    throw error;
  };
  if (entry) await repeatErasures({ db: service.asService, files, failed }, [{ ...entry, kid: 2_000_000_000 }]);
  await expectUndecided('01012022');
});
