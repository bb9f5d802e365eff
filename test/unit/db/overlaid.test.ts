import { setFlagsFromString } from 'node:v8';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../../src/db/citus/shard-router.ts';
import type { Database } from '../../../src/db/database.ts';
import { withOverrides } from '../../../src/db/database-overrides.ts';

// Nothing is sent before the first statement.
const below = connect({ connection: { host: 'localhost', database: 'none' } });
afterAll(() => below.close());

/** Whether V8 gives both objects the same shape. */
const haveSameShape = (one: object, other: object): boolean => {
  setFlagsFromString('--allow-natives-syntax');
  try {
    return new Function('one', 'other', 'return %HaveSameMap(one, other)')(one, other) as boolean;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
};

test('methods without an override are those of the wrapped database, on every layer', () => {
  const other: Partial<Database> = { transaction: async () => 'other' as never };
  const layers = withOverrides(withOverrides(below, other), { stream: async () => undefined });
  const names = Object.keys(below).filter((name) => name !== 'transaction' && name !== 'stream');
  expect(names).toHaveLength(11);
  for (const name of names)
    expect([name, layers[name as keyof Database]]).toEqual([name, below[name as keyof Database]]);
  expect(layers.transaction).toBe(other.transaction);
  expect(layers.stream).not.toBe(below.stream);
});

test('every layer has the same hidden class, whichever methods it overrides', () => {
  const readLong: Database['queryLong'] = async () => [];
  const [one, other] = [withOverrides(below, { queryLong: readLong }), withOverrides(below, { forOrg: () => below })];
  expect(haveSameShape(one, other)).toBe(true);
  expect(haveSameShape(one, withOverrides(other, { queryLong: readLong }))).toBe(true);
  expect(haveSameShape(one, Object.assign(Object.create(below), { readLong }))).toBe(false);
});
