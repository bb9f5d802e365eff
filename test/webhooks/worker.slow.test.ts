/**
 * Delivery under a clock of the test's own: several workers, throttles, retries, switch-off, rotation
 * (rules 7.2 to 7.4).
 */
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { sql } from '../../src/sql/sql.ts';
import { startWorker, type Worker } from '../../src/webhooks/delivery/delivery-worker.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { holdLock } from '../support/held-lock.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Client, type Organisation, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const EVENT = 'customers.insert';

const allows = addressRule(['127.0.0.0/8']);
const reach = { allows, eventNames: eventNames(registry) };
const sender = createSender(allows);
let service: TestService;
let receiver: Receiver;
let organisation: Organisation;
let client: Client;
/** How far the workers' clock is ahead. */
let ahead = 0;
let workers: Worker[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService();
});
afterAll(async () => {
  await sender.close();
  await service.stop();
  await receiver.stop();
});
const logged: string[] = [];
const startWorkers = (count: number): void => {
  const log = (_: string, message: string) => logged.push(message);
  workers = Array.from({ length: count }, () =>
    startWorker(service.asService, sender, log, { now: () => Date.now() + ahead }),
  );
};
beforeEach(async () => {
  ahead = 0;
  receiver.received.length = 0;
  organisation = await service.organisation({
    api_requests_per_minute: 1_000_000,
    webhook_deliveries_per_minute: 1_000_000,
  });
  client = await organisation.client();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  // Pending deliveries would be sent during the next test, to the same address.
  for (const { webhook_id } of await admin.listWebhooks(service.db, organisation.orgId))
    await admin.deleteWebhook(service.db, webhook_id);
  expect(logged).toEqual([]);
});

/** An active webhook at a path of its own. */
const hook = async (path = '/hook', owner = organisation) => {
  receiver.answer(200, path);
  const settings = { url: receiver.url(path), events: [EVENT] };
  const { webhook_id: id, secret } = await admin.createWebhook(service.db, reach, owner.orgId, settings);
  await admin.testWebhook(service.db, sender, id);
  await admin.activateWebhook(service.db, id);
  receiver.received.length = 0;
  return { id, secret };
};

const add = async (count: number, from = client): Promise<void> => {
  for (let done = 0; done < count; done += 100) {
    const items = Array.from({ length: Math.min(100, count - done) }, (_, at) => ({ name: `Kunde ${done + at}` }));
    expect((await from.post('/v3/customers', items)).status).toBe(200);
  }
};

interface Logged {
  readonly delivery_id: number;
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null; readonly at: string }[];
  readonly next_attempt_at: string | null;
}
const log = async (id: number): Promise<Logged[]> =>
  (await admin.listDeliveries(service.db, id)) as unknown as Logged[];
const states = async (id: number): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { state } of await log(id)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};
const nameOf = (body: string): string => JSON.parse(body).payload.record.name;
const shown = async (id: number) =>
  (await admin.listWebhooks(service.db, organisation.orgId)).find(({ webhook_id: one }) => one === id);

test('three workers share the deliveries, and none sends a delivery that another has claimed', async () => {
  const { id } = await hook();
  await add(600);
  startWorkers(3);
  await until(async () => (await states(id)).delivered === 600);
  expect(new Set(receiver.received.map(({ body }) => nameOf(body))).size).toBe(600);
  expect(receiver.received.length).toBe(600);
});

test('deliveries above the limit of the plan wait for the next minutes, without an attempt', async () => {
  const plan = { api_requests_per_minute: 1_000_000, webhook_deliveries_per_minute: 5 };
  organisation = await service.organisation(plan);
  client = await organisation.client();
  const { id } = await hook();
  // The first second of a minute, so that it lasts.
  ahead = MINUTE - (Date.now() % MINUTE);
  await add(12);
  startWorkers(2);
  for (const delivered of [5, 10, 12]) {
    await until(async () => (await states(id)).delivered === delivered, { within: 5000 });
    // Near its end, when all has been looked through once more, on a cluster too.
    ahead += 54 * SECOND - ((Date.now() + ahead) % MINUTE);
    await expect(until(() => receiver.received.length > delivered, { within: 600 })).rejects.toThrow();
    ahead += 6 * SECOND;
  }
  expect((await log(id)).map(({ attempts }) => attempts.length)).toEqual(Array(12).fill(1));
});

