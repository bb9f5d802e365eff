/** The service dies, its database dies, it is started twice: answered writes survive (rules 18.1). */
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { freePort, type Running, runProgram, startProgram } from '../support/process.ts';
import { until } from '../support/until.ts';

let folder: string;
let env: Record<string, string>;
let token = '';

beforeAll(async () => {
  folder = await makeFolder('faults');
  env = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'info' };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A response, read to its end: an unread body is lost when the other side dies. */
const ask = async (path: string, init: RequestInit = {}) => {
  const reply = await fetch(`http://127.0.0.1:${env.PORT}${path}`, {
    ...init,
    // A connection of its own for each call: none outlives the process it led to.
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
    signal: AbortSignal.timeout(20_000),
  });
  const text = await reply.text();
  return { status: reply.status, json: (): unknown => JSON.parse(text) };
};

/** Process numbers of the database servers on our folder. */
const databases = async (): Promise<number[]> => {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const line = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    const data = /postgres\0-D\0([^\0]+)/.exec(line)?.[1];
    if (data?.startsWith(folder)) found.push(Number(entry));
  }
  return found;
};

/** Creates customers until asked to stop; answers the kids of those that were answered with 201. */
const writing = () => {
  let going = true;
  const kids: number[] = [];
  const writer = async (): Promise<void> => {
    while (going) {
      const reply = await ask('/v3/customers', { method: 'POST', body: '{"name":"Beständig"}' }).catch(() => null);
      if (reply?.status === 201) kids.push((reply.json() as { kid: number }).kid);
      else await delay(20);
    }
  };
  const writers = [writer(), writer(), writer(), writer()];
  return {
    kids,
    /** Waits until this many more requests were answered, without a time limit. */
    more: (n: number) => {
      const wanted = kids.length + n;
      return until(() => kids.length >= wanted, { what: `${n} more answers` });
    },
    stop: async () => {
      going = false;
      await Promise.all(writers);
    },
  };
};

const expectAllThere = async (kids: readonly number[]): Promise<void> => {
  // The pool detects connections of the old database when it uses them.
  await expect.poll(async () => (await ask('/v3/customers?limit=5000')).status).toBe(200);
  const { items, total } = (await ask('/v3/customers?limit=5000')).json() as {
    items: { kid: number }[];
    total: number;
  };
  const stored = new Set(items.map(({ kid }) => kid));
  expect(kids.filter((kid) => !stored.has(kid))).toEqual([]);
  expect(total).toBe(items.length);
};

