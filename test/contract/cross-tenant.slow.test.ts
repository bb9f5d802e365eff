/**
 * Every operation x every place an id can stand x ids of another organisation, deleted, of another parent: the answer
 * is that for an id that never existed, and nothing changes (rules 9.1, 18.2).
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import type { Route } from '../../src/derive/routing/routes.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { digestOf, tenantTables } from '../support/digest.ts';
import { isRefusedForId, namingPlaces, probesOf, type Request, undecided, type Worlds } from '../support/id-places.ts';
import { givenByPath } from '../support/sample-body.ts';
import {
  addImport,
  addressOf,
  addWork,
  alignSequences,
  createdBelow,
  createNestedSampleRecords,
  createSampleRecords,
  eachOf,
  make,
  makeNested,
  nestedCreates,
  parentPattern,
  type SampleRecords,
} from '../support/sample-records.ts';
import { type Client, type Reply, startTestService, type TestService } from '../support/service.ts';

const routes = allRoutes(registry);

let service: TestService;
let client: Client;
let worlds: Worlds;
let before: Record<string, string>[];
const orgIds: number[] = [];
/** Places that were tried, by route. */
const tried = new Map<string, Set<string>>();

const removed = async (path: string): Promise<void> => {
  const answer = await client.delete(path);
  if (answer.status !== 200) throw new Error(`DELETE ${path}: ${answer.text}`);
};

/**
 * Deletes a whole stock in reverse order of creation, as a record may be below an earlier one. Documents survive the
 * contract or damage that they belong to, so they are deleted first. A message goes with its document, which the customer has.
 */
const removeAll = async (stock: SampleRecords): Promise<void> => {
  const contacts = ['customers', 'products', 'users'];
  const paths = [...stock.ids.keys()]
    .reverse()
    .filter((path) => !['inbox/documents', 'messages', 'letters'].includes(path));
  const ordered = [...paths.filter((path) => !contacts.includes(path)), ...contacts];
  for (const [pattern, id] of stock.below) {
    if (/(contracts|damages)\/#\/documents$/.test(pattern)) await removed(`/v3/documents/${id}`);
  }
  await client.post(`/v3/inbox/documents/${stock.ids.get('inbox/documents')}/discard`);
  for (const path of ordered) await removed(`/v3/${path}/${stock.ids.get(path)}`);
  await removed(`/v3/customers/${stock.mate}`);
};

/** A webhook with a delivery, which no declaration knows. */
const addWebhook = async (of: Client, orgId: number, stock: SampleRecords): Promise<void> => {
  const { id } = (await of.post('/v3/webhooks', { url: 'https://93.184.215.14/', events: [] })).body;
  const [row] = await service.db.read<{ id: number }>(sql`insert into webhook_delivery
      (org_id, id, webhook_id, request_id, event_name, event_at, payload, state, next_attempt_at)
    values (${orgId}, nextval('webhook_delivery_id_seq'), ${id}, gen_random_uuid(), 'goals.insert', now(), '{}', 'failed', now())
    returning id::int as id`);
  stock.ids.set('webhooks', id);
  stock.below.set('webhooks/#/deliveries', row?.id ?? 0);
};

/** Records deleted below parents that live. */
const makeLost = async (own: SampleRecords): Promise<Map<string, number>> => {
  const lost = new Map<string, number>();
  const removable = createdBelow(registry).filter(({ verbs }) => verbs.includes('remove'));
  await eachOf(removable, async (one) => {
    const parentId = own.ids.get(one.parent?.path ?? '');
    // A follower, a tag or a link exists once: the one that stays is made again after it.
    const live = own.below.get(one.pattern) ?? 0;
    await removed(`${addressOf(one, parentId)}/${live}`);
    lost.set(one.pattern, live);
    own.below.set(one.pattern, await make(client, one, own, parentId));
  });
  // After those: deleting a parent deletes the records below it.
  await createNestedSampleRecords(client, registry, own);
  await eachOf(nestedCreates(registry), async (route) => {
    const live = own.below.get(route.pattern) ?? 0;
    await removed(`/v3/${route.collection?.pattern.replace('#', String(own.below.get(parentPattern(route))))}/${live}`);
    lost.set(route.pattern, live);
    own.below.set(route.pattern, await makeNested(client, route, own));
  });
  return lost;
};

beforeAll(async () => {
  service = await startTestService();
  await alignSequences(service.db);
  const [mine, other] = [await service.organisation(), await service.organisation()];
  orgIds.push(mine.orgId, other.orgId);
  client = await mine.client();
  const stranger = await other.client();
  const theirs = await createSampleRecords(stranger, registry, 'strangers');
  const own = await createSampleRecords(client, registry, 'ours');
  const second = await createSampleRecords(client, registry, 'seconds');
  const gone = await createSampleRecords(client, registry, 'removed');
  await addWebhook(stranger, other.orgId, theirs);
  await addWork(stranger, theirs);
  await addImport(service.db, other.orgId, theirs);
  for (const stock of [own, second]) await addImport(service.db, mine.orgId, stock);
  for (const stock of [second, gone]) await createNestedSampleRecords(client, registry, stock);
  await createNestedSampleRecords(stranger, registry, theirs);
  for (const stock of [own, second, gone]) {
    await addWebhook(client, mine.orgId, stock);
    await addWork(client, stock);
  }
  await removeAll(gone);
  // Nothing but time deletes a job of letters.
  await service.db.read(
    sql`delete from letter_job where org_id = ${mine.orgId} and id = ${gone.ids.get('letters')}::int`,
  );
  const lost = await makeLost(own);
  const colleague = await mine.client({ userKid: own.ids.get('users') });
  const tag = (await colleague.post('/v3/system/tags', { tag: 'private' })).body.id as number;
  worlds = { registry, own, second, gone, lost, theirs, hidden: new Map([['system/tags', tag]]) };
  before = await Promise.all(orgIds.map((orgId) => digestOf(service.db, orgId)));
}, 120_000);
afterAll(() => service.stop());

const send = ({ method, path, body }: Request): Promise<Reply> =>
  client.send(method, path, body === undefined ? undefined : JSON.stringify(body), {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  });

/** The response as the caller sees it, with the caller's own id replaced. */
const seen = ({ status, text }: Reply, id: number) => ({ status, text: text.replaceAll(String(id), 'ID') });

const nameOf = ({ method, address }: Route): string => `${method} ${address}`;

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  test('an id of another organisation gets the response of an unknown id', async () => {
    const places = new Set<string>();
    await eachOf(probesOf(route, worlds), async (probe) => {
      const [found, absent] = await Promise.all([send(probe.request), send(probe.absent)]);
      if (probe.elsewhere) {
        const { status, error } = found;
        expect([probe.request, status, error]).toEqual([probe.request, 404, 'not_found']);
        places.add(probe.place);
        return;
      }
      const what = `${probe.place}: ${probe.variant} ${JSON.stringify(probe.request)}`;
      expect({ what, ...seen(found, probe.id) }).toEqual({ what, ...seen(absent, 2147483647) });
      expect(isRefusedForId(probe, absent), `${what} ${absent.text}`).toBe(true);
      places.add(probe.place);
    });
    tried.set(name, places);
  });
});