describe('with a plan of ten deliveries a minute', () => {
  beforeEach(async () => {
    organisation = await service.organisation({
      api_requests_per_minute: 1_000_000,
      webhook_deliveries_per_minute: 10,
    });
    client = await organisation.client();
  });
  /** The first second of a minute, so that it lasts. */
  const aMinuteBegins = (): void => {
    ahead = MINUTE - (Date.now() % MINUTE);
  };

  test('a delivery that failed once is retried in time despite many others', async () => {
    const { id } = await hook();
    aMinuteBegins();
    startWorkers(1);
    await add(6);
    await until(async () => (await states(id)).delivered === 6);
    receiver.answer(500, '/hook');
    await add(1);
    await until(() => receiver.received.length === 7);
    receiver.answer(200, '/hook');
    await until(async () =>
      (await log(id)).some(({ attempts, state }) => state === 'pending' && attempts.length === 1),
    );
    ahead += 7 * SECOND;
    await add(1);
    await until(async () => (await states(id)).delivered === 8, { within: 5000 });
  });

  test('a failing webhook uses half of the limit, and the others get the rest', async () => {
    const bad = await hook('/bad');
    receiver.answer(500, '/bad');
    aMinuteBegins();
    startWorkers(1);
    await add(1);
    await until(async () => (await log(bad.id))[0]?.attempts.length === 1);
    await add(9);
    const called = (path: string) => receiver.received.filter((one) => one.path === path).length;
    // The first of them did not fail yet when it was sent.
    await until(() => called('/bad') === 6);
    const good = await hook('/good');
    await add(9);
    await until(async () => (await states(good.id)).delivered === 4, { within: 5000 });
    await expect(until(() => called('/bad') > 0 || called('/good') > 4, { within: 600 })).rejects.toThrow();
  });
});

test('a plan with an invalid limit delivers nothing until it is corrected', async () => {
  organisation = await service.organisation({ webhook_deliveries_per_minute: 'many' });
  client = await organisation.client();
  const { id } = await hook();
  await add(1);
  startWorkers(1);
  await expect(until(() => receiver.received.length > 0, { within: 600 })).rejects.toThrow();
  await service.db.transaction((tx) =>
    tx.run(sql`update organisation set plan = '{}' where org_id = ${organisation.orgId}`),
  );
  ahead = MINUTE;
  await until(async () => (await states(id)).delivered === 1);
});

test('deliveries written before the clock was set back do not wait for that time', async () => {
  const { id } = await hook();
  ahead = 3 * HOUR;
  startWorkers(1);
  await add(3);
  await until(async () => (await states(id)).delivered === 3);
  // Written by then; one is claimed by a process that died, one failed before.
  await add(3);
  const later = (ms: number) => new Date(Date.now() + ahead + ms).toISOString();
  await until(async () => (await states(id)).delivered === 6);
  const number = (await log(id)).map(({ delivery_id }) => delivery_id);
  await service.db.transaction((tx) =>
    tx.run(sql`update webhook_delivery set state = 'pending', next_attempt_at = ${later(MINUTE)},
      leased_until = case when id = ${number[0]} then ${later(HOUR)}::timestamptz end, tries = case when id = ${number[1]} then 1 else 0 end
      where org_id = ${organisation.orgId} and webhook_id = ${id} and id = any(${number.slice(0, 3)})`),
  );
  expect((await states(id)).pending).toBe(3);
  ahead = 0;
  await until(async () => (await states(id)).delivered === 5, { within: 5000 });
  ahead = 7 * SECOND;
  await until(async () => (await states(id)).delivered === 6, { within: 5000 });
});

test.each([
  ['hangs', { status: 200, after: new Promise(() => undefined) }],
  ['fails', { status: 500 }],
])('a receiver that %s delays no other webhook', async (_, answer) => {
  const bad = await hook('/bad');
  receiver.answer(answer, '/bad');
  const good = await hook('/good');
  await add(300);
  startWorkers(1);
  await until(async () => (await states(good.id)).delivered === 300, { within: 10_000 });
  expect((await states(bad.id)).pending).toBe(300);
  // Calls that hang would be waited for.
  await admin.deleteWebhook(service.db, bad.id);
  receiver.answer(200, '/bad');
  await receiver.stop();
  receiver = await startReceiver();
});

test('retries follow the schedule, each up to 20 % early or late; then the delivery has failed', async () => {
  const { id } = await hook();
  receiver.answer(503);
  await add(1);
  startWorkers(1);
  for (const [at, delay] of [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR].entries()) {
    await until(async () => (await log(id))[0]?.attempts.length === at + 1);
    const [{ state, attempts, next_attempt_at: next } = {} as Logged] = await log(id);
    expect([state, attempts.at(-1)?.error]).toEqual(['pending', 'HTTP_503']);
    const waits = Date.parse(next ?? '') - Date.parse(attempts.at(-1)?.at ?? '');
    expect(waits / delay).toBeGreaterThanOrEqual(0.8);
    expect(waits / delay).toBeLessThanOrEqual(1.2);
    ahead += waits;
  }
  await until(async () => (await states(id)).failed === 1);
  expect((await log(id))[0]?.attempts.length).toBe(8);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(1);
});

