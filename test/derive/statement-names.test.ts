/** Connections keep statements by name: two shapes of a list never share one, and PostgreSQL keeps the whole name. */
import { expect, test } from 'vitest';
import { collectionsOf } from '../../src/derive/collections.ts';
import { hiding } from '../../src/derive/columns.ts';
import { filterParameters } from '../../src/derive/query-schema.ts';
import { type ListShape, listStatement, retrieveStatement } from '../../src/derive/read-sql.ts';
import { registry } from '../../src/model/registry.ts';

/** What PostgreSQL keeps of a name. */
const KEPT = 63;
/** What one connection may have to keep if callers ask for everything. */
const BOUND = 2000;

const subsets = <T>(all: readonly T[], most: number): T[][] => {
  const found: T[][] = [[]];
  for (const one of all) found.push(...found.filter(({ length }) => length < most).map((set) => [...set, one]));
  return found;
};

const collections = collectionsOf(registry).filter(({ resource }) => resource.rows.stored);

const shapesOf = (resource: (typeof collections)[number]['resource']): ListShape[] =>
  subsets(resource.embeds, 3).flatMap((embeds) =>
    subsets([...new Set(filterParameters(resource).values())], 3 - embeds.length).flatMap((filters) =>
      (hiding(resource) ? [true, false] : [false]).flatMap((hide) =>
        [true, false].map((deep) => ({ embeds, filters, hide, mine: false, counters: null, deep, rows: false })),
      ),
    ),
  );

test('one name, one text; and not too many of them', () => {
  const texts = new Map<string, string>();
  for (const collection of collections) {
    const statements = [
      ...shapesOf(collection.resource).map((shape) => listStatement(collection, shape, registry)),
      ...subsets(collection.resource.embeds, 6).map((embeds) => retrieveStatement(collection, embeds, registry)),
    ];
    for (const { name, text } of statements) {
      if (name === undefined) continue;
      expect(name.length, name).toBeLessThanOrEqual(KEPT);
      expect(texts.get(name) ?? text, name).toBe(text);
      texts.set(name, text);
    }
  }
  expect(texts.size).toBeGreaterThan(100);
  expect(texts.size).toBeLessThan(BOUND);
});
