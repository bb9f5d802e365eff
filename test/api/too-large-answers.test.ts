/** Answers that are longer than any text can be: refused, and nobody else is harmed; long pages are never one text (rules 18.3, 18.4). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asApiError } from '../../src/http/error-handler.ts';
import { sql } from '../../src/sql.ts';
import { type Client, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  client = await (await service.organisation()).client();
});
afterAll(() => service.stop());

/** A value of more characters than a text of Node.js may have. */
const TOO_LONG = sql`select repeat('x', 540000000) as text`;

test('one that cannot be read is refused; the process goes on, and so do reads behind it', async () => {
  const db = service.asService;
  const [refused, ...others] = await Promise.allSettled([db.read(TOO_LONG), db.read(sql`select 1 as n`)]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'ERR_STRING_TOO_LONG' } });
  expect(asApiError((refused as PromiseRejectedResult).reason)).toMatchObject({
    status: 413,
    error: 'payload_too_large',
  });
  for (const one of others)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ error: 'service_unavailable' });
  expect(await db.read(sql`select 1 as n`)).toEqual([{ n: 1 }]);
}, 120_000);

test('a long page is laid out record by record, and says the same as a short one', async () => {
  const people = Array.from({ length: 60 }, (_, i) => ({
    anrede: 'Frau',
    name: `N${i}`,
    kommentar: '\u0001"ü'.repeat(50),
  }));
  expect((await client.post('/v3/customers', people)).status).toBe(200);
  for (const query of [
    'flat=true',
    'flat=true&with_schema=true',
    'with_schema=true&fields=name',
    'fields=name,vorname',
  ]) {
    const [long, short] = [
      await client.get(`/v3/customers?limit=501&${query}`),
      await client.get(`/v3/customers?limit=500&${query}`),
    ];
    expect(long.status).toBe(200);
    expect(long.text.replace('"page_size":501', '"page_size":500')).toBe(short.text);
  }
});
