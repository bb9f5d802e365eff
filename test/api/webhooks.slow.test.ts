/** Webhooks by the API with a real receiver: subscriptions, readable events, deliveries (rules 17.9, 17.10). */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scopeNames } from '../../src/access/tokens/scopes.ts';
import { sql } from '../../src/sql/sql.ts';
import { startWorker, type Worker } from '../../src/webhooks/delivery/delivery-worker.ts';
import { addressRule } from '../../src/webhooks/public-address.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Client, type Organisation, type Reply, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let organisation: Organisation;
let client: Client;
/** May handle webhooks, and read customers. */
let narrow: Client;
let receiver: Receiver;
let worker: Worker;
const sender = createSender(addressRule(['127.0.0.0/8']));

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  organisation = await service.organisation({ webhook_deliveries_per_minute: 10_000 });
  client = await organisation.client();
  narrow = await organisation.client({ scopes: ['v3:webhooks:read', 'v3:webhooks:write', 'v3:customers:read'] });
  worker = startWorker(service.asService, sender, () => undefined);
});
afterAll(async () => {
  await worker.stop();
  await sender.close();
  await service.stop();
  await receiver.stop();
});
beforeEach(() => {
  receiver.answer(200);
  receiver.received.length = 0;
});

const made = async (events: readonly string[] = ['customers.insert'], more: object = {}, by = client) => {
  const reply = await by.post('/v3/webhooks', { url: receiver.url(), events, ...more });
  expect([reply.status, reply.text]).toEqual([201, expect.stringContaining('"success":true')]);
  return reply.body as { id: number; secret: string; active: boolean };
};
const at = (id: number, rest = ''): string => `/v3/webhooks/${id}${rest}`;
const subscribed = async (events?: readonly string[], by = client) => {
  const webhook = await made(events, {}, by);
  expect((await by.post(at(webhook.id, '/test'))).body.ok).toBe(true);
  expect((await by.patch(at(webhook.id), { active: true })).body).toEqual({ success: true, updated: 1 });
  receiver.received.length = 0;
  return webhook;
};
const removed = async (id: number) => expect((await client.delete(at(id))).status).toBe(200);
const issuesOf = ({ body }: Reply) =>
  body.data.issues.map(({ path, code }: { path: string[]; code: string }) => [path.join('.'), code]);

test('a program creates, tests and activates a webhook, receives a delivery and deletes the webhook', async () => {
  const { id, secret, active } = await made(['customers.insert'], { name: 'n8n', headers: { 'X-Key': 'geheim' } });
  expect([secret, active]).toEqual([expect.stringMatching(/^whsec_/), false]);
  const early = await client.patch(at(id), { active: true });
  expect([early.status, early.error]).toEqual([400, 'test_required']);
  const tested = await client.post(at(id, '/test'), {});
  expect([tested.status, tested.body]).toEqual([200, expect.objectContaining({ ok: true })]);
  const [call] = receiver.received;
  expect(new Webhook(secret).verify(call?.body ?? '', call?.headers as Record<string, string>)).toMatchObject({
    event_name: 'webhook.ping',
    payload: { test: true },
  });
  expect((await client.patch(at(id), { active: true })).body).toEqual({ success: true, updated: 1 });
  const read = await client.get(at(id));
  expect(read.body).toMatchObject({ id, name: 'n8n', active: true, released: true, colour: 'green' });
  expect([read.body.headers, read.text.includes('geheim'), read.text.includes('whsec_')]).toEqual([
    { 'X-Key': '********' },
    false,
    false,
  ]);
  const { kid } = (await client.post('/v3/customers', { name: 'Neu' })).body;
  await until(() => receiver.received.length === 2);
  const event = receiver.received[1];
  expect(new Webhook(secret).verify(event?.body ?? '', event?.headers as Record<string, string>)).toMatchObject({
    payload: { id: kid, record: { name: 'Neu' } },
  });
  expect(await client.delete(at(id))).toMatchObject({ status: 200, body: { success: true, deleted: true, id } });
  expect([(await client.get(at(id))).error, (await client.delete(at(id))).error]).toEqual(['not_found', 'not_found']);
});

test('the list has pages and no secret', async () => {
  const ids = [(await made()).id, (await made()).id, (await made()).id];
  const { body, text } = await client.get('/v3/webhooks?limit=2&page=2');
  expect(body).toMatchObject({ page: 2, page_size: 2, total: 3, items: [{ id: ids[2] }] });
  expect(text).not.toContain('whsec_');
  await Promise.all(ids.map(removed));
});