describe('five days without one success', () => {
  const failFor = async (id: number, days: number): Promise<void> => {
    receiver.answer(500);
    startWorkers(1);
    await until(async () => (await log(id)).every(({ attempts }) => attempts.length > 0));
    for (let hours = 0; hours < days * 24; hours += 13) {
      ahead += 13 * HOUR;
      const over = new Date(Date.now() + ahead).toISOString();
      await until(async () =>
        (await log(id)).every(({ state, next_attempt_at: next }) => state !== 'pending' || (next ?? '') > over),
      );
    }
  };

  test('and 20 failed deliveries deactivate the webhook with a reason, which activation clears', async () => {
    const { id } = await hook();
    await add(20);
    await failFor(id, 5);
    expect((await shown(id))?.active).toBe(true);
    await add(1);
    await until(async () => (await shown(id))?.active === false);
    expect(await shown(id)).toMatchObject({
      colour: 'red',
      switched_off_because: 'no_success',
    });
    expect(await states(id)).toEqual({ failed: 21 });
    await add(1);
    expect((await log(id)).length).toBe(21);
    await admin.activateWebhook(service.db, id);
    expect(await shown(id)).toMatchObject({ active: true, switched_off_because: null });
  });

  test('deliveries that are resent afterwards are retried, even if one of them fails', async () => {
    const { id } = await hook();
    await add(20);
    await failFor(id, 6);
    await add(1);
    await until(async () => (await shown(id))?.active === false);
    const before = receiver.received.length;
    const range = { webhookId: id, since: new Date(Date.now() - 10 * MINUTE), until: new Date() };
    expect(await admin.resendFailed(service.db, range)).toBe(21);
    await until(() => receiver.received.length >= before + 21);
    await until(async () => (await log(id)).every(({ next_attempt_at: next }) => next));
    expect(await states(id)).toEqual({ pending: 21 });
    expect((await shown(id))?.switched_off_because).toBe('no_success');
    receiver.answer(200);
    ahead += 10 * SECOND;
    await until(async () => (await states(id)).delivered === 21);
  });

  test('a delivery that is resent while the webhook is inactive continues after activation', async () => {
    const { id } = await hook();
    await add(2);
    await admin.deactivateWebhook(service.db, id);
    expect(await states(id)).toEqual({ failed: 2 });
    receiver.answer(500);
    startWorkers(1);
    await admin.resendDelivery(service.db, (await log(id))[0]?.delivery_id ?? 0);
    await until(() => receiver.received.length === 1);
    await until(async () => (await log(id)).some(({ next_attempt_at: next }) => next));
    receiver.answer(200);
    await admin.activateWebhook(service.db, id);
    expect(await states(id)).toEqual({ failed: 1, pending: 1 });
    ahead += 10 * SECOND;
    await until(async () => (await states(id)).delivered === 1);
  });

  test('and fewer than 20 deliveries do not deactivate the webhook', async () => {
    const { id } = await hook();
    await add(19);
    await failFor(id, 6);
    expect(await states(id)).toEqual({ failed: 19 });
    expect((await shown(id))?.active).toBe(true);
  });

  test('with one success in between do not deactivate the webhook', async () => {
    const { id } = await hook();
    await add(20);
    await failFor(id, 4);
    receiver.answer(200);
    await add(1);
    await until(async () => (await states(id)).delivered === 1);
    receiver.answer(500);
    await add(1);
    ahead += 2 * DAY;
    await add(1);
    await until(async () => (await log(id)).slice(0, 2).every(({ attempts }) => attempts.length > 0));
    expect((await shown(id))?.active).toBe(true);
  });
});

test('deliveries are signed with both secrets for a day after a rotation', async () => {
  const { id, secret } = await hook('/rotated');
  const second = await admin.rotateSecret(service.db, id);
  startWorkers(1);
  const verifiedBy = async (): Promise<boolean[]> => {
    const before = receiver.at('/rotated').length;
    await add(1);
    await until(() => receiver.at('/rotated').length > before);
    const { headers = {}, body = '' } = receiver.at('/rotated').at(-1) ?? {};
    // The receiver's library accepts calls of the last minutes: the workers' clock is undone.
    return [secret, second].map((one) => {
      const at = new Date(Number(headers['webhook-timestamp']) * SECOND);
      return String(headers['webhook-signature']).includes(
        new Webhook(one).sign(String(headers['webhook-id']), at, body),
      );
    });
  };
  expect(await verifiedBy()).toEqual([true, true]);
  ahead = 23 * HOUR;
  expect(await verifiedBy()).toEqual([true, true]);
  ahead = 25 * HOUR;
  expect(await verifiedBy()).toEqual([false, true]);
});

