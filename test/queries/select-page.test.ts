/** Pages out of columns in memory beside the same worked out record by record (docs/decisions/0039). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ColumnTable } from '../../src/operations/columns/column-table.ts';
import { Drawn } from '../../src/operations/columns/drawn.ts';
import { seemFew, selectPage } from '../../src/operations/columns/select-page.ts';

const NAMES = ['a', 'b'] as const;
type Numbers = readonly (number | null)[];

/** Few values and many, far from each other and near, and none. */
const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: 0, max: 100_000 }).map((n) => n / 100),
  fc.constantFrom(0, 1e13, -1e13, 1e-5),
);
const numbers = fc.tuple(value, value);
const change = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.option(numbers, { freq: 4 }));
const span = fc.tuple(fc.constantFrom(...NAMES), value, value).map(([name, one, other]) => ({
  name,
  least: one ?? Number.NEGATIVE_INFINITY,
  most: other ?? Number.POSITIVE_INFINITY,
}));
const query = fc.record({
  spans: fc.array(span, { maxLength: 3 }),
  sort: fc.constantFrom(null, ...NAMES),
  descending: fc.boolean(),
});
const window = fc.record({ offset: fc.integer({ min: 0, max: 300 }), limit: fc.integer({ min: 1, max: 60 }) });

const at = (row: Numbers, name: string): number | null => row[NAMES.indexOf(name as 'a')] ?? null;

const wanted = (
  records: ReadonlyMap<number, Numbers>,
  {
    spans,
    sort,
    descending,
  }: { spans: { name: string; least: number; most: number }[]; sort: string | null; descending: boolean },
  { offset, limit }: { offset: number; limit: number },
) => {
  const left = [...records].filter(([, row]) =>
    spans.every(({ name, least, most }) => {
      const one = at(row, name);
      return one !== null && one >= least && one <= most;
    }),
  );
  const turn = descending ? -1 : 1;
  left.sort(([id, row], [otherId, otherRow]) => {
    if (sort === null) return turn * (id - otherId);
    const [one, other] = [at(row, sort), at(otherRow, sort)];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || id - otherId;
    return turn * (one - other) || id - otherId;
  });
  return { total: left.length, ids: left.slice(offset, offset + limit).map(([id]) => id) };
};

test('any query of any records, whatever became of them', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 600 }),
      fc.array(fc.tuple(query, window), { maxLength: 6 }),
      (changes, asked) => {
        const table = new ColumnTable(NAMES);
        const records = new Map<number, Numbers>();
        for (const [id, row] of changes) {
          table.put(id, row);
          if (row) records.set(id, row);
          else records.delete(id);
        }
        for (const [one, page] of asked) expect(selectPage(table, one, page)).toEqual(wanted(records, one, page));
      },
    ),
    { numRuns: 300 },
  );
});

test('pages of more records than are put in order at once', () => {
  const table = new ColumnTable(NAMES);
  const records = new Map<number, Numbers>();
  const MANY = 30_000;
  for (let n = 0; n < MANY; n += 1) {
    // Some lie far from all others, a third has one value, a few have none.
    const a = n % 5000 === 0 ? 1e13 - n : n % 3 ? 7 : n % 1001 === 0 ? null : ((n * 7919) % 10_007) / 100;
    const row = [a, n % 7] as const;
    table.put(n + 1, row);
    records.set(n + 1, row);
  }
  for (const sort of NAMES)
    for (const descending of [false, true])
      for (const spans of [[], [{ name: 'b', least: 2, most: 5 }], [{ name: 'a', least: 0, most: 90 }]])
        for (const offset of [0, 777, 9950, 15_000, 19_980, MANY - 60, MANY - 1, MANY]) {
          const [asked, page] = [
            { spans, sort, descending },
            { offset, limit: 50 },
          ];
          expect(selectPage(table, asked, page)).toEqual(wanted(records, asked, page));
        }
});

test('spans that leave few are told from those that leave many', () => {
  const table = new ColumnTable(NAMES);
  for (let n = 0; n < 100_000; n += 1) table.put(n + 1, [n, n % 7]);
  const upTo = (most: number) => ({ name: 'a', least: 0, most });
  const three = { name: 'b', least: 3, most: 3 };
  expect([[upTo(1000)], [upTo(20_000), three], [upTo(-1)]].map((spans) => seemFew(table, spans))).toEqual([
    true,
    true,
    true,
  ]);
  expect([[upTo(10_000)], [upTo(90_000), three], [three]].map((spans) => seemFew(table, spans))).toEqual([
    false,
    false,
    false,
  ]);
});

test('a change is known only once every transaction is over that may have drawn a lower number', () => {
  const drawn = new Drawn();
  const at = (oldest: number, next: number, last: number, server = 1) =>
    drawn.begin()({ oldest, next, drawn: last, server, numbered: 0 });
  expect(at(10, 10, 100)).toBe(0);
  // Whoever began after the first look drew more than 100; all before are over.
  expect(at(12, 12, 150)).toBe(100);
  // 13 is under way: it may have drawn a number since the first look.
  expect(at(13, 15, 160)).toBe(100);
  expect(at(13, 20, 170)).toBe(100);
  expect(at(21, 21, 180)).toBe(170);
  // Another server counts anew.
  expect(at(5, 5, 10, 2)).toBe(0);
  expect(at(6, 6, 11, 2)).toBe(10);
});
