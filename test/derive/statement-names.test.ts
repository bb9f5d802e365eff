/** Prepared statements: one name, one text (src/sql.ts), for every read that can be asked for. */
import { expect, test } from 'vitest';
import { collectionsOf } from '../../src/derive/collections.ts';
import { listStatement, retrieveStatement, type Statement } from '../../src/derive/read-sql.ts';
import { registry } from '../../src/model/registry.ts';

/** All selections of some things, none included. */
const subsets = <T>(all: readonly T[]): T[][] =>
  all.reduce<T[][]>((found, one) => found.concat(found.map((subset) => subset.concat([one]))), [[]]);

const statements = collectionsOf(registry).flatMap((collection): Statement[] => {
  const { resource } = collection;
  const filters = Object.keys(resource.fields).filter((name) => resource.fields[name]?.filter);
  const asked = [[], ...filters.map((name) => [name]), ...filters.map((name, i) => [name, filters[i - 1] ?? name])];
  const base = { mine: Boolean(resource.privateTo) };
  const switches = subsets(['hide', 'deep', 'rows', 'counted'] as const);
  return subsets(resource.embeds).flatMap((embeds) => [
    retrieveStatement(collection, embeds, registry),
    ...switches.flatMap((on) => {
      const shape = {
        ...base,
        embeds,
        hide: on.includes('hide'),
        deep: on.includes('deep'),
        rows: on.includes('rows'),
      };
      if (on.includes('counted'))
        return [listStatement(collection, { ...shape, filters: [], counters: ['x'] }, registry)];
      return asked.map((names) => listStatement(collection, { ...shape, filters: names, counters: null }, registry));
    }),
  ]);
});

test('statements of one name have one text', () => {
  const texts = new Map<string, string>();
  const twice = statements.filter(({ name, text }) => {
    const known = texts.get(name);
    texts.set(name, text);
    return known !== undefined && known !== text;
  });
  expect(texts.size).toBeGreaterThan(1000);
  expect([...new Set(twice.map(({ name }) => name))]).toEqual([]);
});

test('names of single reads are none that PostgreSQL cuts', () => {
  const long = statements.filter(({ name }) => name.startsWith('get ') && name.length > 63);
  expect(long.map(({ name }) => name)).toEqual([]);
});
