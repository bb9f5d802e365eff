/** A command and what it works on, one of which is stopped while the other works. */
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey } from '../../src/db/encryption/key-ring.ts';
import { makeFolder } from '../support/folder.ts';
import { freePort, type Running, runProgram, startProgram } from '../support/process.ts';
import { until } from '../support/until.ts';

let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await makeFolder('stopped');
  env = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), BACKUP_KEY: newKey() };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PROGRESS = /^(database|files): \d/;
/** The lines of a command without its progress. */
const saidIn = (stderr: string): string[] => stderr.split('\n').filter((line) => line && !PROGRESS.test(line));

const filesBelow = (path: string): number => (existsSync(path) ? readdirSync(path, { recursive: true }).length : 0);

test.each([
  { line: 'backup FOLDER', to: [], leaves: false },
  { line: 'backup --to FOLDER', to: ['--to'], leaves: true },
])('the service ends while $line copies its database: one line reports it, and no copy remains', async ({
  to,
  leaves,
}) => {
  const service: Running = await startProgram(env);
  const copy = join(folder, `copy${to}`);
  const part = leaves ? copy : `${copy}.part`;
  const ended = runProgram(['backup', ...to, copy], env);
  await until(() => filesBelow(part) > 50, { what: 'the beginning of a copy' });
  expect(await service.end('SIGTERM')).toBe(0);
  const { code, stdout, stderr } = await ended;
  expect([code, stdout, saidIn(stderr)]).toEqual([
    1,
    '',
    [expect.stringMatching(/^broker-crm: The database was stopped meanwhile; try again when it runs\. \(.+\)$/)],
  ]);
  // Files stored by their content are reused by the next backup, which can be restored once it is complete.
  expect([existsSync(part), existsSync(copy)]).toEqual([leaves, leaves]);
  if (leaves) expect(await runProgram(['backup', 'list', copy], env)).toMatchObject({ code: 1 });
});

test.each([
  { signal: 'SIGTERM', code: 143 },
  { signal: 'SIGINT', code: 130 },
])('a command that runs the database itself ends by $signal: the database stops, and its partial work is removed', async ({
  signal,
  code,
}) => {
  const copy = join(folder, 'broken-off');
  const stop = new AbortController();
  const ended = runProgram(['backup', copy], env, stop.signal);
  await until(() => filesBelow(`${copy}.part`) > 50, { what: 'the beginning of a copy' });
  stop.abort(signal);
  expect((({ stderr, ...rest }) => ({ ...rest, said: saidIn(stderr) }))(await ended)).toEqual({
    code,
    stdout: '',
    said: [],
  });
  const data = join(folder, 'data');
  expect(
    [copy, `${copy}.part`, join(data, 'lock.json'), join(data, 'postgres', 'postmaster.pid')].filter(existsSync),
  ).toEqual([]);
});
