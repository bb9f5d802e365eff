/**
 * Faults, one by one: each is seen by /readyz, a number and one line of the log with its cause; nothing that was answered is lost,
 * and the service is well again by itself. A database that stops: watched.test.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

let folder: string;
let running: Running;
let metricsPort: number;
let token: string;
/** Writes that were answered. */
let kids: number[];

beforeEach(async () => {
  folder = await makeFolder('injected');
  kids = [];
});
afterEach(async () => {
  await running.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  metricsPort = await freePort();
  const given = {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    ...env,
  };
  running = await startProgram(given);
  token = /Bearer ([\w.-]+)/.exec(running.output.stdout)?.[1] ?? '';
};
const ask = (path: string, init: RequestInit = {}) =>
  fetch(running.address + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, connection: 'close', ...(init.headers as Record<string, string>) },
    signal: AbortSignal.timeout(20_000),
  });
const create = async (): Promise<number> => {
  const body = JSON.stringify({ name: 'Geschrieben' });
  const answer = await ask('/v3/customers', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  if (answer.status === 201) kids.push(((await answer.json()) as { kid: number }).kid);
  return answer.status;
};
const upload = async (size: number): Promise<number> => {
  const body = new FormData();
  body.append('file', new File([Buffer.alloc(size, 7)], 'a.bin'));
  return (await ask('/v3/documents', { method: 'POST', body })).status;
};
const readiness = async () => {
  const answer = await ask('/readyz').catch(() => null);
  return answer && ((await answer.json()) as { ready: boolean; checks: Record<string, boolean> });
};
const numberOf = async (series: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
};
/** Causes that the log gives for a check that does not hold. */
const causesOf = (check: string): string[] =>
  running.output.stderr
    .split('\n')
    .filter((line) => line.includes('"Not ready"'))
    .map((line) => JSON.parse(line) as { check: string; cause: string })
    .filter((line) => line.check === check)
    .map(({ cause }) => cause);

const expectNotReady = async (check: string, cause: RegExp): Promise<void> => {
  await expect.poll(async () => (await readiness())?.checks[check], { timeout: 15_000 }).toBe(false);
  await expect.poll(() => numberOf(`broker_crm_ready{check="${check}"}`), { timeout: 5000 }).toBe(0);
  expect(causesOf(check)).toEqual([expect.stringMatching(cause)]);
};
const expectWellAgain = async (check: string): Promise<void> => {
  await expect.poll(async () => (await readiness())?.ready, { timeout: 30_000 }).toBe(true);
  await expect.poll(create, { timeout: 30_000 }).toBe(201);
  expect(causesOf(check)).toHaveLength(1);
  for (const kid of kids) expect([kid, (await ask(`/v3/customers/${kid}`)).status]).toEqual([kid, 200]);
};

describe.runIf(isRoot)('with rights of root', () => {
  test('a database that stands still: calls wait or are refused, and go on once it does', async () => {
    await start();
    expect(await create()).toBe(201);
    const postmaster = readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0];
    const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number);
    const all = (signal: NodeJS.Signals) => {
      for (const pid of backends) if (existsSync(`/proc/${pid}`)) process.kill(pid, signal);
    };
    all('SIGSTOP');
    try {
      const writes = Array.from({ length: 5 }, () => create());
      await expectNotReady('database', /1\.5 s|time|within|long/i);
      expect((await ask('/livez')).status).toBe(200);
      all('SIGCONT');
      expect(new Set(await Promise.all(writes))).toEqual(new Set([201]));
    } finally {
      all('SIGCONT');
    }
    await expectWellAgain('database');
  });
});

test('a bucket that is gone: files are refused, records are written; it is taken again once it is back', async () => {
  const open = async (port: number) => {
    const s3 = new S3rver({ port, silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: 'files' }] });
    return { s3, port: (await s3.run()).port };
  };
  let bucket = await open(0);
  const { port } = bucket;
  await start({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  expect(await upload(1000)).toBe(201);
  await bucket.s3.close();
  await expectNotReady('files', /ECONNREFUSED/);
  expect(await upload(1000)).toBeGreaterThanOrEqual(500);
  expect(await numberOf('broker_crm_uploads_total{outcome="failed"}')).toBe(1);
  expect(await create()).toBe(201);
  bucket = await open(port);
  await expectWellAgain('files');
  expect(await upload(1000)).toBe(201);
  await bucket.s3.close();
});
