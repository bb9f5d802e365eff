/** JSON bodies with files are parsed the same for any chunk size. */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvalidBase64 } from '../../src/files/base64.ts';
import { createSpool, type Spool, SpooledContent } from '../../src/files/spool.ts';
import { readJson } from '../../src/http/body/read-json.ts';
import { makeFolder } from '../support/folder.ts';

let folder: string;
let spool: Spool;
beforeAll(async () => {
  folder = await makeFolder('read-json');
  spool = createSpool(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LIMIT = 1 << 20;
const FILES = ['base64', 'file'];
/** Too long to be buffered as a whole. */
const bytes = randomBytes(90_000);
const base64 = bytes.toString('base64');

/** Reads a body that arrives in chunks of a length. */
const read = (
  body: string | Buffer,
  length: number,
  given: { spool?: Spool; orgId?: number } = {},
): Promise<unknown> => {
  const whole = Buffer.from(body);
  const stream = new IncomingMessage(new Socket());
  let at = 0;
  stream._read = () =>
    setImmediate(() => {
      stream.push(at < whole.length ? Buffer.from(whole.subarray(at, at + length)) : null);
      at += length;
    });
  return readJson(stream, { limit: LIMIT, files: FILES, spool, ofList: 'empty_body', orgId: 1, ...given });
};

/** A body in comparable form: a marker replaces each file, which is removed, or its text. */
const shown = async (body: unknown): Promise<unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const given = Object.entries(body as Record<string, unknown>).map(async ([name, value]) => {
    if (value instanceof InvalidBase64) return [name, 'no base64'];
    if (value === base64) return [name, 'the file'];
    if (!(value instanceof SpooledContent)) return [name, value];
    const kept = await readFile(value.path);
    expect(createHash('sha256').update(kept).digest('hex')).toBe(value.sha256);
    await value.discard();
    return [name, kept.equals(bytes) ? 'the file' : `another file of ${kept.length} bytes`];
  });
  return Object.fromEntries((await Promise.all(given)) as [string, unknown][]);
};

const LONG = 'x'.repeat(140_000);
const LENGTHS = [LIMIT, 1 << 16, 65_537, 4096, 1021];
const escaped = base64.replaceAll('/', '\\/');
const coded = base64.replaceAll('+', '\\u002b').replaceAll('/', '\\/');

describe.each(LENGTHS)('in chunks of %i bytes', (length) => {
  test.each<[title: string, body: string, expected: unknown]>([
    ['first', `{"base64":"${base64}","name":"ä.pdf"}`, { base64: 'the file', name: 'ä.pdf' }],
    ['last', `{ "name" : "\\"a\\\\" , "file" :  "${base64}" }\n`, { name: '"a\\', file: 'the file' }],
    ['a data URL', `{"base64":"data:image/png;base64,${base64}"}`, { base64: 'the file' }],
    ['slashes escaped', `{"base64":"${escaped}"}`, { base64: 'the file' }],
    ['characters as numbers', `{"base64":"${coded}","nr":1}`, { base64: 'the file', nr: 1 }],
    ['after a byte order mark', `\ufeff{"base64":"${base64}","nr":1}`, { base64: 'the file', nr: 1 }],
    ['invalid base64', `{"base64":"${base64.slice(0, -8)}*AAA","name":"a"}`, { base64: 'no base64', name: 'a' }],
    ['invalid base64 from its start', `{"base64":"-${base64}","name":"a"}`, { base64: 'no base64', name: 'a' }],
    ['a quote in it', `{"base64":"${base64}\\"${base64}"}`, { base64: 'no base64' }],
    ['after a long member', `{"name":"${LONG}","base64":"${base64}"}`, { name: LONG, base64: 'the file' }],
    ['given twice', `{"base64":"${base64}","base64":"eA=="}`, { base64: 'eA==' }],
    ['given twice, the file last', `{"base64":"eA==","base64":"${base64}"}`, { base64: 'the file' }],
  ])('a file member is spooled: %s', async (_, body, expected) => {
    expect(await shown(await read(body, length))).toEqual(expected);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each<[title: string, body: string]>([
    ['in another member', `{"name":"${base64}"}`],
    ['in a nested object', `{"a":{"base64":"${base64}"}}`],
    ['in a list', `[{"base64":"${base64}"}]`],
    ['a string as the body', `"${base64}"`],
  ])('not treated as a file: %s', async (_, body) => {
    expect(await read(body, length)).toEqual(JSON.parse(body));
    expect(await readdir(folder)).toEqual([]);
  });

  test.each<[title: string, body: string | Buffer]>([
    ['ends within the file', `{"base64":"${base64}`],
    ['ends within an escape', `{"base64":"${base64}\\`],
    ['ends after the file', `{"base64":"${base64}"`],
    ['text after the object', `{"base64":"${base64}"}}`],
    ['an invalid escape', `{"base64":"${base64}\\x"}`],
    [
      'invalid UTF-8 after it',
      Buffer.concat([Buffer.from(`{"base64":"${base64}","name":"`), Buffer.from([0xff, 0x22, 0x7d])]),
    ],
  ])('refused as invalid JSON: %s', async (_, body) => {
    await expect(read(body, length)).rejects.toMatchObject({ error: 'invalid_json' });
    expect(await readdir(folder)).toEqual([]);
  });

  test('refused as too large: more than the limit', async () => {
    const body = `{"base64":"${'A'.repeat(LIMIT)}"}`;
    await expect(read(body, length)).rejects.toMatchObject({ error: 'payload_too_large' });
    expect(await readdir(folder)).toEqual([]);
  });
});

test('an empty body is undefined', async () => {
  expect(await read('', 1)).toBeUndefined();
});

test('one large upload runs at a time: organisations take turns, and a full queue is 503', async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const order: number[] = [];
  /** Holds the decoded files; the bodies have the limit of the request. */
  const slow: Spool = async (content, limit) => {
    if (limit !== LIMIT) await released;
    return spool(content, limit);
  };
  const body = `{"base64":"${base64}"}`;
  const upload = async (orgId: number): Promise<void> => {
    const value = await read(body, LIMIT, { spool: slow, orgId });
    order.push(orgId);
    await shown(value);
  };
  const first = upload(1);
  await expect.poll(async () => (await readdir(folder)).length).toBe(1);
  const waiting = Array.from({ length: 16 }, () => upload(1));
  await expect.poll(async () => (await readdir(folder)).length).toBe(17);
  await delay(20);
  await expect(upload(1)).rejects.toMatchObject({
    code: 'service_unavailable',
    extra: { headers: { 'Retry-After': '1' } },
  });
  const other = upload(2);
  await expect.poll(async () => (await readdir(folder)).length).toBe(18);
  await delay(20);
  release();
  await Promise.all([first, ...waiting, other]);
  expect(order.indexOf(2)).toBeLessThanOrEqual(2);
  expect(await readdir(folder)).toEqual([]);
});
