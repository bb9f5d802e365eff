/**
 * Records that share a transaction which fails at COMMIT: rolled back records are created one by one, possibly
 * committed ones are not.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { raw, sql } from '../../src/sql/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { together } from '../support/shared-transactions.ts';

/** Tables of a cluster have no triggers. */
const isCluster = inject('nodes').length > 1;
const onOneServer = test.skipIf(isCluster);

const REFUSED = 'Abgelehnt';
const ENDED = 'Beendet';
let service: TestService;
let orgId: number;
let client: Client;

beforeAll(async () => {
  service = await startTestService();
  const organisation = await service.organisation();
  orgId = organisation.orgId;
  client = together(await organisation.client());
});
// Every fault is in the log.
afterAll(() => (isCluster ? service.stop() : expect(service.stop()).rejects.toThrow(/The service logged errors/)));

/** At the COMMIT of a customer of a name the database does this. */
const atCommit = async (name: string, does: string): Promise<void> => {
  const own = name.toLowerCase();
  const statements = [
    `create function ${own}() returns trigger language plpgsql security definer as $$ begin ${does}; return null; end $$`,
    `create constraint trigger ${own} after insert on contact deferrable initially deferred
       for each row when (new.name = '${name}') execute function ${own}()`,
  ];
  for (const text of statements) await service.db.transaction((tx) => tx.run(raw(text)));
};

const named = async (like: string): Promise<number> => {
  const rows = await service.db.queryLong(sql`select id from contact where org_id = ${orgId} and name like ${like}`);
  return rows.length;
};

onOneServer('where COMMIT is refused the others are made by themselves', async () => {
  await atCommit(REFUSED, "raise exception using errcode = '57P03', message = 'refused at commit'");
  const items = Array.from({ length: 30 }, (_, i) => ({ name: i === 7 ? REFUSED : `Rest ${i}` }));
  const { status, body } = await client.post('/v3/customers', items);
  expect([status, body.inserted.length]).toEqual([207, 29]);
  expect(body.failed).toMatchObject([{ index: 7, status: 503, error: 'service_unavailable' }]);
  expect([await named('Rest %'), await named(REFUSED)]).toEqual([29, 0]);
});

onOneServer('where nobody knows whether it was committed nothing is made again, unless outcomes are kept', async () => {
  await atCommit(ENDED, 'perform pg_terminate_backend(pg_backend_pid())');
  const items = Array.from({ length: 30 }, (_, i) => ({ name: i === 7 ? ENDED : `Offen ${i}` }));
  const unknown = await client.post('/v3/customers', items);
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '1']);
  expect(unknown.body.failed.map(({ index, status }: { index: number; status: number }) => [index, status])).toEqual(
    items.map((_, index) => [index, 503]),
  );
  expect(await named('Offen %')).toBe(0);
  const keyed = await client.post('/v3/customers', items, { 'idempotency-key': 'open' });
  expect([keyed.status, keyed.body.inserted.length]).toEqual([207, 29]);
  expect(keyed.body.failed).toMatchObject([{ index: 7, status: 503 }]);
  expect([await named('Offen %'), await named(ENDED)]).toEqual([29, 0]);
});
