/** Which operation emits which event, and what its payload holds, row by row (rules 7.1). */

import { beforeAll, describe, expect, test } from 'vitest';
import { waitForCacheExpiry } from '../../src/concurrency/cache-propagation.ts';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { createWebhook } from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { type Body, setUpRecords } from '../support/rules-fixture.ts';

const fixture = setUpRecords('events');

const WRITTEN = [
  ...'customers products users contracts damages documents finances goals activities contact-persons portals tags views templates inbox-rules'.split(
    ' ',
  ),
  ...'addresses contacts banking numbers identity jobs comments folders'.split(' '),
].flatMap((family) => [`${family}.insert`, `${family}.update`, `${family}.delete`]);
const PAIRED = ['followers', 'tag-assignments', 'links', 'relations', 'persons', 'tariffs'].flatMap((family) => [
  `${family}.insert`,
  `${family}.delete`,
]);

test('the catalogue of event names (rules 7.1)', () => {
  const all = [...WRITTEN, ...PAIRED, 'customers.merge', 'documents.move', 'inbox.insert', 'imports.done'];
  expect([...eventNames(registry)].sort(), 'Write new names into WRITTEN or PAIRED').toEqual(all.sort());
});

beforeAll(async () => {
  const { db } = fixture.service;
  const reach = { allows: addressRule(['127.0.0.0/8']), eventNames: eventNames(registry) };
  const { orgId } = fixture.organisation;
  const wish = { url: 'http://127.0.0.1:9/', events: eventNames(registry) };
  const { webhook_id } = await createWebhook(db, reach, orgId, wish);
  // No worker delivers here, so the webhook is switched on without a test.
  await db.read(sql`update webhook set active = true where id = ${webhook_id}`);
  await waitForCacheExpiry();
});

interface Event {
  readonly event_name: string;
  readonly payload: string;
}
/** The highest `change_id` of each record so far. */
const highest = new Map<string, number>();

/**
 * The events of some writes through a token of its own: `[name, payload]`. Each `change_id` is that of the change feed,
 * grows for its record, and is left out of the result.
 */
const eventsOf = async (write: () => Promise<unknown>): Promise<[string, Body][]> => {
  const all = () =>
    fixture.service.db.read<Event>(
      sql`select event_name, payload from webhook_delivery where org_id = ${fixture.organisation.orgId} order by id`,
    );
  const before = (await all()).length;
  const { next } = (await fixture.client.get('/v3/changes')).body;
  await write();
  const events = (await all()).slice(before).map(({ event_name, payload }) => ({ event_name, ...JSON.parse(payload) }));
  const feed = (await fixture.client.get(`/v3/changes?limit=1000&after=${next}`)).body.items as Body[];
  return events.map(({ event_name, change_id, ...payload }) => {
    if (/^(inbox|imports)\./.test(event_name)) expect(change_id).toBeUndefined();
    // One that became private has another change for all other users.
    else if (payload.record) {
      const change = feed.find((item) => item.change_id === change_id && item.id === payload.id);
      expect(change, `${event_name} ${change_id}`).toBeDefined();
      const key = `${change?.section} ${payload.id}`;
      expect(change_id).toBeGreaterThanOrEqual(highest.get(key) ?? 1);
      highest.set(key, change_id);
    }
    return [event_name, payload];
  });
};

const get = async (address: string): Promise<Body> => (await fixture.client.get(address)).body;

/** A tag that no record has, and a customer without relations. */
let tag: unknown;
let single: number;
beforeAll(async () => {
  tag = (await fixture.plain('system/tags')).id;
  single = await fixture.customer();
});

/** Lists with the family of their events and a field that a PATCH changes. */
const CHANGED = [
  ['customers', 'customers', 'name'],
  ['products', 'products', 'name'],
  ['users', 'users', 'name'],
  ['customers/#/contracts', 'contracts', 'nummer'],
  ['damages', 'damages', 'art'],
  ['documents', 'documents', 'name'],
  ['finances', 'finances', 'bezeichnung'],
  ['goals', 'goals', 'subject'],
  ['activities', 'activities', 'titel'],
  ['products/#/contact-persons', 'contact-persons', 'name'],
  ['products/#/portals', 'portals', 'pass'],
  ['system/tags', 'tags', 'tag'],
  ['customers/#/addresses', 'addresses', 'ort'],
  ['customers/#/contacts', 'contacts', 'wert'],
  ['products/#/banking', 'banking', 'iban'],
  ['customers/#/numbers', 'numbers', 'wert'],
  ['users/#/identity', 'identity', 'behoerde'],
  ['customers/#/jobs', 'jobs', 'beruf'],
  ['goals/#/comments', 'comments', 'text'],
  ['customers/#/documents/folders', 'folders', 'name'],
] as const;