describe.runIf(process.platform === 'linux')('one DATA_DIR', () => {
  let running: Running;

  test('the first start creates a demo organisation and prints its token', async () => {
    running = await startProgram(env);
    token = /Bearer ([\w.-]+)/.exec(running.output.stdout)?.[1] ?? '';
    expect((await ask('/v3/customers?limit=2')).status).toBe(200);
  });

  test('a second start on the same folder is refused', async () => {
    const second = await runProgram(['serve'], { ...env, PORT: String(await freePort()) });
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(new RegExp(`Process ${running.pid} runs on .* already`));
  });

  test('kill -9 of the service during writes loses no answered write', async () => {
    const writes = writing();
    for (let round = 0; round < 2; round += 1) {
      await writes.more(10);
      await running.end('SIGKILL');
      running = await startProgram(env);
      expect(running.output.stdout).not.toContain('Bearer');
    }
    await writes.stop();
    await expectAllThere(writes.kids);
  });

  test('a batch during a kill: each item is written once or not at all', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `Stapel ${i}`);
    const sent = ask('/v3/customers', { method: 'POST', body: JSON.stringify(names.map((name) => ({ name }))) });
    sent.catch(() => undefined);
    await delay(25);
    await running.end('SIGKILL');
    running = await startProgram(env);
    const { items } = (await ask('/v3/customers?limit=5000')).json() as { items: { name: string }[] };
    const made = items.map(({ name }) => name).filter((name) => name?.startsWith('Stapel'));
    expect(new Set(made).size).toBe(made.length);
  });

  test('kill -9 of the database: the service restarts it, and no answered write is lost', async () => {
    const writes = writing();
    await writes.more(10);
    const [postmaster = 0] = await databases();
    expect(postmaster).toBeGreaterThan(1);
    process.kill(postmaster, 'SIGKILL');
    await expect.poll(async () => (await ask('/v3/customers?limit=1').catch(() => null))?.status).toBe(200);
    await writes.more(1);
    await writes.stop();
    await expectAllThere(writes.kids);
    // One line for the outage, one for its end, none for each work that failed of it.
    const lines = () => [...running.output.stderr.matchAll(/"msg":"([^"]+)"/g)].map(([, message]) => message);
    await expect.poll(lines).toContain('The database is reached again');
    const errors = running.output.stderr.split('\n').filter((line) => line.includes('"level":50'));
    expect(errors.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(/^The database (stopped and is started again|cannot be reached)/),
      expect.stringMatching(/^The database (stopped and is started again|cannot be reached)/),
    ]);
  });

  // SIGHUP: the terminal, or the connection to it, is closed.
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s stops service and database cleanly', async (signal) => {
    expect(await running.end(signal)).toBe(0);
    expect(await databases()).toEqual([]);
    running = await startProgram(env);
    expect((await ask('/health')).status).toBe(200);
    expect((await ask('/v3/customers?limit=2')).status).toBe(200);
  });

  test('with several API processes a killed one is restarted, and all stop together', async () => {
    await running.end('SIGTERM');
    running = await startProgram({ ...env, WORKERS: '2' });
    const children = (await readFile(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8')).trim().split(' ');
    // A process of the start-up may have ended meanwhile.
    const lineOf = (pid: string) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const lines = await Promise.all(children.map(async (pid) => [pid, await lineOf(pid)]));
    const processes = lines.filter(([, line]) => line?.includes('broker-crm.js')).map(([pid]) => Number(pid));
    expect(processes).toHaveLength(2);
    process.kill(Number(processes[0]), 'SIGKILL');
    for (let i = 0; i < 10; i += 1) expect((await ask('/v3/customers?limit=2')).status).toBe(200);
    await expect.poll(() => running.output.stderr + running.output.stdout).toContain('started again');
    expect(await running.end('SIGTERM')).toBe(0);
    expect(await databases()).toEqual([]);
  });

  test('a DATA_DIR with mode 0700 keeps its database, and a removed DATA_DIR gets a new one', async () => {
    const closed = { ...env, DATA_DIR: join(folder, 'closed') };
    const hadDemo: boolean[] = [];
    for (const keep of [true, false, false]) {
      await mkdir(closed.DATA_DIR, { recursive: true, mode: 0o700 });
      const service = await startProgram(closed);
      hadDemo.push(service.output.stdout.includes('Bearer '));
      expect(await service.end('SIGTERM')).toBe(0);
      if (keep) continue;
      // As root the database is in another place, with a link to it.
      await rm(await realpath(join(closed.DATA_DIR, 'postgres')), { recursive: true });
      await rm(closed.DATA_DIR, { recursive: true });
    }
    expect(hadDemo).toEqual([true, false, true]);
  });

  test('a port in use, an invalid setting and a folder that is not writable are reported', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const busy = String((other.address() as { port: number }).port);
    await writeFile(join(folder, 'file'), '');
    const blocked = join(folder, 'file', 'data');
    const [port, setting, place, missing] = await Promise.all([
      runProgram(['serve'], { ...env, PORT: busy, DATA_DIR: join(folder, 'fresh') }),
      runProgram(['serve'], { ...env, PORT: 'abc', DATA_DIR: join(folder, 'x') }),
      runProgram(['serve'], { ...env, DATA_DIR: blocked }),
      // The system says there that something is missing, however often one tries.
      runProgram(['serve'], { ...env, DATA_DIR: '/proc/x/data' }, AbortSignal.timeout(20_000)),
    ]);
    await new Promise((done) => other.close(done));
    expect([port.code, port.stderr]).toEqual([1, expect.stringContaining(`PORT ${busy} on 127.0.0.1 is in use`)]);
    // Credentials that are shown once are created by the start that can show them.
    expect(port.stdout).toBe('');
    const next = await startProgram({ ...env, PORT: String(await freePort()), DATA_DIR: join(folder, 'fresh') });
    expect(next.output.stdout).toMatch(/Bearer [\w.-]+".*sign in as admin@example.com with the password \S+/s);
    expect(await next.end('SIGTERM')).toBe(0);
    expect([setting.code, setting.stderr]).toEqual([
      1,
      expect.stringMatching(/PORT: "abc" is not valid; expected a whole number/),
    ]);
    expect([place.code, place.stderr]).toEqual([1, expect.stringContaining(`DATA_DIR ${blocked} cannot be written`)]);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(/DATA_DIR \/proc\/x\/data cannot be written: ENOENT.*; set another DATA_DIR\./),
    ]);
    expect(await databases()).toEqual([]);
  });
});
