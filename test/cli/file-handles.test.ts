/** A limit of file handles that is too low for a command is an error with the fix, not a stack trace. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../support/checkout.ts';

const runWith = (handles: number, ...args: string[]) => {
  const line = `ulimit -n ${handles}; exec "$0" bin/broker-crm.js ${args.join(' ')}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath], {
    cwd: ROOT,
    encoding: 'utf8',
    // So that a start that refuses nothing ends too.
    env: { ...process.env, DATA_DIR: '/dev/null/data' },
  });
  return { status, stdout, stderr };
};

test.runIf(existsSync('/proc/self/limits')).each([20, 64, 200])(
  'with %s file handles the error names the limit and the fix',
  (handles) => {
    const message = `256 file handles are needed at least, and this process may have ${handles}: raise the limit (ulimit -n, LimitNOFILE of the systemd unit, --ulimit nofile of a container).`;
    expect(runWith(handles, 'serve')).toEqual({ status: 1, stdout: '', stderr: `broker-crm: ${message}\n` });
    const { status, stdout } = runWith(handles, 'org', 'list', '--json');
    expect([status, JSON.parse(stdout)]).toEqual([1, { error: { code: 'file_handles', message } }]);
  },
);

test('with enough file handles the command runs', () => {
  const { status, stdout } = runWith(256, '--help');
  expect([status, stdout]).toEqual([0, expect.stringContaining('Usage: broker-crm')]);
});
