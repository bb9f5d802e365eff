/** Names of WAL segments follow each other as PostgreSQL counts them. */
import { expect, test } from 'vitest';
import { nextSegment } from '../../src/db/embedded/wal-segments.ts';

const MB = 1_048_576;

test.each([
  [1, '000000010000000000000001', '000000010000000000000002'],
  [1, '000000010000000000000FFF', '000000010000000100000000'],
  [1, '0000000A0000000F000000FF', '0000000A0000000F00000100'],
  // Databases of older versions.
  [16, '000000010000000000000009', '00000001000000000000000A'],
  [16, '0000000100000000000000FF', '000000010000000100000000'],
])('segments of %i MB: %s is followed by %s', (mb, name, next) => {
  expect(nextSegment(name, mb * MB)).toBe(next);
});
