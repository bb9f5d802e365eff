import { setFlagsFromString } from 'node:v8';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/cluster.ts';
import type { Database } from '../../src/db/database.ts';
import { overlaid } from '../../src/db/overlaid.ts';

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

test('what is not done in another way is done by the database below, on every layer', () => {
  const other: Partial<Database> = { transaction: async () => 'other' as never };
  const layers = overlaid(overlaid(below, other), { stream: async () => undefined });
  const names = Object.keys(below).filter((name) => name !== 'transaction' && name !== 'stream');
  expect(names).toHaveLength(11);
  for (const name of names)
    expect([name, layers[name as keyof Database]]).toEqual([name, below[name as keyof Database]]);
  expect(layers.transaction).toBe(other.transaction);
  expect(layers.stream).not.toBe(below.stream);
});

test('every layer has the same shape, whatever it does in another way: each call makes one or two', () => {
  const readLong: Database['readLong'] = async () => [];
  const [one, other] = [overlaid(below, { readLong }), overlaid(below, { of: () => below })];
  expect(haveSameShape(one, other)).toBe(true);
  expect(haveSameShape(one, overlaid(other, { readLong }))).toBe(true);
  expect(haveSameShape(one, Object.assign(Object.create(below), { readLong }))).toBe(false);
});
