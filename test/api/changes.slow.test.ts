/** GET /v3/changes: the entries of each kind of write (rules 8.5). */

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { sectionNames } from '../../src/derive/events/record-diff.ts';
import { collectionsOf } from '../../src/derive/routing/collections.ts';
import { registry } from '../../src/model/registry.ts';
import { relationPairs } from '../../src/model/seed/relation-types.ts';
import { sql } from '../../src/sql/sql.ts';
import { type Body, refusal, setUpRecords } from '../support/rules-fixture.ts';
import type { Client } from '../support/service.ts';

const fixture = setUpRecords('changes');

const now = async (client: Client = fixture.client): Promise<string> => (await client.get('/v3/changes')).body.next;

/** An item in short: `customers 7 insert`, and what belongs to it. */
const short = ({ section, id, action, owner, slave_kid }: Body): string => {
  const { section: kind, id: of } = (owner ?? {}) as Body;
  return [section, id, action, ...(owner ? ['at', kind, of] : []), ...(slave_kid ? ['of', slave_kid] : [])].join(' ');
};

const itemsAfter = async (cursor: string, query = '', client: Client = fixture.client): Promise<Body[]> => {
  const { status, text, body } = await client.get(`/v3/changes?limit=1000&after=${cursor}${query}`);
  expect(status, text).toBe(200);
  return body.items;
};

/** The feed entries of some writes. */
const told = async (write: () => Promise<unknown>, query = ''): Promise<Body[]> => {
  const cursor = await now();
  await write();
  return itemsAfter(cursor, query);
};

const ok = async (reply: Promise<{ status: number; text: string; body: Body }>): Promise<Body> => {
  const { status, text, body } = await reply;
  expect(status, text).toBeLessThan(300);
  return body;
};

