/** A DATA_DIR that vanishes below a running service, and a working directory that does below a command. */
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { freePort, PROGRAM, startProgram } from '../support/process.ts';

test('the service ends with an error message when its DATA_DIR is removed', async () => {
  const DATA_DIR = join(await makeFolder('gone'), 'data');
  const service = await startProgram({ DATA_DIR, PORT: String(await freePort()), LOG_LEVEL: 'error' });
  const postmaster = Number(readFileSync(join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  renameSync(DATA_DIR, `${DATA_DIR}.moved`);
  // PostgreSQL looks once a minute whether its folder is there.
  process.kill(postmaster, 'SIGKILL');
  expect(await service.end('SIGCONT')).toBe(1);
  const { stderr } = service.output;
  expect(stderr).toContain(`broker-crm: The embedded database in DATA_DIR ${DATA_DIR} is gone`);
  expect(stderr).not.toMatch(/^\s+at /m);
}, 60_000);

test('a command ends with an error message if its working directory was removed', async () => {
  const folder = await makeFolder('cwd');
  const script = `cd '${folder}' && rm -r '${folder}' && '${process.execPath}' '${PROGRAM}' org list 2>&1`;
  const output = (() => {
    try {
      return execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout?: string }).stdout);
    }
  })();
  expect(output).toMatch(/^broker-crm: .*change to another one \(cd\)\.$/m);
  expect(output).not.toMatch(/^\s+at /m);
});
