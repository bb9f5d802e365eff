/**
 * Pages of comparisons that match many records (rules 4.9): near the beginning of the list, at its end, or sparsely.
 * Pages of few matches at the end of another order (rules 4.10).
 */
import { beforeAll, expect, test } from 'vitest';
import { parseQuery } from '../../src/derive/query/query-schema.ts';
import { collectionsOf } from '../../src/derive/routing/collections.ts';
import { listStatement } from '../../src/derive/sql/list-sql.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import type { TestService } from '../support/service.ts';

/** More than the statements take for few, and for near. */
const RECORDS = 12_000;
const START = Date.UTC(2026, 0, 1);
const VALUES = 6;
const FIRST = 100_000_000;

const { service, organisation, client } = setUpService({ printedOtherwise: true });

/** The record with the place `n` in the order of ids. */
const artOf = (n: number): number => n % VALUES;
const madeAt = (n: number): string => new Date(START + n * 60_000).toISOString().slice(0, 19).replace('T', ' ');

beforeAll(async () => {
  const { body } = await client.post('/v3/customers', { name: 'Muster' });
  const run = (statement: Parameters<TestService['db']['queryLong']>[0]) =>
    service.db.transaction((tx) => tx.run(statement));
  await run(sql`insert into contact
    select (jsonb_populate_record(c, jsonb_build_object('id', ${FIRST}::int + n, 'kontakt_art', n % ${VALUES}::int,
      'insert_datum', timestamp '2026-01-01' + n * interval '1 minute'))).*
    from contact c, generate_series(0, ${RECORDS - 1}::int) n
    where c.org_id = ${organisation.orgId} and c.id = ${body.id}::int`);
  await client.delete(`/v3/customers/${body.id}`);
});

const places = Array.from({ length: RECORDS }, (_, n) => n);

const queries: readonly (readonly [string, string, (n: number) => boolean])[] = [
  ['many, everywhere', 'kontakt_art[gte]=3', (n) => artOf(n) >= 3],
  ['many, at the end', `insert_datum[gte]=${madeAt(4000)}`, (n) => n >= 4000],
  ['many, at the beginning', `insert_datum[lt]=${madeAt(7000)}`, (n) => n < 7000],
  ['few', `insert_datum[gte]=${madeAt(2500)}&insert_datum[lt]=${madeAt(2600)}`, (n) => n >= 2500 && n < 2600],
  ['two at once', `kontakt_art[lt]=5&insert_datum[gte]=${madeAt(1900)}`, (n) => artOf(n) < 5 && n >= 1900],
  ['beside a value', `kontakt_art=4&insert_datum[gte]=${madeAt(1900)}`, (n) => artOf(n) === 4 && n >= 1900],
];

test.each(queries)('%s', async (_title, query, isLeft) => {
  const left = places.filter(isLeft).map((n) => FIRST + n);
  for (const backwards of [false, true]) {
    const wanted = backwards ? left.toReversed() : left;
    for (const limit of [7, 50, 900]) {
      const last = Math.max(1, Math.ceil(wanted.length / limit));
      for (const page of new Set([1, 2, 3, Math.floor(1900 / limit) || 1, last, last + 1])) {
        const address = `/v3/customers?fields=name&limit=${limit}&page=${page}&${query}${backwards ? '&sort=-id' : ''}`;
        const { body } = await client.get(address);
        const ids = body.items.map(({ id }: { id: number }) => id);
        expect([address, body.total, ids]).toEqual([
          address,
          wanted.length,
          wanted.slice((page - 1) * limit, page * limit),
        ]);
      }
    }
  }
});

/** A node of a plan that was executed. */
interface Node {
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly Node[];
}

const removedBy = (node: Node): number =>
  (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1) +
  (node.Plans ?? []).reduce((sum, one) => sum + removedBy(one), 0);

test('a filter with a few hits at the end of the order does not scan the other rows', async () => {
  const few = 3000;
  const run = (statement: Parameters<TestService['db']['queryLong']>[0]) =>
    service.db.transaction((tx) => tx.run(statement));
  const { body: customer } = await client.post('/v3/customers', { name: 'Muster' });
  const { body: contract } = await client.post('/v3/contracts', { kid: customer.kid, nummer: '1' });
  await run(sql`insert into contract
    select (jsonb_populate_record(c, jsonb_build_object('id', ${FIRST}::int + n, 'insert_datum', m.made, 'edit_datum', m.made))).*
    from contract c, generate_series(0, ${RECORDS - 1}::int) n,
      lateral (select timestamp '2026-01-01' + n * interval '1 minute' as made) m
    where c.org_id = ${organisation.orgId} and c.id = ${contract.id}::int`);
  await run(sql`analyze contract`);
  const query = { 'edit_datum[lt]': madeAt(few), sort: '-insert_datum', fields: 'nummer' };
  const collection = collectionsOf(registry).find(({ pattern }) => pattern === 'contracts');
  if (!collection) throw new Error('There is no list of contracts.');
  const { query: asked } = parseQuery(collection, query, 'list');
  const listing = { ...asked, hide: true, counters: null, offset: 0 };
  const statement = listStatement(
    collection,
    { orgId: organisation.orgId, userKid: null, pathIds: [] },
    listing,
    registry,
  );
  const explained = sql`explain (analyze, format json) ${statement}`;
  const [row] = (await run(explained)) as { 'QUERY PLAN': unknown }[];
  const said = row?.['QUERY PLAN'];
  const [{ Plan: plan }] = typeof said === 'string' ? JSON.parse(said) : said;
  expect(removedBy(plan)).toBeLessThan(RECORDS / 10);
  const { body } = await client.get(`/v3/contracts?${new URLSearchParams(query)}`);
  const ids = body.items.map(({ id }: { id: number }) => id);
  expect([body.total, ids]).toEqual([few, Array.from({ length: 50 }, (_, at) => FIRST + few - 1 - at)]);
});
