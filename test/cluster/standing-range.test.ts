/** At the end of a move all writes of a range wait. The calls of other organisations go on, also those of the same node. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { placeOf } from '../support/citus.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
/** Two organisations of one range, and one of another range on the same node, none of which has called yet. */
let [first, second, other]: Client[] = [];
let piece: { id: number; host: string; port: number };

beforeAll(async () => {
  service = await startTestService();
  const found: { client: Client; place: typeof piece }[] = [];
  for (;;) {
    const org = await service.organisation();
    found.push({ client: await org.client(), place: await placeOf(service.db, org.orgId) });
    const same = found.filter(({ place }) => found.some((one) => one.place !== place && one.place.id === place.id));
    const beside = found.find(({ place }) => place.port === same[0]?.place.port && place.id !== same[0]?.place.id);
    if (!same[0] || !beside) continue;
    piece = same[0].place;
    [first, second] = same.filter(({ place }) => place.id === piece.id).map(({ client }) => client);
    other = beside.client;
    // Their node answers by itself from now on.
    await until(() => service.asService.of(org.orgId) !== service.asService);
    return;
  }
});
afterAll(() => service.stop());

/** Calls, whose outcome comes once its organisation can be written. */
const asked = (client: Client | undefined) => {
  const call = { isAnswered: false, answer: client!.get('/v3/customers') };
  void call.answer.then(() => {
    call.isAnswered = true;
  });
  return call;
};

test('while the writes of a range wait, others are counted and answered', async () => {
  const node = new pg.Client({
    ...inject('nodes')[0],
    port: piece.port,
    host: piece.host,
    database: service.connection.database,
  });
  await node.connect();
  const { rows } = await node.query<{ name: string }>(
    `select shard_name(b.logicalrelid, b.shardid) as name
     from pg_dist_shard b
     join pg_dist_shard o on o.logicalrelid = 'organisation'::regclass and o.shardminvalue = b.shardminvalue
     where b.logicalrelid = 'request_budget'::regclass and o.shardid = $1`,
    [piece.id],
  );
  try {
    await node.query('set citus.enable_manual_changes_to_shards = on');
    await node.query('begin');
    await node.query(`lock table ${rows[0]?.name} in exclusive mode`);
    const waiting = [first, second].map(asked);
    await pause(500);
    const free = asked(other);
    await expect.poll(() => free.isAnswered, { timeout: 5000 }).toBe(true);
    expect((await free.answer).status).toBe(200);
    expect(waiting.map(({ isAnswered }) => isAnswered)).toEqual([false, false]);
    await node.query('rollback');
    for (const { answer } of waiting) expect((await answer).status).toBe(200);
  } finally {
    await node.end();
  }
});
