/**
 * Fifty organisations write, singly and in batches, while ranges move between the nodes and one organisation gets a range of
 * its own. Each write carries an Idempotency-Key and is repeated with it until it is answered: nothing is lost, nothing
 * happens twice, every event is delivered, and what cannot be done in a moment is 503 with Retry-After.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { startWorker, type Worker } from '../../src/webhooks/delivery/delivery-worker.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { oneMoveAtATime, onServer } from '../support/citus.ts';
import { commandOn } from '../support/command.ts';
import { databaseUrl } from '../support/postgres.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ORGANISATIONS = 50;
const CALLERS_EACH = 2;
/** Records of a batch, and how often each organisation sends one: 2,500 records a second of all. */
const BATCH = 100;
const BATCH_EVERY_MS = 2000;
/** So many of them have a webhook. */
const HOOKED = 10;
/** Ranges that one node has more than the other before they are evened out. */
const SKEWED_BY = 2;

const allows = addressRule(['127.0.0.0/8']);
const sender = createSender(allows);

interface Writer {
  readonly orgId: number;
  readonly client: Client;
  /** Where its events are sent; null where it has no webhook. */
  readonly path: string | null;
  /** Names that were answered as made, with the kid. */
  readonly written: Map<string, number>;
}

let service: TestService;
let receiver: Receiver;
let worker: Worker;
const logged: string[] = [];
const writers: Writer[] = [];

const hook = async (orgId: number): Promise<string> => {
  const path = `/${orgId}`;
  const reach = { allows, eventNames: eventNames(registry) };
  const settings = { url: receiver.url(path), events: ['customers.insert'] };
  const { webhook_id: id } = await admin.createWebhook(service.db, reach, orgId, settings);
  await admin.testWebhook(service.db, sender, id);
  await admin.activateWebhook(service.db, id);
  return path;
};

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ mayBeUnavailable: true });
  for (let n = 0; n < ORGANISATIONS; n += 1) {
    const org = await service.organisation({
      api_requests_per_minute: 1_000_000,
      webhook_deliveries_per_minute: 1_000_000,
    });
    const path = n < HOOKED ? await hook(org.orgId) : null;
    writers.push({ orgId: org.orgId, client: await org.client(), path, written: new Map() });
  }
  receiver.received.length = 0;
  worker = startWorker(service.asService, sender, (_, message, details) => {
    logged.push(`${message} ${JSON.stringify(details)}`);
  });
});
afterAll(async () => {
  await worker.stop();
  await sender.close();
  await service.stop();
  await receiver.stop();
});

/** Ranges from one node to the other, evened out again; then an organisation by itself, on the node that had it not. */
const moveAll = async (): Promise<void> => {
  const { connection } = service;
  const run = commandOn({ DATABASE_URL: databaseUrl(connection) });
  const [coordinator, first, second] = inject('nodes');
  if (!first || !second) throw new Error('Two nodes are needed');
  const onCoordinator = async (text: string) =>
    (await onServer(coordinator, String(connection.database), [text]))[0]?.rows ?? [];
  const shards = await onCoordinator(
    `select shardid as id from citus_shards where table_name = 'organisation'::regclass and nodeport = ${first.port} order by 1 limit ${SKEWED_BY}`,
  );
  for (const { id } of shards)
    await onCoordinator(
      `select citus_move_shard_placement(${id}, '${first.host}', ${first.port}, '${second.host}', ${second.port}, 'force_logical')`,
    );
  const { json } = await run('cluster', 'rebalance', '--mode', 'force_logical');
  expect(json.job.state).toBe('finished');
  const [{ orgId }] = writers as [Writer];
  const [place] = await onCoordinator(
    `select nodeport as port from citus_shards where shardid = get_shard_id_for_distribution_column('organisation', ${orgId})`,
  );
  const to = place?.port === first.port ? second : first;
  const { json: isolated } = await run('cluster', 'isolate', String(orgId), '--to', `${to.host}:${to.port}`);
  expect(isolated).toMatchObject({ org_id: orgId, port: to.port, organisations: 1 });
};

let calls = 0;
const unavailable: string[] = [];
/** The longest that a write took, with its repetitions. */
let longest = 0;

