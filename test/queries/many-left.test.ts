/**
 * Pages of what comparisons leave of many records (rules 4.9): those that lie near the beginning of the list, those that
 * lie at its far end, and those that lie thin. Pages of few that lie at the far end of another order (rules 4.10).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionsOf } from '../../src/derive/collections.ts';
import { listStatement } from '../../src/derive/list-sql.ts';
import { parseQuery } from '../../src/derive/query-schema.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

/** More than the statements take for few, and for near. */
const RECORDS = 12_000;
const START = Date.UTC(2026, 0, 1);
const VALUES = 6;
const FIRST = 100_000_000;

let service: TestService;
let client: Client;
let orgId: number;

/** The record with the place `n` in the order of ids. */
const artOf = (n: number): number => n % VALUES;
const madeAt = (n: number): string => new Date(START + n * 60_000).toISOString().slice(0, 19).replace('T', ' ');

beforeAll(async () => {
  service = await startTestService({ printedOtherwise: true });
  const organisation = await service.organisation();
  client = await organisation.client();
  orgId = organisation.orgId;
  const { body } = await client.post('/v3/customers', { name: 'Muster' });
  const run = (statement: Parameters<TestService['db']['readLong']>[0]) =>
    service.db.transaction((tx) => tx.run(statement));
  await run(sql`insert into contact
    select (jsonb_populate_record(c, jsonb_build_object('id', ${FIRST}::int + n, 'kontakt_art', n % ${VALUES}::int,
      'insert_datum', timestamp '2026-01-01' + n * interval '1 minute'))).*
    from contact c, generate_series(0, ${RECORDS - 1}::int) n
    where c.org_id = ${orgId} and c.id = ${body.id}::int`);
  await client.delete(`/v3/customers/${body.id}`);
});
afterAll(() => service.stop());

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

test('few at the far end of the order in which they are asked for: the others are not looked through', async () => {
  const few = 3000;
  const run = (statement: Parameters<TestService['db']['readLong']>[0]) =>
    service.db.transaction((tx) => tx.run(statement));
  const { body: customer } = await client.post('/v3/customers', { name: 'Muster' });
  const { body: contract } = await client.post('/v3/contracts', { kid: customer.kid, nummer: '1' });
  await run(sql`insert into contract
    select (jsonb_populate_record(c, jsonb_build_object('id', ${FIRST}::int + n, 'insert_datum', m.made, 'edit_datum', m.made))).*
    from contract c, generate_series(0, ${RECORDS - 1}::int) n,
      lateral (select timestamp '2026-01-01' + n * interval '1 minute' as made) m
    where c.org_id = ${orgId} and c.id = ${contract.id}::int`);
  await run(sql`analyze contract`);
  const query = { 'edit_datum[lt]': madeAt(few), sort: '-insert_datum', fields: 'nummer' };
  const collection = collectionsOf(registry).find(({ pattern }) => pattern === 'contracts');
  if (!collection) throw new Error('There is no list of contracts.');
  const { query: asked } = parseQuery(collection, query, 'list');
  const listing = { ...asked, hide: true, counters: null, offset: 0 };
  const statement = listStatement(collection, { orgId, userKid: null, pathIds: [] }, listing, registry);
  const explained = sql`explain (analyze, format json) ${statement}`;
  const [row] = (await run(explained)) as { 'QUERY PLAN': unknown }[];
  const said = row?.['QUERY PLAN'];
  const [{ Plan: plan }] = typeof said === 'string' ? JSON.parse(said) : said;
  expect(removedBy(plan)).toBeLessThan(RECORDS / 10);
  const { body } = await client.get(`/v3/contracts?${new URLSearchParams(query)}`);
  const ids = body.items.map(({ id }: { id: number }) => id);
  expect([body.total, ids]).toEqual([few, Array.from({ length: 50 }, (_, at) => FIRST + few - 1 - at)]);
});
