/** Statements that come again and again leave a node's memory as it was, and a connection keeps so many of them prepared. */
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { detectCapabilities } from '../../src/db/pool/connection-capabilities.ts';
import { send } from '../../src/db/pool/pipelined-batch.ts';
import { prepared, raw, type Sql, tenantParam } from '../../src/sql/sql.ts';
import { placeOf } from '../support/citus.ts';
import { setUpService } from '../support/fixture.ts';

const { service } = setUpService();
let orgId: number;
/** A connection to the node that has the organisation. */
let client: pg.Client;
beforeAll(async () => {
  ({ orgId } = await service.organisation());
  const place = await placeOf(service.db, orgId);
  const node = inject('nodes').find(({ port }) => port === place.port);
  client = new pg.Client({ ...service.connection, ...node, pipeline: true } as pg.ClientConfig);
  await client.connect();
  await detectCapabilities(client);
});
afterAll(async () => {
  await client.end();
});

/** Bytes that plans take in the connection's process. */
const plans = async (): Promise<number> => {
  const text = "select sum(total_bytes)::float8 as bytes from pg_backend_memory_contexts where name like 'CachedPlan%'";
  const { rows } = await client.query<{ bytes: number }>(text);
  return rows[0]?.bytes ?? 0;
};

let key = 0;
const STATEMENTS: Readonly<Record<string, () => Sql>> = {
  'a read': () => prepared`select printed from contact where org_id = ${orgId} and id = ${(key += 1)}`,
  'a read of two tables': () =>
    prepared`select c.printed from contact c join address a on a.org_id = ${orgId} and a.kid = c.id where c.org_id = ${orgId} and c.id = ${(key += 1)}`,
  'an insert': () =>
    prepared`insert into record_count (org_id, name, slot, n) values (${orgId}, 'tests', ${(key += 1) % 16}, ${1})
      on conflict (org_id, name, slot) do update set n = record_count.n + excluded.n`,
  'an update': () => prepared`update record_count set n = n + ${1} where org_id = ${orgId} and name = ${'tests'}`,
  'a delete': () => prepared`delete from record_count where org_id = ${orgId} and name = ${`tests ${(key += 1)}`}`,
  'a function': () =>
    prepared`select write_search_entry(${tenantParam(orgId)}, ${'customers'}, ${(key += 1)}, '', 0, ${'x'}, ${[1]}, ${true})`,
};

test.each(Object.entries(STATEMENTS))('%s', async (_title, statement) => {
  const again = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1) await send(client, statement());
  };
  // PostgreSQL plans a prepared statement five times before it keeps a plan.
  await again(20);
  const before = await plans();
  await again(200);
  expect(await plans()).toBeLessThan(before + 50_000);
});

test('repeated statements are prepared, up to the limit', async () => {
  const names = async () => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements');
    return rows[0]?.count ?? 0;
  };
  const before = await names();
  const of = (n: number) => prepared`select ${raw(String(n % 50))}, printed from contact where org_id = ${n}`;
  for (let n = 0; n < 10; n += 1) await send(client, of(1_000_000 + n));
  expect(await names()).toBe(before);
  for (let n = 0; n < 10; n += 1) await send(client, of(1_000_000 + n));
  expect(await names()).toBe(before + 10);
  for (let times = 0; times < 2; times += 1) for (let n = 0; n < 400; n += 1) await send(client, of(2_000_000 + n));
  expect(await names()).toBe(300);
});
