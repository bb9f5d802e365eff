// Webhooks: deliveries per second to a receiver, and what an active webhook costs a create.
import { createServer } from 'node:http';
import { activateWebhook, createWebhook, testWebhook } from '../../dist/webhooks/manage/manage-webhooks.js';
import { addressRule } from '../../dist/webhooks/public-address.js';
import { createSender } from '../../dist/webhooks/send.js';
import { cpuOf, fire, quantile, table } from '../measure.js';
import { asService } from '../stage.js';

const NETWORK = '127.0.0.0/8';
const EVENT = 'customers.insert';
const NEW = { name: 'Neu', vorname: 'Erika', anrede: 'Frau' };

const startReceiver = async () => {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      calls += 1;
      response.end('ok');
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/`, calls: () => calls, stop: () => server.close() };
};

const activeWebhook = async ({ db }, orgId, url) => {
  const allows = addressRule([NETWORK]);
  const sender = createSender(allows);
  const { webhook_id: id } = await createWebhook(db, { allows, eventNames: [EVENT] }, orgId, { url, events: [EVENT] });
  await testWebhook(db, sender, id);
  await activateWebhook(db, id);
  await sender.close();
  return id;
};

/** Seconds until `count` events, which wait already, have been delivered to so many webhooks. */
const drain = async (stage, row, receiver, webhooks, count) => {
  const { orgId } = await stage.organisation(`drain${webhooks}`);
  for (let at = 0; at < webhooks; at += 1) await activeWebhook(stage, orgId, receiver.url);
  const before = receiver.calls();
  const cpu = await cpuOf(stage.api.pid);
  const started = performance.now();
  await stage.client.query(
    `insert into webhook_delivery (org_id, webhook_id, request_id, event_name, event_at, payload, next_attempt_at)
     select w.org_id, w.id, gen_random_uuid(), $2, now(), $3, now() from webhook w, generate_series(1, $4) where w.org_id = $1`,
    [orgId, EVENT, JSON.stringify({ id: 1, kid: 1, record: { ...NEW, bemerkung: 'x'.repeat(500) } }), count / webhooks],
  );
  while (receiver.calls() < before + count) await new Promise((done) => setTimeout(done, 10));
  const seconds = (performance.now() - started) / 1000;
  const each = ((await cpuOf(stage.api.pid)) - cpu) / count;
  row(webhooks, count, `${(count / seconds).toFixed(0)}/s`, `${(each * 1e6).toFixed(0)} µs`);
};

export const run = async (stage) => {
  const receiver = await startReceiver();
  await stage.startApi({ WEBHOOK_ALLOWED_NETWORKS: NETWORK });
  const row = table('webhooks', 'waiting events', 'deliveries', 'API CPU per delivery');
  for (const webhooks of [1, 20]) await drain(stage, row, receiver, webhooks, 10_000 * stage.scale);

  const line = table('create one', 'without', 'with an active webhook', 'time', 'wanted');
  for (const [title, plan] of [
    ['delivered as the default plan lets it, 120 a minute', { api_requests_per_minute: 100_000_000 }],
    ['delivered at once', undefined],
  ]) {
    const [bare, hooked] = [
      await stage.organisation(`bare ${title}`),
      await stage.organisation(`hooked ${title}`, plan),
    ];
    await activeWebhook(stage, hooked.orgId, receiver.url);
    const rates = { bare: [], hooked: [] };
    for (let round = 0; round < stage.rounds; round += 1) {
      for (const [name, organisation] of Object.entries({ bare, hooked })) {
        const call = asService(organisation, '/v3/customers', { body: NEW });
        const { requests } = await fire({ ...call, connections: 16, duration: stage.seconds });
        rates[name].push(requests.average);
        await stage.client.query("update webhook_delivery set state = 'failed' where org_id = $1", [
          organisation.orgId,
        ]);
      }
    }
    const [without, withOne] = [quantile(rates.bare, 0.5), quantile(rates.hooked, 0.5)];
    line(title, `${without.toFixed(0)}/s`, `${withOne.toFixed(0)}/s`, `${(without / withOne).toFixed(2)} x`, '1.3 x');
  }
  receiver.stop();
};
