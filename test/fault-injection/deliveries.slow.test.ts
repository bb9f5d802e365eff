/** 10,000 events while the process that writes and delivers them is killed ten times (rules 7.2), and a mail (rules 16.25). */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventNames } from '../../src/derive/events/event-names.ts';
import { registry } from '../../src/model/registry.ts';
import { raw, sql } from '../../src/sql/sql.ts';
import * as admin from '../../src/webhooks/manage/manage-webhooks.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { startMailServer } from '../support/mail-server.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const EVENTS = 10_000;
const KILLS = 10;
const BATCH = 100;
const NETWORK = '127.0.0.0/8';
const ROLLED_BACK = 'Zurückgerollt';

let service: TestService;
let receiver: Receiver;
let env: Record<string, string>;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService();
  const url = databaseUrl(service.connection);
  env = { DATABASE_URL: url, PORT: String(await freePort()), WEBHOOK_ALLOWED_NETWORKS: NETWORK, LOG_LEVEL: 'error' };
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** At COMMIT, after the event was written, customers of this name are refused: their transaction is rolled back. */
const refuseAtCommit = async (): Promise<void> => {
  const statements = [
    `create function refuse() returns trigger language plpgsql as $$ begin
       raise exception using errcode = '57P03', message = 'Refused at commit'; end $$`,
    `create constraint trigger refuse after insert on contact deferrable initially deferred
       for each row when (new.name = '${ROLLED_BACK}') execute function refuse()`,
  ];
  for (const text of statements) await service.db.transaction((tx) => tx.run(raw(text)));
};

interface Delivered {
  readonly payload: { readonly kid: number; readonly record: { readonly name: string } };
}

test('every event is delivered, and none of a change that was rolled back', async () => {
  await refuseAtCommit();
  const organisation = await service.organisation({
    api_requests_per_minute: 1_000_000,
    webhook_deliveries_per_minute: 1_000_000,
  });
  const client = await organisation.client();
  const reach = { allows: addressRule([NETWORK]), eventNames: eventNames(registry) };
  const sender = createSender(reach.allows);
  const wish = { url: receiver.url(), events: ['customers.insert'] };
  const { webhook_id: id } = await admin.createWebhook(service.db, reach, organisation.orgId, wish);
  await admin.testWebhook(service.db, sender, id);
  await admin.activateWebhook(service.db, id);
  await sender.close();
  receiver.received.length = 0;

  const items = Array.from({ length: BATCH }, (_, at) => ({ name: at % 10 ? `Kunde ${at}` : ROLLED_BACK }));
  const write = (address: string) =>
    fetch(`${address}/v3/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(items),
    }).then(
      (response) => response.text(),
      () => '',
    );
  const total = async (): Promise<number> => (await client.get('/v3/customers?limit=1')).body.total;

  let running: Running | null = null;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const process = await startProgram(env);
    running = process;
    const [written, delivered] = [await total(), receiver.received.length];
    // Writes and deliveries are in progress when the signal arrives.
    const wanted = (EVENTS / KILLS) * kill;
    const writers = Promise.all(
      [1, 2].map(async () => {
        while (running === process && (await total()) < wanted) await write(process.address);
      }),
    );
    await until(async () => (await total()) > written + 300 && receiver.received.length > delivered + 100);
    running = null;
    await process.end('SIGKILL');
    await writers;
  }
  const last = await startProgram(env);
  while ((await total()) < EVENTS) await write(last.address);
  const stored = new Set<number>();
  for (let page = 1; stored.size < (await total()); page += 1) {
    const { body } = await client.get(`/v3/customers?limit=5000&page=${page}`);
    for (const { kid } of body.items) stored.add(kid);
  }
  const deliveredKids = () => new Set(receiver.received.map(({ body }) => (JSON.parse(body) as Delivered).payload.kid));
  // Deliveries that a killed process claimed wait until the claim expires.
  await until(() => receiver.received.length >= stored.size && deliveredKids().size === stored.size, {
    what: 'the delivery of every event',
  });
  expect([...deliveredKids()].sort()).toEqual([...stored].sort());
  expect(receiver.received.filter(({ body }) => body.includes(ROLLED_BACK))).toEqual([]);
  expect(await last.end('SIGTERM')).toBe(0);
}, 240_000);

test('a mail is sent once after the process is killed between its commit and its sending', async () => {
  // A mail server that never answers: the process has claimed the message, and has sent nothing.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const mails = await startMailServer();
  const client = await (await service.organisation()).client();
  const { kid } = (await client.post('/v3/customers', { name: 'Post' })).body;
  const first = await startProgram({
    ...env,
    ...{ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, SMTP_FROM: 'makler@example.com' },
  });
  const body = { subject: 'Einmal', text: 'Hallo', to: ['post@example.com'], send: 'mail' };
  const made = await fetch(`${first.address}/v3/customers/${kid}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: number };
  await until(async () => sockets.length > 0, { what: 'the connection to the mail server' });
  await first.end('SIGKILL');
  const stateOf = async () => (await client.get(`/v3/messages/${id}`)).body;
  expect(await stateOf()).toMatchObject({ state: 'queued', tries: 1 });
  // The lease of the dead process ends.
  await service.db.read(sql`update message set leased_until = now() where id = ${id}`);
  const second = await startProgram({ ...env, SMTP_URL: mails.url, SMTP_FROM: 'makler@example.com' });
  await until(async () => (await stateOf()).state === 'sent', { what: 'the mail' });
  expect(await second.end('SIGTERM')).toBe(0);
  expect(mails.mails.map(({ subject }) => subject)).toEqual(['Einmal']);
  await mails.stop();
  for (const socket of sockets) socket.destroy();
  silent.close();
}, 60_000);
