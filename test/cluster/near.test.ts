/** Lists are read from the pieces of tables that a node has, and what has moved away or is gone answers nobody. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../src/db/cluster.ts';
import type { Database } from '../../src/db/database.ts';
import { prepared, sql } from '../../src/sql.ts';
import { moveRange, onServer, placeOf } from '../support/citus.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let db: Database;
let org: Organisation;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  db = connect({ connection: service.serviceConnection, keyRing: service.db.keyRing, lanes: 1 });
  org = await service.organisation({ api_requests_per_minute: 1_000_000 });
  client = await org.client();
});
afterAll(async () => {
  await db.close();
  await service.stop();
});

const onCoordinator = (statements: readonly string[]) =>
  onServer(inject('nodes')[0], String(service.connection.database), statements);

/** Moves the rows of the organisation to the other node. */
const moveAway = async (): Promise<void> => {
  const from = await placeOf(service.db, org.orgId);
  const to = inject('nodes').find(({ port }, n) => n > 0 && port !== from.port);
  await moveRange(String(service.connection.database), from, to);
};

const names = (orgId: number) =>
  db.of(orgId).read<{ name: string }>(prepared`
    select t.name
    from contact t
    left join address a on a.org_id = ${orgId} and a.kid = t.id
    where t.org_id = ${orgId} and t.section = 'customers'
    order by t.id`);

/** Waits until the node that has the organisation keeps a statement of its pieces, on the one connection for short reads. */
const askedOfPieces = async (): Promise<void> => {
  const { port } = await placeOf(service.db, org.orgId);
  const isAsked = async (): Promise<boolean> => {
    await names(org.orgId);
    const [row] = await db.of(org.orgId).read<{ n: number; port: number }>(sql`
      select count(*)::int as n, inet_server_port() as port
      from pg_prepared_statements
      where statement ~ 'from contact_[0-9]+ t\\s+left join address_[0-9]+ a'`);
    return row?.port === port && row.n > 0;
  };
  await until(isAsked, { what: 'A read of pieces' });
};

test('a read of two tables is asked of their pieces', async () => {
  expect((await client.post('/v3/customers', { name: 'First' })).status).toBe(201);
  await askedOfPieces();
  expect(await names(org.orgId)).toEqual([{ name: 'First' }]);
});

test('pieces that have moved, and pieces that were taken away, answer nobody', async () => {
  await askedOfPieces();
  await moveAway();
  const { status } = await client.post('/v3/customers', { name: 'Second' });
  expect(status).toBe(201);
  // The piece is still there, without the second customer, and nobody has read the metadata again.
  expect(await names(org.orgId)).toEqual([{ name: 'First' }, { name: 'Second' }]);
  await askedOfPieces();
  const from = await placeOf(service.db, org.orgId);
  await moveAway();
  await onCoordinator(['call citus_cleanup_orphaned_resources()']);
  const node = inject('nodes').find(({ port }) => port === from.port);
  const [left] = await onServer(node ?? {}, String(service.connection.database), [
    `select to_regclass('organisation_${from.shard}') as piece`,
  ]);
  expect(left?.rows).toEqual([{ piece: null }]);
  expect(await names(org.orgId)).toEqual([{ name: 'First' }, { name: 'Second' }]);
});

test('a range comes back to a node where somebody still reads what it left', async () => {
  const from = await placeOf(service.db, org.orgId);
  await moveAway();
  const node = inject('nodes').find(({ port }) => port === from.port);
  let over = false;
  const reading = onServer(node ?? {}, String(service.connection.database), [
    'begin',
    'set local citus.override_table_visibility = off',
    `select 1 from organisation_${from.shard} limit 1`,
    'select pg_sleep(8)',
    'commit',
  ]).finally(() => {
    over = true;
  });
  await new Promise((done) => setTimeout(done, 500));
  await moveAway();
  expect(over).toBe(true);
  await reading;
  expect((await placeOf(service.db, org.orgId)).port).toBe(from.port);
  expect(await names(org.orgId)).toEqual([{ name: 'First' }, { name: 'Second' }]);
});

test('a list tells what was answered before, all the time while rows move', async () => {
  let over = false;
  let made = 0;
  let lists = 0;
  // A move that is left alone keeps others from theirs, so nothing is thrown before it has ended.
  const wrong: unknown[] = [];
  const expectOr503 = ({ status, text }: { status: number; text: string }, wanted: number): boolean => {
    if (status !== wanted && status !== 503) wrong.push([status, text]);
    return status === wanted;
  };
  const writing = async (): Promise<void> => {
    while (!over) if (expectOr503(await client.post('/v3/customers', { name: 'More' }), 201)) made += 1;
  };
  const reading = async (): Promise<void> => {
    while (!over) {
      const least = made;
      const answer = await client.get('/v3/customers?name=More&limit=50&with_addresses=true');
      if (!expectOr503(answer, 200)) continue;
      const { total, items } = answer.body;
      if (total < least || items.length !== Math.min(total, 50)) wrong.push([least, total, items.length]);
      lists += 1;
    }
  };
  const moving = moveAway()
    .then(moveAway)
    .finally(() => {
      over = true;
    });
  await Promise.all([moving, writing(), reading(), reading()]);
  expect(wrong).toEqual([]);
  expect([made > 20, lists > 20]).toEqual([true, true]);
}, 120_000);