describe('the feed entry of each write', () => {
  test('without `after` the response has no entries, and the current cursor', async () => {
    await fixture.customer();
    const { body } = await fixture.client.get('/v3/changes?wait=5');
    expect(body).toEqual({ items: [], next: expect.any(String), more: false });
    expect(await itemsAfter(body.next)).toEqual([]);
  });

  test('a record has one for its creation, each change and its deletion', async () => {
    let kid = 0;
    const items = await told(async () => {
      kid = await fixture.customer({ vorname: 'A' });
      await ok(fixture.client.patch(`/v3/customers/${kid}`, { name: 'L', titel: 'Dr.' }));
      await ok(fixture.client.patch(`/v3/customers/${kid}`, { name: 'L' }));
      await ok(fixture.client.delete(`/v3/customers/${kid}`));
    });
    expect(items.map(short)).toEqual([`customers ${kid} insert`, `customers ${kid} update`, `customers ${kid} delete`]);
    const [made, changed, gone] = items;
    expect(made?.changed).toEqual(expect.arrayContaining(['name', 'vorname']));
    expect(changed?.changed).toEqual(['name', 'titel']);
    expect(gone?.changed).toEqual([]);
    expect(new Date(String(made?.at)).toISOString()).toBe(made?.at);
  });

  test('parts and annotations are reported under their record', async () => {
    const kid = await fixture.customer();
    const ids: number[] = [];
    const items = await told(async () => {
      for (const path of ['addresses', 'comments']) {
        const body = path === 'addresses' ? { ort: 'Ulm' } : { text: 'x' };
        const { id } = await ok(fixture.client.post(`/v3/customers/${kid}/${path}`, body));
        ids.push(Number(id));
        await ok(
          fixture.client.patch(
            `/v3/customers/${kid}/${path}/${id}`,
            path === 'addresses' ? { ort: 'Bonn' } : { text: 'y' },
          ),
        );
        await ok(fixture.client.delete(`/v3/customers/${kid}/${path}/${id}`));
      }
    });
    expect(items.map(short)).toEqual(
      ['addresses', 'comments'].flatMap((path, i) =>
        ['insert', 'update', 'delete'].map((action) => `${path} ${ids[i]} ${action} at customers ${kid}`),
      ),
    );
  });

  test('a contract is reported with its tariffs, and with the deletion of its customer', async () => {
    const kid = await fixture.customer();
    let id: unknown;
    const items = await told(async () => {
      ({ id } = await ok(fixture.client.post('/v3/contracts', { kid, nummer: 'x', tariffs: [{ name: 'T' }] })));
      await ok(fixture.client.delete(`/v3/customers/${kid}`));
    });
    expect(items.map(short)).toEqual([
      `contracts ${id} insert`,
      expect.stringMatching(`^tariffs \\d+ insert at contracts ${id}$`),
      `customers ${kid} delete`,
      `contracts ${id} delete`,
    ]);
  });

  test('links and relations are reported at both ends, also when the other end is deleted', async () => {
    const [one, other] = [await fixture.customer(), await fixture.customer()];
    const { id: contract } = await fixture.plain('customers/#/contracts');
    const link = { foreign_section: 'contracts', foreign_id: contract };
    let ids: number[] = [];
    let relation: Body = {};
    const beziehung = relationPairs[0]?.beziehung;
    const made = await told(async () => {
      ({ ids } = (await ok(fixture.client.post(`/v3/customers/${one}/links`, link))) as { ids: number[] });
      relation = await ok(fixture.client.post(`/v3/customers/${one}/relations`, { kid_beziehung: other, beziehung }));
    });
    expect(made.map(short)).toEqual([
      `links ${ids[0]} insert at customers ${one}`,
      `links ${ids[1]} insert at contracts ${contract}`,
      `relations ${relation.id} insert at customers ${one}`,
      `relations ${relation.reverse_id} insert at customers ${other}`,
    ]);
    const gone = await told(() => ok(fixture.client.delete(`/v3/customers/${one}`)));
    expect(gone.map(short).sort()).toEqual(
      [
        `customers ${one} delete`,
        `links ${ids[1]} delete at contracts ${contract}`,
        `relations ${relation.reverse_id} delete at customers ${other}`,
      ].sort(),
    );
  });

  test('a merge is reported with each record that it moves', async () => {
    const [master, slave] = [await fixture.customer(), await fixture.customer()];
    const { id: contract } = await ok(
      fixture.client.post('/v3/contracts', { kid: slave, nummer: 'x', tariffs: [{ name: 'T' }] }),
    );
    const { id: address } = await ok(fixture.client.post(`/v3/customers/${slave}/addresses`, { ort: 'Ulm' }));
    const { id: comment } = await ok(fixture.client.post(`/v3/customers/${slave}/comments`, { text: 'x' }));
    const items = await told(() => ok(fixture.client.post(`/v3/customers/${master}/merge`, { slave_kid: slave })));
    expect(items.slice(0, -2).map(short).sort()).toEqual(
      [
        `contracts ${contract} update`,
        expect.stringMatching(`^tariffs \\d+ update at contracts ${contract}$`),
        `addresses ${address} update at customers ${master}`,
        `comments ${comment} update at customers ${master}`,
      ].sort((a, b) => String(a).localeCompare(String(b))),
    );
    expect(items.slice(-2).map(short)).toEqual([`customers ${master} merge of ${slave}`, `customers ${slave} delete`]);
  });

  test('a document is reported when it changes or loses its folder', async () => {
    const { id: folder } = await fixture.plain('customers/#/documents/folders');
    const { id } = await fixture.plain('customers/#/documents');
    const owner = `at customers ${fixture.id('customers')}`;
    const items = await told(async () => {
      await ok(fixture.client.patch(`/v3/documents/${id}`, { ordner: folder }));
      await ok(fixture.client.patch(`/v3/documents/${id}`, { ordner: 0, name: 'other' }));
      await ok(fixture.client.patch(`/v3/documents/${id}`, { ordner: folder }));
      await ok(fixture.client.delete(`${fixture.at('customers/#/documents/folders')}/${folder}`));
    });
    expect(items.map(short)).toEqual([
      `documents ${id} move`,
      `documents ${id} update`,
      `documents ${id} move`,
      `documents ${id} move`,
      `folders ${folder} delete ${owner}`,
      `documents ${id} move`,
    ]);
  });
});

