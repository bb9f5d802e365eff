/**
 * Every operation x every place an id can stand x records of a colleague's customer, asked by a user with own customers:
 * the answer is that for an id that never existed, nothing changes, and no answer has a word of those records (rules 8.14).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personKinds } from '../../src/derive/privacy/person-records.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import type { Route } from '../../src/derive/routing/routes.ts';
import { narrowedTables } from '../../src/derive/sql/own-customers.ts';
import { registry } from '../../src/model/registry.ts';
import { WHOLE_ORGANISATION } from '../../src/shared/roles.ts';
import { sql } from '../../src/sql/sql.ts';
import { digestOf, tenantTables } from '../support/digest.ts';
import { fill, isRefusedForId, ownNumbers, probesOf, type Request, type Worlds } from '../support/id-places.ts';
import {
  addImport,
  addWork,
  alignSequences,
  createNestedSampleRecords,
  createSampleRecords,
  eachOf,
  type SampleRecords,
} from '../support/sample-records.ts';
import { type Client, type Reply, startTestService, type TestService } from '../support/service.ts';

const routes = allRoutes(registry);
const kinds = personKinds(registry).map(({ resource }) => resource.path);
/** Work that belongs to the user who asked for it. */
const WORK = ['exports', 'letters', 'messages', 'imports'];
/** A waiting document belongs to no customer yet. */
const WAITING = 'inbox/documents';
const MARK = 'colleagueword';
const NONE: SampleRecords = { ids: new Map(), below: new Map(), mark: 'none', mate: 0 };

/** Tables without records of customers, and those that a limited user has no scope for. */
const OFFICE = new Set(
  `api_token change_feed contact_person credential document_folder_closure gdv_sparte idempotency_key import_mapping
  inbox_rule invitation known_browser mail_server mailbox mailbox_mail organisation passkey portal record_block record_count
  recovery_code request_budget request_count request_total saved_view session sso tag text_template webhook webhook_budget
  webhook_delivery`.split(/\s+/),
);

let service: TestService;
let admin: Client;
let limited: Client;
let worlds: Worlds;
let orgId: number;
let before: Record<string, string>;

/** The section or the kind of work that the first number of an address names. */
const subjectOf = (address: string): string => address.replace('/v3/', '').split(/\/[{#]/)[0] ?? '';
const isOfCustomer = (path: string): boolean => (kinds.includes(path) && path !== WAITING) || WORK.includes(path);

/** Those records of a stock that belong to its customers. */
const ofCustomers = (stock: SampleRecords): SampleRecords => ({
  ...stock,
  ids: new Map([...stock.ids].filter(([path]) => isOfCustomer(path))),
  below: new Map([...stock.below].filter(([pattern]) => isOfCustomer(subjectOf(pattern)))),
});

/** A stock whose customers have an adviser, who has asked for its work. */
const stockOf = async (mark: string, betreuer: number, client: Client): Promise<SampleRecords> => {
  const stock = await createSampleRecords(admin, registry, mark);
  await createNestedSampleRecords(admin, registry, stock);
  const kid = stock.ids.get('customers');
  for (const path of ['documents', 'damages', 'activities', 'finances', 'goals'])
    await admin.patch(`/v3/${path}/${stock.ids.get(path)}`, { kid });
  for (const id of [kid, stock.mate]) expect((await admin.patch(`/v3/customers/${id}`, { betreuer })).status).toBe(200);
  await addWork(client, stock);
  await addImport(service.db, orgId, stock, betreuer);
  return stock;
};

beforeAll(async () => {
  service = await startTestService();
  await alignSequences(service.db);
  const mine = await service.organisation();
  orgId = mine.orgId;
  admin = await mine.client();
  const roles = JSON.stringify({ own: { name: 'Eigene', scopes: [], own_customers: true } });
  await service.db.read(sql`update organisation set settings = jsonb_build_object('roles', ${roles}::jsonb),
    settings_version = settings_version + 1 where org_id = ${orgId}`);
  const user = async (name: string, rolle: string): Promise<number> =>
    (await admin.post('/v3/users', { name, email: `${name}@example.com`, rolle })).body.id;
  const [own, other] = [await user('own', 'own'), await user('other', 'berater')];
  const colleague = await mine.client({ userKid: other });
  limited = await mine.client({ userKid: own });
  worlds = {
    registry,
    own: await stockOf('ours', own, limited),
    theirs: ofCustomers(await stockOf(MARK, other, colleague)),
    ...{ second: NONE, gone: NONE, lost: new Map(), hidden: new Map() },
  };
  before = await digestOf(service.db, orgId);
}, 120_000);
afterAll(() => service.stop());

const send = ({ method, path, body }: Request): Promise<Reply> =>
  limited.send(method, path, body === undefined ? undefined : JSON.stringify(body), {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  });
const named = (some: readonly Route[]) => some.map((route) => [`${route.method} ${route.address}`, route] as const);

describe.each(named(routes))('%s', (_name, route) => {
  const isGranted = !WHOLE_ORGANISATION.has(route.scope);

  test('a record of a colleague is as one that never was', async () => {
    const probes = probesOf(route, worlds).filter(({ variant }) => variant.startsWith('foreign'));
    await eachOf(probes, async (probe) => {
      const reply = await send(probe.request);
      const asked = `${probe.place}: ${JSON.stringify(probe.request)} ${reply.text}`;
      const isForbidden = reply.error === (isGranted ? 'administrator_required' : 'missing_required_scope');
      expect(isForbidden || (isGranted && isRefusedForId(probe, reply)), asked).toBe(true);
      expect(reply.text, asked).not.toContain(MARK);
    });
    if (!isOfCustomer(subjectOf(route.address)) || !route.pathIds.length) return;
    const isTried = probes.some(({ place }) => place.startsWith('path'));
    expect(isTried, 'Say in this test which record of a colleague its address names').toBe(true);
  });

  test.runIf(route.method === 'GET' && isGranted)('shows records of the own customers only', async () => {
    const path = fill(route.address, ownNumbers(route, worlds));
    const { status, text } = await send({ method: 'GET', path });
    const { ids, mate } = worlds.theirs;
    for (const kid of [ids.get('customers'), mate])
      expect(text).not.toMatch(new RegExp(`"kid(_beziehung)?":${kid}\\b`));
    // Lists of documents and activities have those of product partners, too.
    if (isOfCustomer(subjectOf(route.address)) && !/(documents|activities)$/.test(path))
      expect(text).not.toContain(MARK);
    if (isOfCustomer(subjectOf(route.address)) && !/download|erasure|gdv/.test(route.address))
      expect(status, `${path} ${text}`).toBe(200);
  });
});

test('nothing changed', async () => {
  const after = await digestOf(service.db, orgId);
  // Reads of the feed and of personal data leave these, refused calls their keys.
  const left = { idempotency_key: '', audit_entry: '', change: '', change_feed: '' };
  expect({ ...after, ...left }).toEqual({ ...before, ...left });
});

test('every table is narrowed, or has no records of customers', async () => {
  const narrowed = narrowedTables();
  const undecided = (await tenantTables(service.db)).filter((table) => !narrowed.includes(table) && !OFFICE.has(table));
  expect(undecided, 'Add a condition to src/derive/sql/own-customers.ts, or the name to this test').toEqual([]);
});
