/**
 * `changes --follow` as operators run it: through restarts of the service, until it is ended or its output is closed
 * (rules 8.5).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lockOwnerOf } from '../../src/db/embedded/lock-file.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, PROGRAM, type Running, runProgram, startProgram } from '../support/process.ts';
import { withSecretsKey } from '../support/secrets-key.ts';
import { until } from '../support/until.ts';

let folder: string;
let env: Record<string, string>;
let service: Running;
let [token, org] = ['', 0];

const start = async (): Promise<void> => {
  service = await startProgram(env);
};
const command = async (...args: string[]) => JSON.parse((await runProgram([...args, '--json'], env)).stdout);

beforeAll(async () => {
  folder = await makeFolder('followed');
  env = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'error' };
  await start();
  org = (await command('org', 'create', '--name', 'Folge', '--admin-email', 'folge@example.com')).org_id;
  token = (await command('token', 'create', '--org', String(org), '--name', 'Folge', '--scopes', 'all')).token;
});
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await service.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const made: number[] = [];
const make = async (name: string): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${env.PORT}/v3/customers`, {
    method: 'POST',
    body: JSON.stringify({ name }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
  });
  expect(answer.status).toBe(201);
  made.push(((await answer.json()) as { kid: number }).kid);
};

/** The command as a process of its own, and what it printed. */
const following = (...args: string[]) => {
  const child = spawn(process.execPath, [PROGRAM, 'changes', '--org', String(org), '--follow', ...args], {
    env: { PATH: process.env.PATH ?? '', ...withSecretsKey(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => (output.stdout += data));
  child.stderr.on('data', (data: Buffer) => (output.stderr += data));
  const lines = () => output.stdout.split('\n').filter(Boolean);
  return {
    child,
    output,
    lines,
    /** Ids of the printed customers, in order. */
    ids: () => lines().flatMap((line) => (line.includes('"customers"') ? [JSON.parse(line).id as number] : [])),
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
    ended,
  };
};
const isKept = (state: string) => readFile(state, 'utf8').then(Boolean, () => false);

test('each change is printed once, through restarts of service and command', async () => {
  const state = join(folder, 'state');
  const first = following('--json', '--state', state);
  await until(() => isKept(state));
  await make('Erste');
  await until(() => first.ids().length === 1);
  await service.end('SIGKILL');
  await delay(700);
  await start();
  await make('Zweite');
  await until(() => first.ids().length === 2);
  await service.end('SIGTERM');
  await delay(700);
  await start();
  await make('Dritte');
  await until(() => first.ids().length === 3);
  expect(await first.end('SIGTERM')).toEqual([0, null]);
  await make('Vierte');
  await make('Fünfte');
  const second = following('--json', '--state', state);
  await until(() => second.ids().length === 2);
  expect(await second.end('SIGINT')).toEqual([0, null]);
  expect([...first.ids(), ...second.ids()]).toEqual(made);
  expect([first.output.stderr, second.output.stderr]).toEqual(['', '']);
});

test('prints the cursor at its end, and a readable line per change without --json', async () => {
  const first = following('--sections', 'customers');
  await delay(1500);
  await until(async () => {
    await make('Gezeigt');
    return first.lines().length > 0;
  });
  expect(first.lines()[0]).toMatch(/^\S+Z {2}insert customers\/\d+ {2}\S/);
  expect(await first.end('SIGINT')).toEqual([0, null]);
  const cursor = /^To go on from here: --after (\S+)\n$/.exec(first.output.stderr)?.[1] ?? '';
  await make('Später');
  const second = following('--json', '--after', cursor);
  await until(() => second.ids().includes(made.at(-1) ?? 0));
  expect(await second.end('SIGTERM')).toEqual([0, null]);
});

test('ends without an error when its output is closed, and loses no unread change', async () => {
  const state = join(folder, 'piped');
  const piped = following('--json', '--state', state);
  await until(() => isKept(state));
  const before = await readFile(state, 'utf8');
  await make('Gelesen');
  // Changes that were printed and not yet saved are printed again.
  await until(async () => piped.ids().length === 1 && (await readFile(state, 'utf8')) !== before);
  piped.child.stdout.destroy();
  await make('Ungelesen');
  expect(await piped.ended).toEqual([0, null]);
  expect(piped.output.stderr).toBe('');
  const again = following('--json', '--state', state);
  await until(() => again.ids().length === 1);
  expect(again.ids()).toEqual(made.slice(-1));
});

test('does not prevent the start of a stopped service; errors that it cannot recover from end it', async () => {
  await service.end('SIGTERM');
  const state = join(folder, 'stopped');
  const alone = following('--json', '--state', state);
  await until(() => isKept(state));
  await until(async () => (await lockOwnerOf(folder)) === null);
  await start();
  await make('Danach');
  await until(() => alone.ids().length === 1);
  expect(await alone.end('SIGTERM')).toEqual([0, null]);
  const refusals = [
    [['--after', 'x'], 1, 'invalid_cursor'],
    [['--state', folder], 1, 'state'],
    [['--state', state, '--after', 'x'], 2, 'cannot be used with'],
  ] as const;
  for (const [args, code, says] of refusals) {
    const refused = following('--json', ...args);
    expect(await refused.ended).toEqual([code, null]);
    expect(`${refused.output.stdout}${refused.output.stderr}`).toContain(says);
  }
});
