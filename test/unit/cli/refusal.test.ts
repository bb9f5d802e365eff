import { expect, test } from 'vitest';
import { CliError, cliErrorOf } from '../../../src/cli/terminal/cli-error.ts';
import { fail } from '../../../src/errors/api-error.ts';

test.each([
  'connection to the remote node postgres@localhost:9701 failed with the following error: Connection refused',
  'connection to the remote node localhost:9701 failed',
  'failed to connect to localhost:9701',
])('a node of a cluster that is down is named, with the way out: %s', (said) => {
  const cause = new Error(said);
  const all = [cause, new CliError('move_failed', said), fail('service_unavailable', { cause })];
  for (const error of all)
    expect(cliErrorOf(error).message).toContain(' The node localhost:9701 of the cluster is down: ');
});

test('an error of too many open files names the limit', () => {
  const cause = new Error('EMFILE: too many open files, open secrets.key');
  for (const error of [cause, fail('service_unavailable', { cause })])
    expect(cliErrorOf(error).message).toContain(' No file handle was left: raise the limit (ulimit -n');
});

test('an error of a full disk of the database names the remedy', () => {
  const said = 'could not extend file "base/16402/25317": No space left on device';
  expect(cliErrorOf(new Error(said)).message).toBe(
    `${said} The disk of that database is full: make room there, then say it again.`,
  );
});

test('other errors name no node', () => {
  expect(cliErrorOf(new Error('failed to connect')).message).toBe('failed to connect');
  expect(cliErrorOf(fail('not_found')).message).not.toContain('The node');
});