test('deactivation ends pending deliveries, which can be resent even while the webhook is inactive', async () => {
  const { id } = await hook();
  await add(2);
  await admin.deactivateWebhook(service.db, id);
  expect(await states(id)).toEqual({ failed: 2 });
  startWorkers(1);
  const [delivery] = await log(id);
  await admin.resendDelivery(service.db, delivery?.delivery_id ?? 0);
  await until(async () => (await states(id)).delivered === 1);
  await admin.activateWebhook(service.db, id);
  await admin.resendFailed(service.db, { webhookId: id, since: new Date(Date.now() - MINUTE), until: new Date() });
  await until(async () => (await states(id)).delivered === 2);
  expect(receiver.received.length).toBe(2);
});

test('a delivery that is resent at an inactive webhook is retried', async () => {
  const { id } = await hook();
  await add(2);
  await admin.deactivateWebhook(service.db, id);
  receiver.answer(500);
  startWorkers(1);
  const [delivery] = await log(id);
  await admin.resendDelivery(service.db, delivery?.delivery_id ?? 0);
  await until(async () => (await log(id))[0]?.attempts.length === 1);
  expect(await states(id)).toEqual({ pending: 1, failed: 1 });
  receiver.answer(200);
  ahead = 7 * SECOND;
  await until(async () => (await states(id)).delivered === 1);
  expect(await states(id)).toEqual({ delivered: 1, failed: 1 });
});

/** A change whose transaction stays open until the returned function is called. */
const underWay = async (id: number): Promise<() => Promise<void>> =>
  holdLock(
    service.db,
    sql`insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, next_attempt_at)
      values (${organisation.orgId}, ${id}, ${randomUUID()}, ${EVENT}, ${new Date().toISOString()}, '{}', ${new Date().toISOString()})`,
  );

describe('a change that commits after its webhook', () => {
  test('was deactivated leaves no pending delivery', async () => {
    const { id } = await hook();
    const end = await underWay(id);
    const off = admin.deactivateWebhook(service.db, id);
    await until(async () => (await shown(id))?.active === false);
    await end();
    await off;
    expect(await states(id)).toEqual({ failed: 1 });
  });

  test('was deactivated by a 410 leaves no pending delivery', async () => {
    const { id } = await hook();
    receiver.answer(410);
    await add(1);
    const end = await underWay(id);
    startWorkers(1);
    await until(async () => (await shown(id))?.active === false);
    await end();
    await until(async () => (await states(id)).failed === 2);
    expect((await shown(id))?.switched_off_because).toBe('receiver_gone');
  });

  /** All rows of a webhook, also of a deleted one. */
  const rowsOf = async (id: number) =>
    (
      await service.db.read<{ state: string }>(
        sql`select state from webhook_delivery where org_id = ${organisation.orgId} and webhook_id = ${id}`,
      )
    ).map(({ state }) => state);

  test('was deleted leaves no row', async () => {
    const { id } = await hook();
    const end = await underWay(id);
    const gone = admin.deleteWebhook(service.db, id);
    await until(async () => (await shown(id)) === undefined);
    await end();
    await gone;
    expect(await rowsOf(id)).toEqual([]);
  });

  test('was deleted long before leaves no row, in any state', async () => {
    const [{ id }, other] = [await hook(), await hook('/other')];
    await admin.deleteWebhook(service.db, id);
    for (const state of ['failed', 'delivered']) {
      await (await underWay(id))();
      await service.db.transaction((tx) =>
        tx.run(sql`update webhook_delivery set state = ${state}
          where org_id = ${organisation.orgId} and webhook_id = ${id} and state = 'pending'`),
      );
    }
    await (await underWay(id))();
    expect((await rowsOf(id)).sort()).toEqual(['delivered', 'failed', 'pending']);
    await add(1);
    startWorkers(1);
    await until(async () => (await rowsOf(id)).length === 0);
    await until(async () => (await states(other.id)).delivered === 1);
  });

  test('was deactivated long before leaves no pending delivery except a resent one', async () => {
    const { id } = await hook();
    await add(1);
    await admin.deactivateWebhook(service.db, id);
    await (await underWay(id))();
    await (await underWay(id))();
    receiver.answer(500);
    const [, latest] = await log(id);
    await admin.resendDelivery(service.db, latest?.delivery_id ?? 0);
    // Deliveries of an active webhook still wait.
    const other = await hook('/other');
    receiver.answer(500, '/other');
    await add(1);
    startWorkers(1);
    await until(async () => (await states(id)).failed === 2);
    await until(async () => (await log(other.id))[0]?.attempts.length === 1);
    expect([await states(id), await states(other.id)]).toEqual([{ failed: 2, pending: 1 }, { pending: 1 }]);
  });
});

test('the delivery log is pruned after 30 days', async () => {
  const { id } = await hook();
  await add(1);
  startWorkers(1);
  await until(async () => (await states(id)).delivered === 1);
  ahead = 31 * DAY;
  await until(async () => (await log(id)).length === 0);
});