test('change_id of records that are made together, and changed at once', async () => {
  const events = await eventsOf(async () => {
    const { body } = await fixture.client.post('/v3/customers?together=true', [{ name: 'Eins' }, { name: 'Zwei' }]);
    for (const { id } of body.inserted)
      await Promise.all(['A', 'B', 'C'].map((name) => fixture.client.patch(`/v3/customers/${id}`, { name })));
  });
  expect(events.filter(([name]) => name === 'customers.insert').length).toBe(2);
  expect(events.filter(([name]) => name === 'customers.update').length).toBe(6);
});

describe('insert, update and delete hold the record as a read shows it', () => {
  test.each(CHANGED)('%s: %s.*', async (path, family, field) => {
    let record: Body = {};
    let address = '';
    /** Members of each payload besides the record. */
    const facts = () => ({
      id: record.id,
      ...('kid' in record && { kid: record.kid }),
      ...('owner_id' in record && { owner_section: record.owner_section, owner_id: record.owner_id }),
    });
    const inserted = await eventsOf(async () => {
      address = fixture.recordAt(path, (await fixture.plain(path, path === 'system/tags' ? { freigabe: 1 } : {})).id);
    });
    record = await get(address);
    expect(inserted).toEqual([[`${family}.insert`, { ...facts(), record }]]);

    const updated = await eventsOf(() => fixture.client.patch(address, { [field]: 'geändert' }));
    record = await get(address);
    const changes = expect.arrayContaining([field]);
    expect(updated).toEqual([[`${family}.update`, { ...facts(), changes, record }]]);
    expect(record[field]).toBe(field === 'pass' ? '********' : 'geändert');

    expect(await eventsOf(() => fixture.client.patch(address, { [field]: 'geändert' }))).toEqual([]);
    const removed = await eventsOf(() => fixture.client.delete(address));
    expect(removed).toEqual([[`${family}.delete`, { ...facts(), record }]]);
  });

  /** The list, a body, and whether its payload names the owner. */
  test.each<[path: string, family: string, body: () => Body, owned: boolean]>([
    ['contracts/#/persons', 'persons', () => ({ name: 'x' }), false],
    ['contracts/#/tariffs', 'tariffs', () => ({ name: 'x' }), false],
    ['damages/#/followers', 'followers', () => ({}), true],
    ['users/#/tags', 'tag-assignments', () => ({ tag_id: tag }), true],
    ['users/#/links', 'links', () => ({ foreign_section: 'goals', foreign_id: fixture.id('goals') }), true],
    ['damages/#/links', 'links', () => ({ foreign_section: 'goals', foreign_id: fixture.id('goals') }), true],
    ['customers/#/relations', 'relations', () => ({ kid_beziehung: single, beziehung: 101 }), true],
  ])('%s: %s.insert and delete, one event a pair', async (path, family, body, owned) => {
    const list = fixture.at(path);
    const inserted = await eventsOf(() => fixture.client.post(list, body()));
    const record = (await fixture.client.get(list)).body.items.at(-1);
    const section = path.split('/')[0] ?? '';
    const facts = {
      id: record.id,
      ...(record.kid && { kid: record.kid }),
      ...(owned && { owner_section: section, owner_id: fixture.id(section) }),
      record,
    };
    expect(inserted).toEqual([[`${family}.insert`, facts]]);
    expect(await eventsOf(() => fixture.client.delete(`${list}/${record.id}`))).toEqual([[`${family}.delete`, facts]]);
  });
});