test('every change has an audit entry with the token and without a secret', async () => {
  const { id } = await subscribed();
  await client.patch(at(id), { name: 'Neuer Name' });
  await client.post(at(id, '/secret'));
  await client.patch(at(id), { active: false });
  await removed(id);
  const rows = await service.db.read<{ action: string; token_id: number; text: string }>(
    sql`select action, token_id, changes::text as text from audit_entry
      where org_id = ${organisation.orgId} and section = 'webhooks' and record_id = ${id} order by id`,
  );
  const actions = ['insert', 'activate', 'update', 'rotate-secret', 'deactivate', 'delete'];
  expect(rows.map(({ action, token_id }) => [action, token_id])).toEqual(actions.map((one) => [one, client.tokenId]));
  expect(rows.map(({ text }) => text).join()).not.toContain('whsec_');
});

test('a changed target needs another test; a change that switches on as well writes nothing without it', async () => {
  const { id } = await subscribed();
  await client.patch(at(id), { active: false });
  const both = await client.patch(at(id), { url: receiver.url('/other'), active: true });
  expect([both.error, (await client.get(at(id))).body.url]).toEqual(['test_required', receiver.url()]);
  expect((await client.patch(at(id), { url: receiver.url('/other') })).body.updated).toBe(1);
  expect((await client.patch(at(id), { active: true })).error).toBe('test_required');
  expect((await client.patch(at(id), { url: receiver.url('/other') })).body.updated).toBe(0);
  await removed(id);
});

test('a stored header is sent to no other host', async () => {
  const { id } = await made([], { headers: { 'X-Key': 'geheim' } });
  const { body } = await client.patch(at(id), { url: 'https://93.184.215.14/' });
  expect(body).toEqual({ success: true, updated: 2, headers_dropped: ['X-Key'] });
  await removed(id);
});

test.each([
  [
    {},
    [
      ['url', 'invalid_type'],
      ['events', 'invalid_type'],
    ],
  ],
  [{ url: 'http://10.0.0.1/', events: [] }, [['url', 'invalid_format']]],
  [{ url: 'ftp://example.com/', events: [] }, [['url', 'invalid_format']]],
  [{ url: 'http://user:pw@example.com/', events: [] }, [['url', 'invalid_format']]],
  [{ url: 'https://93.184.215.14/', events: ['customers.nothing'] }, [['events', 'invalid_select_value']]],
  [{ url: 'https://93.184.215.14/', events: [], headers: { Host: 'x' } }, [['headers', 'invalid_format']]],
  [{ url: 'https://93.184.215.14/', events: [], method: 'GET' }, [['method', 'invalid_value']]],
  [{ url: 'https://93.184.215.14/', events: [], active: true }, [['active', 'unrecognized_key']]],
  [{ url: 'https://93.184.215.14/', events: [], name: 'a\u0000b' }, [['name', 'invalid_format']]],
])('%j is refused and names the field', async (body, issues) => {
  const reply = await client.post('/v3/webhooks', body);
  expect([reply.status, reply.error, issuesOf(reply)]).toEqual([400, 'validation_failed', issues]);
  expect((await client.get('/v3/webhooks')).body.total).toBe(0);
});

