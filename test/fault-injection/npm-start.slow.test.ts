/** `npm start`, stopped by people and supervisors: the processes of npm end with it, cleanly. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { freePort } from '../support/process.ts';
import { until } from '../support/until.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('npm');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `npm start` as the leader of a process group, as a terminal and systemd have it; resolves once the service listens. */
const npmStart = async (port: number): Promise<number> => {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      DATA_DIR: folder,
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
  });
  let printed = '';
  npm.stdout.on('data', (data: Buffer) => (printed += data));
  await until(() => printed.includes('listens on'), { what: 'the start' });
  return npm.pid ?? 0;
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** The database removes this file when it was shut down, and only then. */
const databaseRuns = (): boolean => existsSync(join(folder, 'postgres', 'postmaster.pid'));

describe.runIf(process.platform === 'linux')('stops with the database', () => {
  test.each([
    { signal: 'SIGTERM', to: 'npm' } as const,
    { signal: 'SIGINT', to: 'npm' } as const,
    { signal: 'SIGKILL', to: 'npm' } as const,
    // Ctrl-C: the service gets two signals, from the terminal and from npm.
    { signal: 'SIGINT', to: 'the group' } as const,
    { signal: 'SIGTERM', to: 'the group' } as const,
  ])('when $signal goes to $to', async ({ signal, to }) => {
    const port = await freePort();
    const npm = await npmStart(port);
    expect([await isListening(port), databaseRuns()]).toEqual([true, true]);
    process.kill(to === 'npm' ? npm : -npm, signal);
    await until(async () => !databaseRuns() && !(await isListening(port)), { what: 'the end' });
  });
});