describe('moves, merges and the inbox', () => {
  test.each([
    ['only the folder', {}, ['documents.move']],
    ['the folder and more', { nr: 7 }, ['documents.move', 'documents.update']],
  ])('a PATCH of %s', async (_rule, more, names) => {
    const kid = await fixture.customer();
    const folder = (await fixture.client.post(`/v3/customers/${kid}/documents/folders`, { name: 'F' })).body.id;
    const { id } = await fixture.plain('documents', { kid });
    const events = await eventsOf(() => fixture.client.patch(`/v3/documents/${id}`, { ordner: folder, ...more }));
    expect(events.map(([name]) => name).sort()).toEqual(names);
    const record = await get(`/v3/documents/${id}`);
    expect(record).toMatchObject({ ordner: folder, ...more });
    for (const [, payload] of events) {
      expect({ ...payload, changes: [...(payload.changes as string[])].sort() }).toEqual({
        id,
        kid,
        changes: [...Object.keys(more), 'ordner'],
        record,
      });
    }
  });

  test('a deleted folder is one folders.delete; the feed has its contents (rules 8.5)', async () => {
    const kid = await fixture.customer();
    const list = `/v3/customers/${kid}/documents/folders`;
    const folder = (await fixture.client.post(list, { name: 'F' })).body.id;
    const below = (await fixture.client.post(list, { name: 'G', parent_id: folder })).body.id;
    const { id } = await fixture.plain('documents', { kid, ordner: folder });
    const { next } = await get('/v3/changes');
    const events = await eventsOf(() => fixture.client.delete(`${list}/${folder}`));
    expect(events.map(([name, payload]) => [name, payload.id])).toEqual([['folders.delete', folder]]);
    const { items } = await get(`/v3/changes?after=${next}`);
    const told = (items as Body[]).map(({ section, id: of, action, changed }) => [section, of, action, changed]);
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        ['folders', folder, 'delete', []],
        ['folders', below, 'update', ['parent_id']],
        ['documents', id, 'move', ['ordner']],
      ]),
    );
  });

  test('a merge is one customers.merge with the master’s id and slave_kid', async () => {
    const [master, slave] = [await fixture.customer({ vorname: null }), await fixture.customer({ vorname: 'Eva' })];
    await fixture.client.post(`/v3/customers/${slave}/goals`, { subject: 'x' });
    const events = await eventsOf(() =>
      fixture.client.post(`/v3/customers/${master}/merge`, { slave_kid: slave, mode: 'enrich_master' }),
    );
    const record = await get(`/v3/customers/${master}`);
    expect(events).toEqual([
      ['customers.merge', { id: master, kid: master, slave_kid: slave, changes: ['vorname'], record }],
    ]);
  });

  test('a private tag has no events; a tag made private has a delete, one made public an insert (rules 5.11)', async () => {
    const list = fixture.at('system/tags');
    let id: unknown;
    const none = await eventsOf(async () => {
      ({ id } = await fixture.plain('system/tags', { tag: 'geheim', freigabe: 0 }));
      await fixture.client.patch(`${list}/${id}`, { tag: 'noch geheim' });
    });
    expect(none).toEqual([]);
    const opened = await eventsOf(() => fixture.client.patch(`${list}/${id}`, { tag: 'offen', freigabe: 1 }));
    const { kid } = await get(`${list}/${id}`);
    expect(opened).toEqual([['tags.insert', { id, kid, record: await get(`${list}/${id}`) }]]);
    const closed = await eventsOf(() => fixture.client.patch(`${list}/${id}`, { tag: 'privat', freigabe: 0 }));
    expect(closed).toEqual([['tags.delete', { id, kid }]]);
    const gone = await eventsOf(() => fixture.client.delete(`${list}/${id}`));
    expect(gone).toEqual([]);
  });

  test('a merge reports values derived from the filled fields, as a PATCH does', async () => {
    const made = async (fields: Body) =>
      (await fixture.client.post('/v3/customers', { anrede: 'Frau', ...fields })).body.kid;
    const [master, slave, patched] = [await made({}), await made({ name: 'Neu' }), await made({})];
    const changes = async (write: () => Promise<unknown>) => {
      const [event] = await eventsOf(write);
      return [...(event?.[1].changes as string[])].sort();
    };
    const path = `/v3/customers/${master}/merge`;
    const merge = () => fixture.client.post(path, { slave_kid: slave, mode: 'enrich_master' });
    expect(await changes(merge)).toEqual(['briefanrede', 'name']);
    expect(await changes(() => fixture.client.patch(`/v3/customers/${patched}`, { name: 'Neu' }))).toEqual([
      'briefanrede',
      'name',
    ]);
  });

  test('a batch has one event for each created item, and none for failed ones', async () => {
    const events = await eventsOf(() => fixture.client.post('/v3/damages', [{ art: 'a' }, {}, { art: 'b' }]));
    const told = events.map(([name, { record }]) => [name, (record as Body).art]);
    expect(told.sort()).toEqual([
      ['damages.insert', 'a'],
      ['damages.insert', 'b'],
    ]);
  });

  test('a submission to the inbox has the event inbox.insert', async () => {
    const events = await eventsOf(() =>
      fixture.client.post('/v3/inbox/documents', { base64: 'eA==', betreff: 'Post' }),
    );
    expect(events).toMatchObject([['inbox.insert', { record: { betreff: 'Post' } }]]);
  });
});
