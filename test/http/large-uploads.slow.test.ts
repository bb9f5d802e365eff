/** The largest JSON uploads (rules 16.5, 8.9). */
import { expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const MIB = 1024 * 1024;
/** The base64 of 25 MiB. */
const FILE = `${'A'.repeat(34_952_534)}==`;

const { service, client } = setUpService();

const upload = async (kid: number, bytes: number) => {
  const response = await fetch(`${service.address}/v3/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: `{"kid":${kid},"name":"a.bin","base64":"${FILE}"}`.padEnd(bytes),
  });
  return { status: response.status, body: (await response.json()) as { id?: number; error?: unknown } };
};

test('an upload of 40 MiB, padded with blanks, is accepted; one byte more is 413', async () => {
  const { kid } = (await client.post('/v3/customers', { name: 'Groß' })).body;
  const taken = await upload(kid, 40 * MIB);
  expect(taken.status).toBe(201);
  const content = await fetch(`${service.address}/v3/documents/${taken.body.id}/content`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  expect((await content.arrayBuffer()).byteLength).toBe(25 * MIB);
  expect((await upload(kid, 40 * MIB + 1)).status).toBe(413);
});
