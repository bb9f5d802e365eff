/** A record that changes repeatedly has the trigrams of its current texts only (decision 0008). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashedTrigrams } from '../../src/derive/search/trigram-hash.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

/** Changes of one record. Of those beyond 500 grams one in sixteen looks: that none of 250 does happens once in ten million runs. */
const CHANGES = 400;
/** Grams of the word that each change brings. */
const EACH = 28;

const { service, organisation, client } = setUpService();

const word = (): string =>
  Array.from({ length: EACH + 2 }, () => 97 + Math.floor(Math.random() * 26))
    .map((n) => String.fromCodePoint(n))
    .join('');

/** How many grams a customer's own entry has, and how many of those lack that it and its parts need. */
const gramsOf = async (id: number): Promise<{ has: number; lacks: number }> => {
  const [row] = await service.db.queryLong<{ has: number; lacks: number }>(sql`
    with entry as (
      select part, text, grams
      from search_entry
      where org_id = ${organisation.orgId} and section = 'customers' and id = ${id}
    ), needed as (
      select unnest(grams_of(${organisation.orgId}, 'customers', text)) from entry where part = ''
      union
      select unnest(grams) from entry where part <> ''
    )
    select (select cardinality(grams) from entry where part = '') as has,
      (select count(*)::int from (select * from needed except select unnest(grams) from entry where part = '') n) as lacks`);
  return row ?? { has: 0, lacks: -1 };
};

const made = async (): Promise<{ id: number; address: number }> => {
  const { id } = (await client.post('/v3/customers', { name: 'Beständig' })).body;
  const address = (await client.post(`/v3/customers/${id}/addresses`, { strasse: 'Hauptgasse', ort: 'Überlingen' }))
    .body.id;
  return { id, address };
};

const found = async (query: string): Promise<number[]> => {
  const { body } = await client.post('/v3/search', { query, indices: ['customers'], limit: 100 });
  return body.data.customers.items.map(({ id }: { id: number }) => id);
};

test('the database makes the same grams as the service', async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('a', 'b', 'ä', 'ß', ' ', '\n', '7', '😀'),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
    maxLength: 60,
  });
  const kinds = fc.constantFrom('customers', 'product_partners', 'users');
  await fc.assert(
    fc.asyncProperty(text, kinds, fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (given, kind, organisation) => {
      const asked = given.replaceAll('\0', '');
      const [row] = await service.db.queryLong<{ grams: number[] }>(
        sql`select grams_of(${organisation}::int, ${kind}, ${asked}) as grams`,
      );
      expect(row?.grams).toEqual(hashedTrigrams(organisation, kind).of(asked));
    }),
    { numRuns: 300 },
  );
});

test('search entries follow each change of a customer', async () => {
  const { id } = await made();
  let last = '';
  for (let i = 0; i < CHANGES; i += 1) {
    last = word();
    await client.patch(`/v3/customers/${id}`, { vorname: last });
  }
  const { has, lacks } = await gramsOf(id);
  expect([has < 500 + 250 * EACH, lacks]).toEqual([true, 0]);
  expect(await found(`${last.slice(0, 12)} überlingen`)).toEqual([id]);
});

test('search entries follow each change of an address', async () => {
  const { id, address } = await made();
  let last = '';
  for (let i = 0; i < CHANGES; i += 1) {
    last = word();
    await client.patch(`/v3/customers/${id}/addresses/${address}`, { strasse: last });
  }
  const { has, lacks } = await gramsOf(id);
  expect([has < 500 + 250 * EACH, lacks]).toEqual([true, 0]);
  expect(await found(`${last.slice(0, 12)} beständig`)).toEqual([id]);
});

test('search entries keep concurrent changes by other writers', async () => {
  const { id, address } = await made();
  const change = async () => {
    for (let i = 0; i < CHANGES / 2; i += 1) await client.patch(`/v3/customers/${id}`, { vorname: word() });
  };
  const changeAddress = async () => {
    for (let i = 0; i < CHANGES / 2; i += 1)
      await client.patch(`/v3/customers/${id}/addresses/${address}`, { strasse: word() });
  };
  const add = async () => {
    for (let i = 0; i < CHANGES / 4; i += 1)
      await client.post(`/v3/customers/${id}/addresses`, { strasse: `${word()} ${i}`, ort: word() });
  };
  await Promise.all([change(), change(), changeAddress(), add(), add()]);
  expect((await gramsOf(id)).lacks).toBe(0);
});