test('bodies, versions and states', async () => {
  const { id } = await made();
  const etag = (await client.get(at(id))).headers.get('etag') ?? '';
  expect((await client.get(at(id), { 'if-none-match': etag })).status).toBe(304);
  expect((await client.patch(at(id), { name: 'A' }, { 'if-match': etag })).status).toBe(200);
  expect((await client.patch(at(id), { name: 'B' }, { 'if-match': etag })).error).toBe('precondition_failed');
  expect((await client.delete(at(id), { 'if-match': etag })).error).toBe('precondition_failed');
  expect((await client.patch(at(id), {})).body).toEqual({ success: true, updated: 0 });
  expect((await client.post('/v3/webhooks', [])).error).toBe('empty_body');
  expect(issuesOf(await client.get(at(id, '/deliveries?state=lost')))).toEqual([['state', 'invalid_select_value']]);
  expect((await client.post(at(id, '/test'), { event: 'goals.insert' })).error).toBe('event_not_active');
  expect((await client.get(at(0))).error).toBe('invalid_id');
  expect((await client.get(at(id, `/deliveries/${'9'.repeat(12)}`))).error).toBe('not_found');
  expect((await client.get(at(id, `/deliveries/${'9'.repeat(17)}`))).error).toBe('invalid_id');
  const put = await client.send('PUT', at(id), '{}', { 'content-type': 'application/json' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, DELETE']);
  await removed(id);
});

describe('Idempotency-Key', () => {
  test('one webhook is created; the secret is returned again and stored nowhere in clear', async () => {
    const headers = { 'idempotency-key': 'subscribe once' };
    const body = { url: receiver.url(), events: [] };
    const replies = await Promise.all([1, 2, 3].map(() => client.post('/v3/webhooks', body, headers)));
    const again = await client.post('/v3/webhooks', body, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(new Set([...replies, again].map(({ text }) => text)).size).toBe(1);
    expect((await client.get('/v3/webhooks')).body.total).toBe(1);
    const [row] = await service.db.read<{ body: string }>(
      sql`select body from idempotency_key where org_id = ${organisation.orgId} and key = 'subscribe once'`,
    );
    expect(row?.body).toMatch(/^sealed\.v1\./);
    const rotated = await client.post(at(again.body.id, '/secret'), undefined, { 'idempotency-key': 'rotate' });
    const same = await client.post(at(again.body.id, '/secret'), undefined, { 'idempotency-key': 'rotate' });
    expect([same.text, rotated.body.secret]).toEqual([rotated.text, expect.not.stringMatching(again.body.secret)]);
    await removed(again.body.id);
  });
});

describe('a token gets only events of records that it may read', () => {
  const refused = (reply: Reply, scopes: string) =>
    expect([reply.status, reply.error, reply.body.data.required_scope]).toEqual([403, 'insufficient_scope', scopes]);

  test('when it subscribes', async () => {
    const asked = (events: string[]) => narrow.post('/v3/webhooks', { url: receiver.url(), events });
    refused(await asked(['customers.insert', 'damages.insert', 'damages.delete']), 'v3:damages:read');
    // Parts hang on several kinds, and an event does not say on which.
    refused(await asked(['addresses.insert']), 'v3:products:read, v3:users:read');
    expect((await client.get('/v3/webhooks')).body.total).toBe(0);
    const { id } = await subscribed(['customers.insert', 'relations.insert', 'webhook.ping'], narrow);
    refused(await narrow.patch(at(id), { events: ['goals.insert'] }), 'v3:goals:read');
    await removed(id);
  });

  test("and sees neither the URL nor the contents of another token's webhook", async () => {
    const { id } = await subscribed(['customers.insert', 'damages.insert']);
    for (const change of [{ url: receiver.url('/mine') }, { headers: { a: 'b' } }, { events: [] }, { method: 'PUT' }])
      refused(await narrow.patch(at(id), change), 'v3:damages:read');
    expect((await narrow.patch(at(id), { name: 'harmlos' })).status).toBe(200);
    expect((await narrow.patch(at(id), { active: false })).status).toBe(200);
    refused(await narrow.patch(at(id), { active: true }), 'v3:damages:read');
    await removed(id);
  });

  test('waiting deliveries are not redirected', async () => {
    const { id } = await subscribed(['damages.insert']);
    receiver.answer(500);
    await client.post('/v3/damages', { kid: (await client.post('/v3/customers', { name: 'S' })).body.kid, art: 'x' });
    await until(() => receiver.received.length === 1);
    await client.patch(at(id), { events: [] });
    refused(await narrow.patch(at(id), { url: receiver.url('/mine') }), 'v3:damages:read');
    await removed(id);
  });

  test('in the delivery log', async () => {
    const { id } = await subscribed(['damages.insert']);
    receiver.answer({ status: 200, body: 'received: Wasserschaden' });
    const { kid } = (await client.post('/v3/customers', { name: 'S' })).body;
    await client.post('/v3/damages', { kid, art: 'Wasserschaden' });
    await until(async () => (await client.get(at(id, '/deliveries?state=delivered'))).body.total === 1);
    const list = await narrow.get(at(id, '/deliveries'));
    expect([list.status, list.text.includes('Wasserschaden')]).toEqual([200, false]);
    const delivery = at(id, `/deliveries/${list.body.items[0].id}`);
    refused(await narrow.get(delivery), 'v3:damages:read');
    refused(await narrow.post(`${delivery}/resend`), 'v3:damages:read');
    const whole = (await client.get(delivery)).body;
    expect(JSON.parse(whole.body).payload.record.art).toBe('Wasserschaden');
    expect(whole.attempts[0].excerpt).toBe('received: Wasserschaden');
    await removed(id);
  });

  test('and has a scope of webhooks, for read or write alone, only where it was granted', async () => {
    const without = scopeNames.filter((name) => !name.startsWith('v3:webhooks'));
    const old = await organisation.client({ scopes: without });
    expect((await old.get('/v3/webhooks')).error).toBe('missing_required_scope');
    const writes = await organisation.client({ scopes: [...without, 'v3:webhooks:write'] });
    expect((await writes.get('/v3/webhooks')).error).toBe('missing_required_scope');
    await removed((await made([], {}, writes)).id);
  });
});

test('a delivery is sent again with the same request_id', async () => {
  const { id } = await subscribed();
  await client.post('/v3/customers', { name: 'Noch einmal' });
  await until(async () => (await client.get(at(id, '/deliveries?state=delivered'))).body.total === 1);
  const { items } = (await client.get(at(id, '/deliveries?limit=1'))).body;
  const other = await (await service.organisation()).client();
  expect((await other.post(at(id, `/deliveries/${items[0].id}/resend`))).error).toBe('not_found');
  const again = await client.post(at(id, `/deliveries/${items[0].id}/resend`));
  expect([again.status, again.body]).toEqual([200, { success: true, id: items[0].id }]);
  await until(() => receiver.received.length === 2);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([items[0].request_id, items[0].request_id]);
  await removed(id);
});

describe('receivers are not overloaded', () => {
  test('a webhook is tested ten times a minute', async () => {
    const { id } = await made([]);
    for (let n = 0; n < 10; n += 1) expect((await client.post(at(id, '/test'))).status).toBe(200);
    const eleventh = await client.post(at(id, '/test'));
    expect([eleventh.status, eleventh.error, Number(eleventh.headers.get('retry-after'))]).toEqual([
      429,
      'rate_limit_exceeded',
      eleventh.body.data.retry_after,
    ]);
    await removed(id);
  });

  test('tests count among the deliveries of the plan, whichever webhook they are of', async () => {
    const poor = await (await service.organisation({ webhook_deliveries_per_minute: 3 })).client();
    const tests = async () => {
      const { id } = await made([], {}, poor);
      const reply = await poor.post(at(id, '/test'));
      await poor.delete(at(id));
      return reply.status;
    };
    const answers = [];
    for (let n = 0; n < 8; n += 1) answers.push(await tests());
    // A minute may end among them.
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(6);
    expect(answers).toContain(429);
    expect(receiver.received.length).toBe(answers.filter((status) => status === 200).length);
  });

  test('50 activated webhooks get one event at most', async () => {
    const { orgId, client: clientOf } = await service.organisation();
    const own = await clientOf();
    await service.db.read(sql`insert into webhook (org_id, id, url, events, secret, active)
      select ${orgId}, 2000000 + n, 'https://93.184.215.14/', '{customers.insert,goals.insert}', '', true from generate_series(1, 50) n`);
    const made = await own.post('/v3/webhooks', { url: receiver.url(), events: ['goals.update'] });
    const at = `/v3/webhooks/${made.body.id}`;
    await own.post(`${at}/test`, {});
    expect((await own.patch(at, { active: true })).status).toBe(200);
    const more = await own.patch(at, { events: ['goals.insert', 'goals.update'] });
    expect([more.status, more.error, more.body.data.event]).toEqual([409, 'too_many_webhooks', 'goals.insert']);
    await own.patch(at, { active: false });
    expect((await own.patch(at, { events: ['goals.insert', 'goals.update'] })).status).toBe(200);
    const on = await own.patch(at, { active: true });
    expect([on.status, on.error]).toEqual([409, 'too_many_webhooks']);
    await service.db.read(sql`update webhook set active = false where org_id = ${orgId} and id = 2000001`);
    expect((await own.patch(at, { active: true })).status).toBe(200);
  });

  test('an organisation has 500 webhooks at most', async () => {
    const { orgId, client: clientOf } = await service.organisation();
    await service.db.read(sql`insert into webhook (org_id, id, url, events, secret)
      select ${orgId}, 1000000 + n, 'https://93.184.215.14/', '{}', '' from generate_series(1, 500) n`);
    const reply = await (await clientOf()).post('/v3/webhooks', { url: receiver.url(), events: [] });
    expect([reply.status, reply.error]).toEqual([409, 'too_many_webhooks']);
  });
});
