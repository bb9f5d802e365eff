import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startTestService();
  client = await (await service.organisation()).client();
});
afterAll(() => service.stop());

const key = (text: string) => ({ 'idempotency-key': text });
const total = async () => (await client.get('/v3/customers?limit=1')).body.total as number;

test('the same key and the same request give the first answer again and write once', async () => {
  const before = await total();
  const first = await client.post('/v3/customers', { name: 'Einmal' }, key('a-1'));
  const second = await client.post('/v3/customers', { name: 'Einmal' }, key('a-1'));
  const quoted = await client.post('/v3/customers', { name: 'Einmal' }, key('"a-1"'));
  expect([first.status, second.status, quoted.status]).toEqual([201, 201, 201]);
  expect(second.text).toBe(first.text);
  expect(quoted.text).toBe(first.text);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await total()).toBe(before + 1);
});

test('a batch with a key is made once, its partial failures included', async () => {
  const before = await total();
  const items = [{ name: 'A' }, {}, { name: 'B' }];
  const first = await client.post('/v3/customers', items, key('batch'));
  const second = await client.post('/v3/customers', items, key('batch'));
  expect(first.status).toBe(207);
  expect(second.text).toBe(first.text);
  expect(await total()).toBe(before + 2);
});

test('the same key for another body or another address is refused', async () => {
  await client.post('/v3/customers', { name: 'X' }, key('reused'));
  const other = await client.post('/v3/customers', { name: 'Y' }, key('reused'));
  expect([other.status, other.error]).toEqual([422, 'idempotency_key_reused']);
  const elsewhere = await client.post('/v3/products', { name: 'X' }, key('reused'));
  expect(elsewhere.error).toBe('idempotency_key_reused');
});

test('a refusal is an answer too', async () => {
  const first = await client.post('/v3/damages', { betrag: '1,5' }, key('bad'));
  const second = await client.post('/v3/damages', { betrag: '1,5' }, key('bad'));
  expect([first.status, first.error]).toEqual([400, 'validation_failed']);
  expect(second.text).toBe(first.text);
});

test('many at once write once: the others get the answer or are told that it is in use', async () => {
  const before = await total();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/v3/customers', { name: 'Zugleich' }, key('race'))),
  );
  const made = replies.filter(({ status }) => status === 201);
  const refused = replies.filter(({ status }) => status === 409);
  expect(made.length).toBeGreaterThan(0);
  expect(made.length + refused.length).toBe(20);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  for (const reply of refused) {
    expect(reply.error).toBe('idempotency_key_in_use');
    expect(reply.headers.get('retry-after')).toBe('1');
  }
  expect(await total()).toBe(before + 1);
});

test('keys belong to a token', async () => {
  const other = await (await service.organisation()).client();
  const mine = await client.post('/v3/customers', { name: 'Mein' }, key('mine'));
  const theirs = await other.post('/v3/customers', { name: 'Dein' }, key('mine'));
  expect([mine.status, theirs.status]).toEqual([201, 201]);
});

test('a key without sense is refused, an upload and a link keep theirs', async () => {
  const wrong = await client.post('/v3/customers', { name: 'X' }, key('x'.repeat(256)));
  expect(wrong.body.data.issues[0].path).toEqual(['Idempotency-Key']);
  const { body: customer } = await client.post('/v3/customers', { name: 'Akte' });
  const content = Buffer.alloc(200_000, 7).toString('base64');
  const path = `/v3/customers/${customer.kid}/documents`;
  const first = await client.post(path, { base64: content, name: 'a.bin' }, key('upload'));
  const second = await client.post(path, { base64: content, name: 'a.bin' }, key('upload'));
  const changed = await client.post(
    path,
    { base64: Buffer.alloc(200_000, 8).toString('base64'), name: 'a.bin' },
    key('upload'),
  );
  expect(first.status).toBe(201);
  expect(second.text).toBe(first.text);
  expect(changed.error).toBe('idempotency_key_reused');
  expect((await client.get(path)).body.total).toBe(1);
});

test('a day later the key is free; one whose process died before it wrote is free earlier, after it wrote never', async () => {
  const age = (hours: number, more: string, name: string) =>
    service.db.transaction((tx) =>
      tx.run({
        text: `update idempotency_key set started_at = started_at - make_interval(hours => $1)${more} where key = $2`,
        values: [hours, name],
      }),
    );
  await client.post('/v3/customers', { name: 'Alt' }, key('old'));
  await age(25, '', 'old');
  expect((await client.post('/v3/customers', { name: 'Neu' }, key('old'))).status).toBe(201);

  await client.post('/v3/customers', { name: 'Tot' }, key('dead'));
  await age(1, ', status = null, body = null, writes = 0', 'dead');
  expect((await client.post('/v3/customers', { name: 'Tot' }, key('dead'))).status).toBe(201);

  await client.post('/v3/customers', { name: 'Halb' }, key('half'));
  await age(1, ', status = null, body = null', 'half');
  const half = await client.post('/v3/customers', { name: 'Halb' }, key('half'));
  expect(half.error).toBe('idempotency_key_in_use');
  expect(half.body.data.request_id).toMatch(/^[0-9a-f-]{36}$/);
  const [row] = await service.db.read<{ writes: number }>(sql`select writes from idempotency_key where key = 'half'`);
  expect(row?.writes).toBe(1);
});