describe('records in the feed', () => {
  test('equal a read at this time, and are null if deleted', async () => {
    const kid = await fixture.customer({ name: 'Erst' });
    const cursor = await now();
    await ok(fixture.client.patch(`/v3/customers/${kid}`, { name: 'Dann' }));
    const { id } = await ok(fixture.client.post(`/v3/customers/${kid}/addresses`, { ort: 'Ulm' }));
    await ok(fixture.client.patch(`/v3/customers/${kid}`, { name: 'Zuletzt' }));
    const shown = (await fixture.client.get(`/v3/customers/${kid}`)).body;
    const address = (await fixture.client.get(`/v3/customers/${kid}/addresses/${id}`)).body;
    const records = async () => (await itemsAfter(cursor, '&with_record=true')).map(({ record }) => record);
    expect(await records()).toEqual([shown, address, shown]);
    await ok(fixture.client.delete(`/v3/customers/${kid}`));
    expect(await records()).toEqual([null, null, null, null]);
  });

  test('of every kind equal the records at their addresses', async () => {
    const { createSampleRecords } = await import('../support/sample-records.ts');
    const cursor = await now();
    const stock = await createSampleRecords(fixture.client, registry, 'now');
    const items = await itemsAfter(cursor, '&with_record=true');
    const missing: string[] = [];
    const compare = async (section: string, id: unknown, address: string): Promise<void> => {
      const item = items.find((one) => one.section === section && one.id === id);
      const { body } = await fixture.client.get(address);
      const shown = body.items ? body.items.find((one: Body) => one.id === id) : body;
      if (!item || JSON.stringify(item.record) !== JSON.stringify(shown)) missing.push(`${section} ${address}`);
    };
    for (const collection of collectionsOf(registry)) {
      const { resource, parent, pattern, verbs, address } = collection;
      if (!sectionNames(registry).includes(resource.path)) continue;
      const id = parent ? stock.below.get(pattern) : stock.ids.get(resource.path);
      if (id === undefined) continue;
      const list = address.replace(/\{\w+\}/, String(stock.ids.get(parent?.path ?? '')));
      await compare(resource.path, id, verbs.includes('retrieve') ? `${list}/${id}` : `${list}?limit=5000`);
    }
    expect(missing).toEqual([]);
    const sections = new Set(items.map(({ section }) => section));
    expect(sectionNames(registry).filter((name) => !sections.has(name))).toEqual([]);
  });
});

describe('visibility', () => {
  test('a named section without its scope is refused, an unnamed one left out', async () => {
    const narrow = await fixture.organisation.client({ scopes: ['v3:products:read'] });
    const cursor = await now(narrow);
    const { id } = await fixture.plain('products');
    await fixture.customer();
    const { id: part } = await ok(fixture.client.post(`/v3/products/${id}/addresses`, { ort: 'Ulm' }));
    await ok(fixture.client.post(`${fixture.at('customers/#/addresses')}`, { ort: 'Ulm' }));
    expect((await itemsAfter(cursor, '', narrow)).map(short)).toEqual([
      `products ${id} insert`,
      `addresses ${part} insert at products ${id}`,
    ]);
    expect(await itemsAfter(cursor, '&sections=addresses', narrow)).toHaveLength(1);
    const refused = await narrow.get(`/v3/changes?after=${cursor}&sections=products,customers`);
    expect([refused.status, refused.error, refused.body.data.required_scope]).toEqual([
      403,
      'insufficient_scope',
      'v3:customers:read',
    ]);
    const none = await fixture.organisation.client({ scopes: scopeNames.filter((name) => name.endsWith(':write')) });
    expect(refusal(await none.get('/v3/changes'))).toBe('403 insufficient_scope');
  });

  test('private records of other users are hidden; one made private is a delete for other users', async () => {
    const user = Number((await fixture.plain('users')).id);
    const other = await fixture.organisation.client({ userKid: user });
    const cursor = await now();
    const { id } = await ok(fixture.client.post('/v3/system/tags', { tag: 'p', freigabe: 0 }));
    await ok(fixture.client.patch(`/v3/system/tags/${id}`, { tag: 'q' }));
    expect((await itemsAfter(cursor)).map(short)).toEqual([`system/tags ${id} insert`, `system/tags ${id} update`]);
    expect(await itemsAfter(cursor, '', other)).toEqual([]);
    await ok(fixture.client.patch(`/v3/system/tags/${id}`, { freigabe: 1 }));
    await ok(fixture.client.patch(`/v3/system/tags/${id}`, { freigabe: 0 }));
    await ok(fixture.client.patch(`/v3/system/tags/${id}`, { tag: 'r' }));
    const seen = await itemsAfter(cursor, '&with_record=true', other);
    expect(seen.map((item) => [short(item), item.record])).toEqual([
      [`system/tags ${id} update`, null],
      [`system/tags ${id} delete`, null],
    ]);
    expect(await itemsAfter(cursor)).toHaveLength(5);
  });

  test('changes of another organisation are hidden', async () => {
    const other = await fixture.service.organisation();
    const client = await other.client();
    const cursor = await now(client);
    await fixture.customer();
    expect(await itemsAfter(cursor, '', client)).toEqual([]);
    expect(refusal(await client.get(`/v3/changes?after=${await now()}`))).toBe('400 invalid_cursor');
  });
});

