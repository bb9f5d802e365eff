/**
 * On a cluster a process that has nothing to do asks next to nothing, and what is to be delivered is found all the same:
 * at its time, whichever process wrote it and whichever died.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../src/db/citus/shard-router.ts';
import type { Database } from '../../src/db/database.ts';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { startWorker, type Worker } from '../../src/webhooks/delivery/delivery-worker.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { onServer } from '../support/citus.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, startProgram } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ORGANISATIONS = 20;
const allows = addressRule(['127.0.0.0/8']);
const sender = createSender(allows);
const reach = { allows, eventNames: eventNames(registry) };
const silent = () => undefined;

interface Hooked {
  readonly orgId: number;
  readonly client: Client;
  readonly webhook: number;
  /** Where its events are sent. */
  readonly path: string;
}

let service: TestService;
let receiver: Receiver;
/** The worker's connection; it learns of writes from the database only. */
let db: Database;
let worker: Worker;
const hooked: Hooked[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService();
  db = connect({ connection: service.serviceConnection, keyRing: service.db.keyRing });
  for (let n = 0; n < ORGANISATIONS; n += 1) {
    const { orgId, client } = await service.organisation();
    const path = `/${orgId}`;
    const settings = { url: receiver.url(path), events: ['customers.insert'] };
    const { webhook_id: webhook } = await admin.createWebhook(service.db, reach, orgId, settings);
    await admin.testWebhook(service.db, sender, webhook);
    await admin.activateWebhook(service.db, webhook);
    hooked.push({ orgId, client: await client(), webhook, path });
  }
  receiver.received.length = 0;
  await killWhileDelivering(orphaned());
  worker = startWorker(db, sender, silent);
});
afterAll(async () => {
  await worker.stop();
  await sender.close();
  await db.close();
  await service.stop();
  await receiver.stop();
});

const [prompt, failing, unannounced, orphaned] = [0, 1, 2, 3].map((n) => () => hooked[n] as Hooked) as [
  () => Hooked,
  () => Hooked,
  () => Hooked,
  () => Hooked,
];

/** A process answers a write, claims its delivery, and is killed while the receiver delays its response. */
const killWhileDelivering = async ({ client, path }: Hooked): Promise<void> => {
  receiver.answer({ status: 200, after: new Promise(() => undefined) }, path);
  const program = await startProgram({
    DATABASE_URL: databaseUrl(service.serviceConnection),
    DATA_DIR: inject('files'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    PORT: String(await freePort()),
  });
  const { status } = await fetch(`${program.address}/v3/customers`, {
    method: 'POST',
    body: '{"name":"Anna Berg"}',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
  });
  expect(status).toBe(201);
  await until(() => receiver.at(path).length === 1);
  await program.end('SIGKILL');
  receiver.answer(200, path);
};

test('an event of one process is delivered by another within a second', async () => {
  const { client, path } = prompt();
  const took: number[] = [];
  for (let n = 1; n <= 10; n += 1) {
    expect((await client.post('/v3/customers', { name: 'Anna Berg' })).status).toBe(201);
    const written = performance.now();
    await until(() => receiver.at(path).length === n);
    took.push(performance.now() - written);
  }
  expect(took.sort((a, b) => a - b)[5]).toBeLessThan(3000);
});

const retried = async (): Promise<void> => {
  const { client, path } = failing();
  receiver.answer(500, path);
  expect((await client.post('/v3/customers', { name: 'Anna Berg' })).status).toBe(201);
  await until(() => receiver.at(path).length === 1);
  const failed = performance.now();
  receiver.answer(200, path);
  await until(() => receiver.at(path).length === 2);
  // Five seconds with a fifth of jitter.
  expect(performance.now() - failed).toBeLessThan(7000);
};

/** Polls come each second; machines are busy. */
const LOOKED = { within: 45_000 };

/** As of a process that died right behind its commit. */
const writerDied = async (): Promise<void> => {
  const { orgId, webhook, path } = unannounced();
  await service.db.transaction((tx) =>
    tx.run(sql`insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, next_attempt_at)
      values (${orgId}, ${webhook}, ${crypto.randomUUID()}, 'customers.insert', ${new Date().toISOString()}, '{}', ${new Date().toISOString()})`),
  );
  await until(() => receiver.at(path).length === 1, LOOKED);
};

/** The claim of the process that was killed ends. */
const takenOver = ({ path }: Hooked) => until(() => receiver.at(path).length === 2, LOOKED);

test('failed events, those of a process that died and those claimed by a killed one are delivered', async () => {
  await Promise.all([retried(), writerDied(), takenOver(orphaned())]);
});

/** Tasks that Citus was given since the counters were switched on: of one range each, or of all. */
const tasksOf = async (database: string): Promise<number> => {
  let tasks = 0;
  for (const node of inject('nodes')) {
    const [counted] = await onServer(node, database, [
      `select query_execution_single_shard + query_execution_multi_shard * ${db.ranges()} as tasks from citus_stat_counters where name = '${database}'`,
    ]);
    tasks += Number(counted?.rows[0]?.tasks);
  }
  return tasks;
};

test('a process with nothing to do polls each range about once a second', async () => {
  const database = String(service.connection.database);
  for (const node of inject('nodes'))
    await onServer(node, 'postgres', [`alter database ${database} set citus.enable_stat_counters = on`]);
  const idle = connect({ connection: service.serviceConnection, keyRing: service.db.keyRing });
  const worker = startWorker(idle, sender, silent);
  await until(async () => idle.ranges() > 1 && (await tasksOf(database)) > 0);
  await pause(5000);
  const before = await tasksOf(database);
  const seconds = 30;
  await pause(seconds * 1000);
  const tasks = (await tasksOf(database)) - before;
  await worker.stop();
  const ranges = idle.ranges();
  await idle.close();
  expect(tasks).toBeGreaterThan(0);
  expect(tasks / seconds).toBeLessThan(2 * ranges);
});
