/** Errors of a temporarily unavailable database, as callers see them. */
import { expect, test } from 'vitest';
import { translated } from '../../../src/db/pool/database-errors.ts';
import { ApiError } from '../../../src/errors/api-error.ts';

/** As Citus 13.2 says it, with the code of an internal error. */
test.each([
  'failure on connection marked as essential: 127.0.0.1:9702',
  'could not connect to any active placements',
  'could not commit transaction for shard 102013 on at least one active node',
  'failed to commit transaction on 127.0.0.1:9702',
  'execution cannot recover from multiple connection failures. Last node failed 127.0.0.1:9702',
  'could not establish any connections to the node 127.0.0.1:9702 after 30000 ms',
])('a node of a cluster that went is 503: %s', (message) => {
  const error = translated(Object.assign(new Error(message), { code: 'XX000' }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 503, code: 'service_unavailable' });
});

test('any other internal error of the database stays a 500', () => {
  const error = Object.assign(new Error('cache lookup failed for type 5'), { code: 'XX000' });
  expect(translated(error)).toBe(error);
});
