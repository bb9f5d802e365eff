/** The service dies in the middle of uploads: rows have their content, and what has no row is found (rules 18.1). */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/embedded-server.ts';
import { STORAGE_ID_FILE } from '../../src/files/storage-id.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, type Running, runProgram, startProgram } from '../support/process.ts';
import { namedContents } from '../support/recorded-moments.ts';

const AT_ONCE = 20;
const SIZE = 400_000;
const TWO_DAYS_AGO = Date.now() / 1000 - 2 * 86_400;

let folder: string;
let env: Record<string, string>;
let running: Running;
let headers: Record<string, string>;
let kid: number;

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${env.PORT}${path}`, {
    ...init,
    headers: { ...headers, ...(init.headers as Record<string, string>) },
    signal: AbortSignal.timeout(20_000),
  });
const post = (path: string, body: object) =>
  ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

beforeAll(async () => {
  folder = await makeFolder('uploads');
  env = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'error' };
  running = await startProgram(env);
  const token = /Bearer ([\w.-]+)/.exec(running.output.stdout)?.[1] ?? '';
  headers = { authorization: `Bearer ${token}`, connection: 'close' };
  kid = ((await (await post('/v3/customers', { name: 'Akte' })).json()) as { kid: number }).kid;
});
afterAll(async () => {
  await running.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

interface Row {
  readonly id: number;
  readonly url: string;
  readonly size: number;
}

const upload = (i: number): Promise<Response> => {
  const bytes = randomBytes(SIZE);
  const path = `/v3/customers/${kid}/documents`;
  if (i % 2) return post(path, { base64: bytes.toString('base64'), name: 'a.bin' });
  const body = new FormData();
  body.append('file', new File([bytes], 'a.bin'));
  return ask(path, { method: 'POST', body });
};

/** Uploads until asked to stop; answers the ids of those that were answered with 201. */
const uploading = () => {
  let going = true;
  const ids: number[] = [];
  const one = async (i: number): Promise<void> => {
    while (going) {
      const made = await upload(i)
        .then(async (reply) => (reply.status === 201 ? ((await reply.json()) as Row) : null))
        .catch(() => null);
      if (made) ids.push(made.id);
      else await delay(20);
    }
  };
  const all = Array.from({ length: AT_ONCE }, (_, i) => one(i));
  return {
    ids,
    stop: async () => {
      going = false;
      await Promise.all(all);
    },
  };
};

/** An upload that stalls after its first half. */
const halfSent = () => {
  const call = request(`http://127.0.0.1:${env.PORT}/v3/documents`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
  });
  call.on('error', () => undefined);
  call.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n');
  call.write(Buffer.alloc(SIZE, 1));
};

const rows = async (): Promise<Row[]> =>
  ((await (await ask('/v3/documents?limit=5000')).json()) as { items: Row[] }).items;

const pathOf = (name: string): string => join(folder, 'files', name);
/** Files of contents, without the folder's id. */
const stored = async (): Promise<string[]> => {
  const found = await readdir(pathOf(''), { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => relative(pathOf(''), join(one.parentPath, one.name)));
  expect(paths).toContain(STORAGE_ID_FILE);
  return paths.filter((path) => path !== STORAGE_ID_FILE);
};
const aside = (paths: readonly string[]) => paths.filter((path) => path.startsWith('part/'));

describe.runIf(process.platform === 'linux')('kill -9 in the middle of 20 uploads to one customer', () => {
  test('loses no answered upload', async () => {
    const uploads = uploading();
    for (let round = 0; round < 3; round += 1) {
      await expect.poll(() => uploads.ids.length).toBeGreaterThan(30 * (round + 1));
      halfSent();
      await expect.poll(async () => aside(await stored()).length).toBeGreaterThan(round);
      await running.end('SIGKILL');
      running = await startProgram(env);
    }
    await uploads.stop();
    const known = new Set((await rows()).map(({ id }) => id));
    expect(uploads.ids.filter((id) => !known.has(id))).toEqual([]);
  }, 120_000);

  test('leaves every row with its complete content', async () => {
    const all = await rows();
    for (const { id, url, size } of all.filter((row) => row.size === SIZE)) {
      const bytes = Buffer.from(await (await ask(`/v3/documents/${id}/download`)).arrayBuffer());
      expect([bytes.length, url.endsWith(createHash('sha256').update(bytes).digest('hex'))]).toEqual([size, true]);
    }
  }, 60_000);

  test('leaves unreferenced content, which the garbage collection finds', async () => {
    const client = new pg.Client(await embeddedConnection(folder));
    await client.connect();
    const named = new Set(await namedContents(client).finally(() => client.end()));
    const before = await stored();
    const orphans = before.filter((path) => !named.has(path));
    expect(aside(orphans).length).toBeGreaterThan(0);
    const sweep = async () => JSON.parse((await runProgram(['sweep', '--json'], env)).stdout);
    expect(await sweep()).toEqual({ removed: 0, freed: 0, missing: [] });
    for (const path of before) await utimes(pathOf(path), TWO_DAYS_AGO, TWO_DAYS_AGO);
    expect(await sweep()).toMatchObject({ removed: orphans.length, missing: [] });
    expect((await stored()).sort()).toEqual([...named].sort());
  }, 60_000);
});
