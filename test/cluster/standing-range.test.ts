/** At the end of a move all writes of a range wait. The calls of other organisations go on, also those of the same node. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { MAX_WRITERS_PER_ORG } from '../../src/db/database.ts';
import { placeOf } from '../support/citus.ts';
import { setUpService } from '../support/fixture.ts';
import type { Client, Organisation } from '../support/service.ts';
import { until } from '../support/until.ts';

const { service } = setUpService();
/** Two organisations of one range, and one of another range on the same node, none of which has called yet. */
let standing: Organisation[];
let other: Organisation;
let place: Awaited<ReturnType<typeof placeOf>>;

beforeAll(async () => {
  const found: { org: Organisation; place: typeof place }[] = [];
  for (;;) {
    const org = await service.organisation();
    found.push({ org, place: await placeOf(service.db, org.orgId) });
    const same = found
      .filter((one) => found.some((two) => two !== one && two.place.shard === one.place.shard))
      .slice(0, 2);
    const beside = found.find(
      (one) => one.place.port === same[0]?.place.port && one.place.shard !== same[0]?.place.shard,
    );
    if (!same[0] || !beside) continue;
    place = same[0].place;
    standing = same.map((one) => one.org);
    other = beside.org;
    // Their node answers by itself from now on.
    await until(() => service.asService.forOrg(org.orgId) !== service.asService);
    return;
  }
});

/** Runs work while rows of a table in the range cannot be written. */
const whileStanding = async (table: string, work: () => Promise<void>): Promise<void> => {
  const { host, port } = place;
  const node = new pg.Client({ ...inject('nodes')[0], host, port, database: service.connection.database });
  await node.connect();
  try {
    const { rows } = await node.query<{ name: string }>(
      `select shard_name(b.logicalrelid, b.shardid) as name
       from pg_dist_shard b
       join pg_dist_shard o on o.logicalrelid = 'organisation'::regclass and o.shardminvalue = b.shardminvalue
       where b.logicalrelid = $1::regclass and o.shardid = $2`,
      [table, place.shard],
    );
    await node.query('set citus.enable_manual_changes_to_shards = on');
    await node.query('begin');
    await node.query(`lock table ${rows[0]?.name} in exclusive mode`);
    await work();
  } finally {
    await node.end();
  }
};

/** Calls of organisations that wait, and one of another that does not. */
const expectOthersAnswered = async (
  table: string,
  callers: readonly Client[],
  free: Client,
  call: (client: Client) => ReturnType<Client['get']>,
): Promise<void> => {
  let ended = 0;
  const answers: ReturnType<Client['get']>[] = [];
  await whileStanding(table, async () => {
    for (const caller of callers) {
      const answer = call(caller);
      answers.push(answer);
      void answer.finally(() => {
        ended += 1;
      });
    }
    await pause(500);
    const outcome = await Promise.race([call(free), pause(5000)]);
    expect(outcome?.status).toBeLessThan(300);
    expect(ended).toBe(0);
  });
  for (const answer of answers) expect((await answer).status).toBeLessThan(300);
};

test('other organisations are counted, and their reads answered', async () => {
  const callers = await Promise.all(standing.map((org) => org.client()));
  await expectOthersAnswered('request_budget', callers, await other.client(), (one) => one.get('/v3/customers'));
});

test('writes of other organisations are answered', async () => {
  // Of a token of its own each, because writes of one token share transactions.
  const callers = await Promise.all(
    standing.flatMap((org) => Array.from({ length: MAX_WRITERS_PER_ORG }, () => org.client())),
  );
  const create = (one: Client) => one.post('/v3/customers', { name: 'Muster' });
  await expectOthersAnswered('contact', callers, await other.client(), create);
});