describe('search finds nothing of others and nothing deleted', () => {
  const indices = [...registry.resources.flatMap(({ search }) => search.index ?? []), 'portals'];
  const hits = async (mark: string) => [
    (await client.post('/v3/search', { query: mark, indices })).body,
    (await client.post('/v3/search', { query: indices.map((index) => ({ index, include: { name: mark } })) })).body,
    (await client.post('/tools/search', { mode: 'apiv3', query: mark, indices })).body,
    (await client.post('/tools/search', { mode: 'batch', queries: [{ query: mark, indices }] })).body,
    (await client.post('/tools/search', { mode: 'multi', searches: { a: { query: mark, indices } } })).body,
  ];
  test.each(['strangers', 'removed'])('%s', async (mark) => {
    expect(await hits(mark)).toEqual(await hits('neverwritten'));
    expect((await hits('seconds'))[0].total).toBeGreaterThan(8);
  });

  test('nor a kid used as a word', async () => {
    const query = (id: number) => ({ query: String(id), indices });
    const strange = worlds.theirs.ids.get('customers') ?? 0;
    expect((await client.post('/v3/search', query(strange))).body.total).toBe(0);
  });
});

test('an Idempotency-Key of another organisation is independent', async () => {
  const headers = { 'idempotency-key': 'the same key' };
  const other = await (await service.organisation()).client();
  const theirs = await other.post('/v3/customers', { name: 'K' }, headers);
  const refused = await client.post('/v3/customers/2147483647/merge', { slave_kid: 2147483646 }, headers);
  expect([theirs.status, refused.error]).toEqual([201, 'not_found']);
});

test('nothing of either organisation changed', async () => {
  const after = await Promise.all(orgIds.map((orgId) => digestOf(service.db, orgId)));
  // Refused calls leave only their idempotency keys.
  expect({ ...after[0], idempotency_key: '' }).toEqual({ ...before[0], idempotency_key: '' });
  expect(after[1]).toEqual(before[1]);
  const filled = Object.values(before[1] ?? {}).filter((digest) => !digest.startsWith('0:'));
  expect(filled.length).toBeGreaterThan(30);
  expect((await tenantTables(service.db)).length).toBeGreaterThan(35);
});

describe('the matrix has no holes', () => {
  test('every number of a body is decided, every special operation looked at', () => {
    expect(undecided(registry, routes), 'Say of each in test/support/id-places.ts whether it names a record').toEqual(
      [],
    );
  });

  test.each(routes.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
    const places = tried.get(name) ?? new Set();
    const { collection, verb } = route;
    const wanted = [...route.pathIds.map((number, at) => `path ${number.name} ${at + 1}`), ...namingPlaces(route)];
    const given = collection ? givenByPath(collection) : [];
    for (const [field, { reference, server, filter, fixed }] of Object.entries(collection?.resource.fields ?? {})) {
      if (!reference || given.includes(field)) continue;
      const writes = verb === 'create' || (verb === 'update' && !fixed);
      if (writes && !server) wanted.push(`body ${field}`);
      if (verb === 'list' && filter) wanted.push(`filter ${field}`);
    }
    expect(wanted.filter((place) => !places.has(place))).toEqual([]);
  });
});
