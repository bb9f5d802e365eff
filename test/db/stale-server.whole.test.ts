/** After kill -9 of an embedded PostgreSQL: other processes are safe, and the next start is not delayed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockOf } from '../../src/cli/context/command-context.ts';
import { findUnprivilegedUser } from '../../src/db/embedded/embedded-paths.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/embedded-server.ts';
import { makeFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

let dataDir: string;
let server: EmbeddedServer | null = null;
const restarts: string[] = [];

const start = async (): Promise<EmbeddedServer> => {
  server = await startEmbedded({ dataDir, durable: false, onRestart: (reason) => restarts.push(reason) });
  return server;
};
const lockFile = () => join(dataDir, 'postgres', 'postmaster.pid');
const serverPid = async (): Promise<number> => Number((await readFile(lockFile(), 'utf8')).split('\n')[0]);

beforeAll(async () => {
  dataDir = await makeFolder('left');
  await (await start()).stop();
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A process of the database's account that bears a telling name and cannot be stopped by SIGINT. */
const bystander = async (): Promise<ChildProcess> => {
  const code = "process.on('SIGINT', () => console.log('told')); setInterval(() => {}, 1000); console.log('ready')";
  const child = spawn(process.execPath, ['-e', code, 'postgres', '-D', '/elsewhere'], {
    ...findUnprivilegedUser(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
};

/** A query that takes a minute of computing and never looks whether its server lives. */
const busy = async ({ connection }: EmbeddedServer): Promise<void> => {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  client.query('select count(*) from generate_series(1, 200000000) a').catch(() => undefined);
  const other = new pg.Client(connection);
  await other.connect();
  const isRunning = async () =>
    (
      await other.query(
        "select 1 from pg_stat_activity where state = 'active' and query like '%generate_series(1%' and pid <> pg_backend_pid()",
      )
    ).rowCount === 1;
  await until(isRunning);
  await other.end();
};

const takes = async (connection: pg.ClientConfig): Promise<boolean> => {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

test('a server in another container, whose process is not visible, keeps its folder', async () => {
  // It listens as such a one does on a volume that both have: no process here has that number.
  const socket = join(dataDir, 'run', '.s.PGSQL.5432');
  const elsewhere = createServer().listen(socket);
  await once(elsewhere, 'listening');
  const there = `4194304\n/data/postgres\n1\n5432\n/data/run\n\n`;
  try {
    await writeFile(lockFile(), there);
    for (const kind of ['service', 'command'] as const)
      await expect(lockOf(dataDir, kind)).rejects.toThrow(/runs where it cannot be seen.*another container/);
    expect(await readFile(lockFile(), 'utf8')).toBe(there);
  } finally {
    await new Promise((done) => elsewhere.close(done));
  }
  const lock = await lockOf(dataDir, 'command');
  expect(lock).toHaveProperty('release');
  if ('release' in lock) await lock.release();
});

test('a recycled process id in the lock file: that process is neither stopped nor waited for', async () => {
  const other = await bystander();
  let told = '';
  other.stdout?.on('data', (data: Buffer) => (told += data));
  try {
    await writeFile(lockFile(), `${other.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n\n`);
    const began = performance.now();
    await (await start()).stop();
    expect(performance.now() - began).toBeLessThan(15_000);
    expect([told, other.exitCode, other.signalCode]).toEqual(['', null, null]);
  } finally {
    other.kill('SIGKILL');
  }
});

test.each([
  ['empty, as a kill right after it was made leaves it', ''],
  ['full of zeros, as a loss of power leaves it', '\0'.repeat(90)],
])('a lock file that is %s does not prevent the start of the server', async (_case, text) => {
  await writeFile(lockFile(), text);
  await writeFile(join(dataDir, 'run', '.s.PGSQL.5432.lock'), text);
  await (await start()).stop();
});

describe.runIf(process.platform === 'linux')('after a crash', () => {
  test('all files are synced in one call, not 1,700 of them one by one', async () => {
    const running = await start();
    const client = new pg.Client(running.connection);
    await client.connect();
    const { rows } = await client.query('show recovery_init_sync_method');
    await client.end();
    await running.stop();
    expect(rows).toEqual([{ recovery_init_sync_method: 'syncfs' }]);
  });
});

describe.runIf(process.platform === 'linux')('a folder that was removed below its server', () => {
  test('is left to the next start: the old server would remove the new socket at its end', async () => {
    const gone = join(dataDir, 'postgres');
    const name = join(dataDir, 'bin', 'postgres');
    await mkdir(join(dataDir, 'bin'));
    await symlink('/bin/sleep', name);
    const old = spawn(name, ['60'], { cwd: gone, stdio: 'ignore' });
    await once(old, 'spawn');
    const ended = once(old, 'exit');
    await rm(gone, { recursive: true });
    const running = await start();
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(await takes(running.connection)).toBe(true);
    await running.stop();
  }, 60_000);
});

describe.runIf(process.platform === 'linux')('a long query that outlives its server', () => {
  test('does not prevent the supervisor from starting another server', async () => {
    const running = await start();
    await busy(running);
    const killed = await serverPid();
    process.kill(killed, 'SIGKILL');
    await until(() => takes(running.connection), { within: 10_000, what: 'another server' });
    expect(await serverPid()).not.toBe(killed);
    expect(restarts).toEqual(['SIGKILL']);
    await running.stop();
    // No other server still runs.
    await expect(readFile(lockFile(), 'utf8')).rejects.toThrow('ENOENT');
  });

  test('does not prevent the next start of the service', async () => {
    const running = await start();
    await busy(running);
    // The service dies at the same moment: this process does not restart the server.
    process.kill(await serverPid(), 'SIGKILL');
    await running.stop();
    await (await start()).stop();
  });
});
