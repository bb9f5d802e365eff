import { expect, test } from 'vitest';
import { Refusal, refusalOf } from '../../src/cli/refusal.ts';
import { fail } from '../../src/errors.ts';

test.each([
  'connection to the remote node postgres@localhost:9701 failed with the following error: Connection refused',
  'connection to the remote node localhost:9701 failed',
  'failed to connect to localhost:9701',
])('a node of a cluster that is down is named, with the way out: %s', (said) => {
  const cause = new Error(said);
  const all = [cause, new Refusal('move_failed', said), fail('service_unavailable', { cause })];
  for (const error of all)
    expect(refusalOf(error).message).toContain(' The node localhost:9701 of the cluster is down: ');
});

test('files that cannot be opened because so many are: the limit is named', () => {
  const cause = new Error('EMFILE: too many open files, open secrets.key');
  for (const error of [cause, fail('service_unavailable', { cause })])
    expect(refusalOf(error).message).toContain(' No file handle was left: raise the limit (ulimit -n');
});

test('a full disk of the database: what to do', () => {
  const said = 'could not extend file "base/16402/25317": No space left on device';
  expect(refusalOf(new Error(said)).message).toBe(
    `${said} The disk of that database is full: make room there, then say it again.`,
  );
});

test('of anything else no node is named', () => {
  expect(refusalOf(new Error('failed to connect')).message).toBe('failed to connect');
  expect(refusalOf(fail('not_found')).message).not.toContain('The node');
});
