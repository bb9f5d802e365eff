/**
 * Faults, one by one: each is reported by /readyz, a metric and one line of the log with its cause; no answered write
 * is lost, and the service recovers by itself. A stopped database: monitoring.slow.test.ts; full disks: disk-full.test.ts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startBucket } from '../support/bucket.ts';
import { makeFolder } from '../support/folder.ts';
import { startWatched, type WatchedService } from '../support/watched-service.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** Debian's package libfaketime. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const HOUR_MS = 3_600_000;

let folder: string;
let service: WatchedService;

beforeEach(async () => {
  folder = await makeFolder('injected');
});
afterEach(async () => {
  await service?.end();
  await rm(folder, { recursive: true, force: true });
});

describe.runIf(isRoot)('with rights of root', () => {
  test('a stopped database: requests wait or are refused, and succeed when it continues', async () => {
    service = await startWatched(folder);
    expect(await service.create()).toBe(201);
    const postmaster = Number(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    const all = (signal: NodeJS.Signals) => {
      // First, because a new connection would answer.
      process.kill(postmaster, signal);
      const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
      for (const pid of backends) if (existsSync(`/proc/${pid}`)) process.kill(Number(pid), signal);
    };
    all('SIGSTOP');
    try {
      const writes = Array.from({ length: 5 }, () => service.create());
      await service.expectNotReady('database', /1\.5 s|time|within|long/i);
      expect((await service.ask('/livez')).status).toBe(200);
      all('SIGCONT');
      expect(new Set(await Promise.all(writes))).toEqual(new Set([201]));
    } finally {
      all('SIGCONT');
    }
    await service.expectWellAgain('database');
  });
});

test.runIf(process.platform === 'linux')(
  'no file handles: open connections are answered, files are refused, and new connections are accepted when handles are free',
  async () => {
    service = await startWatched(folder);
    const { running, create, upload } = service;
    expect([await create(), await upload(1000)]).toEqual([201, 201]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    /** Over the connection that is there. */
    const kept = (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
      new Promise<{ status: number; body: string; retry: unknown }>((resolve, reject) => {
        const headers = { authorization: `Bearer ${service.token}`, ...init.headers };
        const sent = request(running.address + path, { agent, method: init.method ?? 'GET', headers }, (answer) => {
          let body = '';
          answer.on('data', (data: Buffer) => (body += data));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body, retry: answer.headers['retry-after'] }),
          );
        });
        sent.on('error', reject).end(init.body);
      });
    expect((await kept('/v3/customers?limit=1')).status).toBe(200);
    const limit = (most: string) => execFileSync('prlimit', ['--pid', String(running.pid), `--nofile=${most}:`]);
    const used = new Set(readdirSync(`/proc/${running.pid}/fd`).map(Number));
    const [before = ''] =
      /open files\s+(\d+)/.exec(readFileSync(`/proc/${running.pid}/limits`, 'utf8'))?.slice(1) ?? [];
    let free = 0;
    while (used.has(free)) free += 1;
    const refused = 'Connections are refused: there are too few file handles';
    limit(String(free));
    try {
      const state = async () => JSON.parse((await kept('/readyz')).body);
      await expect.poll(async () => (await state()).checks.files).toBe(false);
      await service.expectCause('files', /EMFILE/);
      expect((await kept('/v3/customers?limit=1')).status).toBe(200);
      const json = { 'content-type': 'application/json' };
      const base64 = Buffer.alloc(300_000, 7).toString('base64');
      const file = await kept('/v3/documents', { method: 'POST', headers: json, body: JSON.stringify({ base64 }) });
      expect([file.status, JSON.parse(file.body).data.error]).toEqual([502, 's3_upload_failed']);
      const made = await kept('/v3/customers', { method: 'POST', headers: json, body: '{"name":"Ohne"}' });
      expect([201, 503]).toContain(made.status);
      // No call waits for a response that never arrives.
      await Promise.all(Array.from({ length: 20 }, () => service.ask('/livez').catch(() => null)));
      // The service looks each second whether there is one.
      await expect.poll(() => service.lines(refused)).toHaveLength(1);
    } finally {
      limit(before);
    }
    expect(await service.numberOf('broker_crm_uploads_total{outcome="failed"}')).toBe(1);
    expect(await service.numberOf('broker_crm_connections_refused_total')).toBeGreaterThan(0);
    expect(service.lines(refused)).toEqual([expect.objectContaining({ cause: expect.stringContaining('EMFILE') })]);
    await expect.poll(() => service.lines('Connections are accepted again')).toHaveLength(1);
    agent.destroy();
    await service.expectWellAgain('files');
    expect(await upload(1000)).toBe(201);
  },
);

test.runIf(process.platform === 'linux')(
  'too many connections: new ones are refused, logged and counted; files, database and metrics keep their handles',
  async () => {
    service = await startWatched(folder);
    const { running, upload, numberOf, lines } = service;
    execFileSync('prlimit', ['--pid', String(running.pid), '--nofile=240:']);
    const { port } = new URL(running.address);
    // The service looks each second how many there are.
    await delay(2500);
    const sockets = Array.from({ length: 150 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined));
    const refused = 'broker_crm_connections_refused_total';
    try {
      await expect.poll(() => numberOf(refused)).toBeGreaterThanOrEqual(30);
      expect(lines('Connections are refused: there are too few file handles')).toEqual([
        expect.objectContaining({
          level: 50,
          cause: '120 connections are open, and the rest of 240 file handles is kept back',
        }),
      ]);
      expect(lines('Connections are accepted again')).toEqual([]);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await expect.poll(() => lines('Connections are accepted again')).toHaveLength(1);
    expect(lines('Connections are accepted again')[0]?.refused).toBe(await numberOf(refused));
    expect([await service.create(), await upload(1000)]).toEqual([201, 201]);
    expect(await service.checks()).toEqual({ database: true, schema: true, files: true });
    expect(lines('Not ready')).toEqual([]);
  },
);

test('an unreachable bucket: files are refused, records are written, and files are accepted when it is back', async () => {
  const bucket = await startBucket(folder);
  service = await startWatched(folder, bucket.environment);
  const { create, upload, numberOf } = service;
  expect(await upload(1000)).toBe(201);
  await bucket.close();
  await service.expectNotReady('files', /ECONNREFUSED/);
  expect(await upload(1000)).toBeGreaterThanOrEqual(500);
  expect(await numberOf('broker_crm_uploads_total{outcome="failed"}')).toBe(1);
  expect(await create()).toBe(201);
  const { close } = await startBucket(folder, 'files', bucket.port);
  await service.expectWellAgain('files');
  expect(await upload(1000)).toBe(201);
  await close();
});

test.runIf(existsSync(FAKETIME))(
  'a clock that is moved by hours in both directions: requests succeed and nothing is lost',
  async () => {
    const clock = join(folder, 'clock');
    writeFileSync(clock, '+0');
    service = await startWatched(folder, {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    const { ask, create, upload, checks } = service;
    for (const moved of [0, 3, -2, 0]) {
      writeFileSync(clock, `${moved < 0 ? '' : '+'}${moved}h`);
      // Node.js keeps the date of its answers for a second.
      const hours = async () =>
        Math.round((Date.parse((await ask('/livez')).headers.get('date') ?? '') - Date.now()) / HOUR_MS) + 0;
      await expect.poll(hours).toBe(moved);
      expect([moved, await create(), await create(), await upload(1000)]).toEqual([moved, 201, 201, 201]);
      expect(await checks()).toEqual({ database: true, schema: true, files: true });
    }
    await service.expectKept();
    expect(service.lines('Not ready')).toEqual([]);
  },
);
