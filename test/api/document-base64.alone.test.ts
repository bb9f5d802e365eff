/** The content of a document as base64 is the JSON of one text, and other calls do not wait for it (rules 16.5). */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const MIB = 1024 * 1024;
/** The longest time that the largest document may block other calls; as one text it blocks 100 to 550 ms. */
const MOST_BLOCKED_MS = 80;
/** Other processes load the machine: a time limit is met if one of these tries meets it. */
const TRIES = 5;

const { service, client } = setUpService({ env: { DATA_DIR: `${inject('files')}-base64` } });

const upload = async (bytes: Buffer): Promise<number> => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'a.bin'));
  return (await client.send('POST', '/v3/documents', form)).body.id;
};

/** Reads an answer; `keep` says whether its bytes are wanted. */
const read = (path: string, headers: Record<string, string> = {}, method = 'GET', keep = true) =>
  new Promise<{ status: number | undefined; length: string | undefined; bytes: Buffer }>((resolve, reject) => {
    const asked = request(`${service.address}${path}`, {
      method,
      headers: { authorization: `Bearer ${client.token}`, ...headers },
    });
    asked.on('error', reject).on('response', (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => keep && pieces.push(piece));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          length: answer.headers['content-length'],
          bytes: Buffer.concat(pieces),
        }),
      );
    });
    asked.end();
  });

test.each([
  1,
  1000,
  3 * MIB + 1,
])('a document of %i bytes is returned as Base64 in the last member of the record', async (size) => {
  const bytes = randomBytes(size);
  const path = `/v3/documents/${await upload(bytes)}`;
  for (const query of ['', 'flat=true', 'with_schema=true', 'flat=1&with_schema=1']) {
    const plain = await read(`${path}?${query}`);
    const expected = `${plain.bytes.toString().slice(0, -1)},"base64":"${bytes.toString('base64')}"}`;
    const address = `${path}?${query}&with_base64=true`;
    const whole = await read(address);
    expect(whole.bytes.equals(Buffer.from(expected)), query).toBe(true);
    expect([whole.status, whole.length]).toEqual([200, String(Buffer.byteLength(expected))]);
    const packed = await read(address, { 'accept-encoding': 'gzip' });
    const unpacked = whole.bytes.length < 1024 ? packed.bytes : gunzipSync(packed.bytes);
    expect(unpacked.equals(whole.bytes)).toBe(true);
    const head = await read(address, {}, 'HEAD');
    expect([head.status, head.length, head.bytes.length]).toEqual([200, whole.length, 0]);
  }
});

test('the largest document does not block other requests', async () => {
  const path = `/v3/documents/${await upload(randomBytes(25 * MIB))}?with_base64=true`;
  const delays: number[] = [];
  for (let tries = 0; tries < TRIES && !(Math.min(...delays) < MOST_BLOCKED_MS); tries += 1) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const { status } = await read(path, {}, 'GET', false);
    delay.disable();
    expect(status).toBe(200);
    delays.push(delay.max / 1e6);
  }
  expect(Math.min(...delays)).toBeLessThan(MOST_BLOCKED_MS);
});