const writeOne = async ({ client, written }: Writer): Promise<void> => {
  const name = `C ${randomUUID()}`;
  const begun = performance.now();
  for (;;) {
    const answer = await client.post('/v3/customers', { name }, { 'idempotency-key': name });
    calls += 1;
    longest = Math.max(longest, performance.now() - begun);
    if (answer.status === 201) {
      written.set(name, answer.body.kid);
      return;
    }
    expect([answer.status, answer.headers.get('retry-after'), answer.text]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
      answer.text,
    ]);
    unavailable.push(String(answer.error));
    await pause(100);
  }
};

const writeBatch = async ({ client, written }: Writer): Promise<void> => {
  const id = randomUUID();
  const items = Array.from({ length: BATCH }, (_, at) => ({ name: `B ${id} ${at}` }));
  const begun = performance.now();
  for (;;) {
    const answer = await client.post('/v3/customers?together=true', items, { 'idempotency-key': id });
    calls += 1;
    longest = Math.max(longest, performance.now() - begun);
    if (answer.status === 200) {
      for (const { index, kid } of answer.body.inserted) written.set(items[index]?.name ?? '', kid);
      return;
    }
    // Some of it may have been made already; the repeat tells of all.
    expect([[207, 503], answer.text]).toEqual([expect.arrayContaining([answer.status]), answer.text]);
    for (const { status } of answer.body.failed ?? []) expect(status).toBe(503);
    unavailable.push(String(answer.error));
    await pause(100);
  }
};

/** Batches when they are due; one that took longer is followed at once. */
const writeBatches = async (writer: Writer, first: number, isOver: () => boolean): Promise<void> => {
  for (let due = first; ; due += BATCH_EVERY_MS) {
    while (performance.now() < due && !isOver()) await pause(Math.min(100, Math.max(1, due - performance.now())));
    if (isOver()) return;
    await writeBatch(writer);
  }
};

/** Moves ranges during writes. @param write the work of a writer until the end */
const writeWhileMoving = async (write: (writer: Writer, n: number, isOver: () => boolean) => Promise<void>[]) => {
  let over = false;
  const count = () => writers.reduce((sum, { written }) => sum + written.size, 0);
  const before = count();
  [calls, unavailable.length, longest] = [0, 0, 0];
  const started = performance.now();
  const writing = Promise.all(writers.flatMap((writer, n) => write(writer, n, () => over)));
  // The first failure is reported.
  await Promise.race([writing, oneMoveAtATime(inject('nodes')[0], moveAll)]).finally(() => {
    over = true;
  });
  await writing;
  const seconds = (performance.now() - started) / 1000;
  const all = count() - before;
  process.stdout.write(
    `${all} writes in ${seconds.toFixed(0)} s, ${(all / seconds).toFixed(0)} a second; ${unavailable.length} of ${calls} calls were 503; the longest write took ${(longest / 1000).toFixed(1)} s\n`,
  );
};

const expectAllOnce = async (): Promise<void> => {
  for (const { orgId, written } of writers) {
    const rows = await service.db.queryLong<{ id: number; name: string }>(
      sql`select id, name from contact where org_id = ${orgId} and section = 'customers' and del = 0`,
    );
    expect(rows.length).toBe(written.size);
    expect(new Map(rows.map(({ id, name }) => [name, id]))).toEqual(written);
    const noted = await service.db.queryLong<{ id: number }>(
      sql`select record_id as id from audit_entry where org_id = ${orgId} and section = 'customers' and action = 'insert'`,
    );
    expect(noted.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...written.values()].sort((a, b) => a - b));
  }
};

test('no write is lost or repeated while ranges move', async () => {
  await writeWhileMoving((writer, _, isOver) =>
    Array.from({ length: CALLERS_EACH }, async () => {
      while (!isOver()) await writeOne(writer);
    }),
  );
  await expectAllOnce();
}, 300_000);

test('no batch item is lost or repeated while ranges move', async () => {
  const first = performance.now();
  await writeWhileMoving((writer, n, isOver) => [
    writeBatches(writer, first + (n / ORGANISATIONS) * BATCH_EVERY_MS, isOver),
  ]);
  await expectAllOnce();
}, 300_000);

test('every event of these writes is delivered', async () => {
  for (const { path, written } of writers) {
    if (path === null) continue;
    const delivered = () => new Set(receiver.at(path).map(({ body }) => JSON.parse(body).payload.kid as number));
    await until(() => delivered().size >= written.size, { what: `All ${written.size} at ${path}` });
    expect(delivered()).toEqual(new Set(written.values()));
  }
});