describe('paging', () => {
  test('pages equal one large page; `more` is true before the last', async () => {
    const cursor = await now();
    for (let i = 0; i < 7; i += 1) await fixture.customer();
    const all = await itemsAfter(cursor);
    const pages: Body[] = [];
    let after = cursor;
    for (let more = true; more; ) {
      const { body } = await fixture.client.get(`/v3/changes?after=${after}&limit=3`);
      expect(body.more).toBe(body.items.length === 3);
      pages.push(...body.items);
      ({ next: after, more } = body);
    }
    expect(pages).toEqual(all);
    expect((await fixture.client.get(`/v3/changes?after=${after}`)).body.next).toBe(after);
  });

  test.each(['0', '-1', 'x', '', '1.5e3'])('limit=%s counts as 100', async (limit) => {
    const { status } = await fixture.client.get(`/v3/changes?after=${await now()}&limit=${limit}`);
    expect(status).toBe(200);
  });

  test.each([
    ['after=', '400 invalid_cursor'],
    ['after=x', '400 invalid_cursor'],
    [`after=${'A'.repeat(34)}`, '400 invalid_cursor'],
    ['sections=customer', '400 sections:invalid_select_value'],
    ['sections=inbox/documents', '400 sections:invalid_select_value'],
    ['sections=constructor', '400 sections:invalid_select_value'],
  ])('%s is refused', async (query, expected) => {
    expect(refusal(await fixture.client.get(`/v3/changes?${query}`))).toBe(expected);
  });

  test('a signed cursor with a number that no change can have is invalid', async () => {
    const given = await now();
    const made = (number: bigint, at: bigint): string => {
      const bytes = Buffer.from(given, 'base64url');
      bytes.writeBigUInt64BE(number, 5);
      bytes.writeBigUInt64BE(at, 13);
      createHash('sha256').update(bytes.subarray(0, 21)).digest().copy(bytes, 21, 0, 4);
      return bytes.toString('base64url');
    };
    for (const wrong of [made(2n ** 63n, 0n), made(1n, 2n ** 63n), made(2n ** 64n - 1n, 0n)])
      expect(refusal(await fixture.client.get(`/v3/changes?after=${wrong}`))).toBe('400 invalid_cursor');
  });

  test('a cursor with any character changed is invalid', async () => {
    const cursor = await now();
    for (let i = 0; i < cursor.length; i += 1) {
      const wrong = `${cursor.slice(0, i)}${cursor[i] === 'A' ? 'B' : 'A'}${cursor.slice(i + 1)}`;
      expect(refusal(await fixture.client.get(`/v3/changes?after=${wrong}`))).toBe('400 invalid_cursor');
    }
  });
});

describe('in the order of commits', () => {
  let customer: number;
  beforeAll(async () => {
    customer = await fixture.customer();
  });

  test('a change that commits late is after each cursor returned before', async () => {
    const { asService } = fixture.service;
    const { orgId } = fixture.organisation;
    const late = () =>
      sql`insert into change (org_id, at, section, record_id, action, changed)
        values (${orgId}, ${new Date(0).toISOString()}, 'customers', ${customer}, 'update', '[]')`;
    const cursor = await now();
    let between = '';
    await asService.transaction(async (tx) => {
      await tx.run(late());
      await ok(fixture.client.patch(`/v3/customers/${customer}`, { name: 'early' }));
      const { body } = await fixture.client.get(`/v3/changes?after=${cursor}`);
      expect(body.items.map(short)).toEqual([`customers ${customer} update`]);
      between = body.next;
      expect(await itemsAfter(between)).toEqual([]);
    });
    const items = await itemsAfter(between);
    expect(items.map(({ id, at }) => [id, at])).toEqual([[customer, '1970-01-01T00:00:00.000Z']]);
  });

  test('changes of one record keep their order across writers', async () => {
    const cursor = await now();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 10; i += 1)
        await ok(fixture.client.patch(`/v3/customers/${customer}`, { kommentar: `${writer} ${i}` }));
    });
    const readers = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 10; i += 1) await itemsAfter(cursor);
    });
    await Promise.all([...writers, ...readers]);
    expect(await itemsAfter(cursor)).toHaveLength(80);
    const numbered = await fixture.service.db.read<{ id: number }>(
      sql`select c.id from change c where c.org_id = ${fixture.organisation.orgId} and c.section = 'customers' and c.record_id = ${customer} order by c.number`,
    );
    const ids = numbered.map(({ id }) => id).slice(-80);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });
});
