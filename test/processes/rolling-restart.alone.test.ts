/** Two processes behind HAProxy are restarted one after the other under load: no call is lost (docs/scaling.md). */

import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { startHaproxy } from '../support/haproxy.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';
import { hasProgram } from '../support/programs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const has = hasProgram('haproxy');
const CALLERS = 8;
const ROUNDS = 2;

describe.skipIf(!has)('behind HAProxy', () => {
  let service: TestService;
  let files: string;
  let balancer: Awaited<ReturnType<typeof startHaproxy>>;
  let door: number;
  const processes: Running[] = [];
  let start: (at: number) => Promise<Running>;
  beforeAll(async () => {
    service = await startTestService();
    files = await makeFolder('rolling');
    const ports = [await freePort(), await freePort()];
    door = await freePort();
    const env = {
      DATABASE_URL: databaseUrl(service.connection),
      DATA_DIR: files,
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '5',
    };
    start = (at) => startProgram({ ...env, PORT: String(ports[at]) });
    processes.push(await start(0), await start(1));
    balancer = await startHaproxy('haproxy.cfg', {
      '127.0.0.1:8000': `127.0.0.1:${door}`,
      '127.0.0.1:8081': `127.0.0.1:${ports[0]}`,
      '127.0.0.1:8082': `127.0.0.1:${ports[1]}`,
    });
    await until(async () => (await fetch(`http://127.0.0.1:${door}/health`).catch(() => null))?.status === 200);
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.end('SIGTERM')));
    await balancer?.stop();
    await service?.stop();
    await rm(files, { recursive: true, force: true });
  });

  test('both are restarted, twice: every call is answered, every record is written once', async () => {
    const { token } = await (await service.organisation()).client();
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    const call = (name: string | null): Promise<string> =>
      new Promise((resolve) => {
        const path = name === null ? '/v3/customers?limit=1' : '/v3/customers';
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const sent = request(
          { host: '127.0.0.1', port: door, path, method: name === null ? 'GET' : 'POST', headers, agent },
          (answer) => answer.resume().once('end', () => resolve(String(answer.statusCode))),
        );
        sent.once('error', ({ message }) => resolve(message));
        sent.end(name === null ? undefined : JSON.stringify({ name }));
      });
    let stopped = false;
    let written = 0;
    const counts: Record<string, number> = {};
    const caller = async (): Promise<void> => {
      for (let n = 0; !stopped; n += 1) {
        const answer = await call(n % 2 ? null : `Kunde ${written}`);
        if (answer === '201') written += 1;
        counts[answer] = (counts[answer] ?? 0) + 1;
      }
    };
    const callers = Array.from({ length: CALLERS }, caller);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const at of [0, 1]) {
        expect(await processes[at]?.end('SIGTERM')).toBe(0);
        processes[at] = await start(at);
        const { address } = processes[at];
        await until(async () => (await fetch(`${address}/readyz`)).ok, { what: 'readiness' });
        // HAProxy has looked once more then; the other one is restarted once calls come here again.
        await new Promise((done) => setTimeout(done, 3000));
      }
    }
    stopped = true;
    await Promise.all(callers);
    agent.destroy();
    console.log(`rolling restart: ${JSON.stringify(counts)} with ${2 * ROUNDS} restarts`);
    expect(Object.keys(counts).sort()).toEqual(['200', '201']);
    const list = await fetch(`http://127.0.0.1:${door}/v3/customers?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(((await list.json()) as { total: number }).total).toBe(written);
  });
});
