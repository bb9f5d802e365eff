/** A first start that is killed at any moment: the next one starts over and prints its address. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/embedded-server.ts';
import { demo } from '../../src/model/seed/demo.ts';
import { freePort, PROGRAM, runProgram, startProgram } from '../support/process.ts';
import { until } from '../support/until.ts';

let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp('/var/tmp/broker-crm-first-');
  // As root the database runs as another account, which has to reach its data.
  await chmod(folder, 0o755);
  env = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'error' };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Kills all processes of our folder, as a power failure does. */
const killAll = async (): Promise<void> => {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    const line = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(folder)) process.kill(Number(entry), 'SIGKILL');
  }
};

const isMaking = async (): Promise<boolean> => {
  const making = (await readdir(folder)).find((name) => name.includes('.making-'));
  return making !== undefined && existsSync(join(folder, making, 'global'));
};

const hasOrganisation = async (): Promise<boolean> => {
  const client = new pg.Client(await embeddedConnection(folder));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query('select 1 from contact')).rows.length > 5;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

describe.runIf(process.platform === 'linux')('killed while', () => {
  test.each([
    ['the database is made', isMaking],
    ['the database is complete', async () => existsSync(join(folder, 'postgres', 'PG_VERSION'))],
    ['the sample data is loaded', hasOrganisation],
  ])('%s', async (_, reached) => {
    const kill = new AbortController();
    const first = runProgram(['serve'], env, kill.signal);
    await until(reached, { what: 'that moment' });
    kill.abort();
    await killAll();
    expect((await first).stdout).not.toContain('Bearer');

    const second = await startProgram(env);
    const token = /Bearer ([\w.-]+)/.exec(second.output.stdout)?.[1];
    const headers = { authorization: `Bearer ${token}`, connection: 'close' };
    const answer = await fetch(`${second.address}/v3/customers`, { headers });
    const { total } = (await answer.json()) as { total: number };
    expect([answer.status, total]).toEqual([200, demo.customers.length + demo.portfolio.length]);
    const organisations = await runProgram(['org', 'list', '--json'], env);
    expect(JSON.parse(organisations.stdout)).toHaveLength(1);
    expect((await readdir(folder)).filter((name) => name.includes('.making-'))).toEqual([]);
    expect(await second.end('SIGTERM')).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')('names its steps', () => {
  test('on a terminal in plain lines, without one of the log', async () => {
    const command = `${process.execPath} ${PROGRAM} serve`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...process.env, ...env, LOG_LEVEL: 'info' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => terminal.once('close', resolve));
    let output = '';
    terminal.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
    await until(() => output.includes('with the password') || terminal.exitCode !== null, { what: 'the start' });
    expect(output).toMatch(
      /✓ Making the database, \S+ s\r\n[\s\S]*✓ Loading the sample data, \S+ s\r\n[\s\S]*listens on/,
    );
    expect(output).not.toContain('{"level"');
    // Ctrl-C
    terminal.stdin.write('\x03');
    await ended;
  });

  test('elsewhere in lines of the log', async () => {
    const { output, end } = await startProgram({ ...env, LOG_LEVEL: 'info' });
    expect(await end('SIGTERM')).toBe(0);
    const messages = output.stderr.match(/(?<="msg":")(Making|Loading)[^"]+/g);
    expect(messages).toEqual(['Making the database', 'Loading the sample data']);
  });
});
