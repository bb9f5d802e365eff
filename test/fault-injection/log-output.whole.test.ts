/** A full or unread log output: calls are answered, the service ends normally, and lost lines are reported. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { databaseUrl } from '../support/postgres.ts';
import { freePort, type Running, startProgram } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** More than waits, and than a pipe holds, of lines of some 230 bytes. */
const CALLS = 8000;
const AT_ONCE = 20;

let folder: string;
let service: TestService;
beforeAll(async () => {
  [folder, service] = await Promise.all([makeFolder('log'), startTestService()]);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

let running: Running;
afterEach(() => running.end('SIGKILL'));

const start = async (stderr: number): Promise<void> => {
  const env = { DATABASE_URL: databaseUrl(service.connection), PORT: String(await freePort()) };
  running = await startProgram(env, { stderr });
};
/** Asks so often, and expects each time that it is answered. */
const ask = async (times: number): Promise<void> => {
  let left = times;
  const asking = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await fetch(`${running.address}/livez`, { signal: AbortSignal.timeout(10_000) });
      expect(answer.status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, asking));
};

describe.runIf(process.platform === 'linux')('the log', () => {
  test('on a full disk: requests are answered', async () => {
    const full = openSync('/dev/full', 'w');
    await start(full);
    closeSync(full);
    await ask(500);
    // Longer than lines of requests wait for each other.
    await new Promise((done) => setTimeout(done, 300));
    await ask(500);
    expect(await running.end('SIGTERM')).toBe(0);
  });

  test('that is not read for a while is printed whole and in order up to its limit, and the lost lines are counted', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const end = openSync(pipe, 'r+');
    await start(end);
    await ask(CALLS);
    let text = '';
    const reader = new Socket({ fd: end, readable: true, writable: false });
    reader.on('data', (data) => (text += data.toString()));
    await expect.poll(() => text.includes('lines of it are lost')).toBe(true);
    const lost = Number(/"lines":(\d+)/.exec(text)?.[1]);
    await ask(10);
    const requests = () => text.match(/"msg":"request"/g)?.length;
    await expect.poll(requests).toBe(CALLS + 10 - lost);
    const times = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { time: number }).time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await running.end('SIGTERM')).toBe(0);
    reader.destroy();
  });

  test('that is never read again does not prevent the end of the service', async () => {
    const pipe = join(folder, 'unread');
    execFileSync('mkfifo', [pipe]);
    const end = openSync(pipe, 'r+');
    await start(end);
    await ask(1000);
    expect(await running.end('SIGTERM')).toBe(0);
    closeSync(end);
  });
});
