/**
 * Connections keep statements by name: one name, one text, over all that callers can ask for; and every statement keeps
 * to one organisation in each table (docs/decisions/0002).
 */
import { describe, expect, test } from 'vitest';
import { type Filter, filtersAt, filtersOf } from '../../../src/derive/query/filters.ts';
import { sortFields } from '../../../src/derive/query/ordering.ts';
import { type Collection, collectionsOf } from '../../../src/derive/routing/collections.ts';
import { type Listing, listStatement } from '../../../src/derive/sql/list-sql.ts';
import { pathConditions, retrieveStatement } from '../../../src/derive/sql/read-sql.ts';
import {
  deduplicate,
  onceColumn,
  referencingColumns,
  repointColumn,
  repointOwner,
} from '../../../src/derive/sql/repoint-references.ts';
import { hardDelete, insertRow, lockRow, softDelete, updateRow } from '../../../src/derive/sql/write-sql.ts';
import { archiveFlag, visibleTo } from '../../../src/derive/storage/columns.ts';
import type { Resource } from '../../../src/model/declaration/resource.ts';
import { registry } from '../../../src/model/registry.ts';
import type { Sql } from '../../../src/sql/sql.ts';

/** Bytes that PostgreSQL uses of a name. */
const KEPT = 63;
/** Most statements that one connection may cache for all possible requests. */
const BOUND = 2000;
const ORGANISATION = 7_001;
const PARENT = 7_002;
const [ID, _OTHER_ID] = [7_003, 7_013];
const CALLER = 7_004;
const LIMIT = 7_005;
const NEAR = 706;
const FAR = 7_007;
const reader = { orgId: ORGANISATION, userKid: CALLER, pathIds: [PARENT, ID] };

const subsets = <T>(all: readonly T[], most: number): T[][] => {
  const found: T[][] = [[]];
  for (const one of all) found.push(...found.filter(({ length }) => length < most).map((set) => [...set, one]));
  return found;
};

const stored = registry.resources.filter((resource) => resource.storage.stored);
const collections = collectionsOf(registry).filter(({ resource }) => resource.storage.stored);

const equalities = (resource: Resource): Filter[] =>
  [...filtersOf(resource).values()].filter(({ operator }) => !operator.comparison);

const listingsOf = ({ resource, parent }: Collection): Listing[] =>
  subsets(resource.embeds, 3).flatMap((embeds) =>
    subsets([...new Map(equalities(resource).map((one) => [one.name, one])).values()], 3 - embeds.length).flatMap(
      (some) => {
        const filters = some.map((filter, i) => ({ ...filter, value: 7_100 + i }));
        const counted = parent || some.length ? [null] : [null, [resource.path], [resource.path, 'hidden']];
        return (archiveFlag(resource) ? [true, false] : [false]).flatMap((hide) =>
          counted.flatMap((counters) =>
            [NEAR, FAR].flatMap((offset) =>
              [true, false].map((rows) => ({ embeds, filters, hide, counters, limit: LIMIT, offset, rows })),
            ),
          ),
        );
      },
    ),
  );

/** Comparisons, orders and fields: a caller can put together more of them than any connection should keep. */
const chosenOf = (collection: Collection): Listing[] => {
  const { resource, parent } = collection;
  const usual = { embeds: [], filters: [], hide: false, counters: parent ? null : [resource.path], limit: LIMIT };
  const comparisons = filtersAt(collection).filter(([, { operator }]) => operator.comparison);
  const compared = comparisons.map(([, filter]) => ({
    filters: [{ ...filter, value: undefined, compared: { plain: 7_100 } }],
    counters: null,
  }));
  const sorted = [...sortFields(resource)].flatMap(([name, field]) =>
    [true, false].map((descending) => ({ sort: { name, field, descending } })),
  );
  return [...compared, ...sorted, { shown: new Set(['id', 'insert_datum']) }].flatMap((asked) =>
    [NEAR, FAR].flatMap((offset) => [true, false].map((rows) => ({ ...usual, ...asked, offset, rows }))),
  );
};

const readsOf = (collection: Collection): Sql[] => [
  ...chosenOf(collection).map((listing) => listStatement(collection, reader, listing, registry)),
  ...listingsOf(collection).map((listing) => listStatement(collection, reader, listing, registry)),
  ...subsets(collection.resource.embeds, 6).map((embeds) => retrieveStatement(collection, reader, embeds, registry)),
];

const row = { values: {}, extra: null };
const rewriting = { orgId: ORGANISATION, master: PARENT, slave: ID, now: '' };

const writes = (): Sql[] => [
  ...collections.map((collection) =>
    lockRow(collection.resource, ORGANISATION, ID, pathConditions(collection, reader), 'update'),
  ),
  ...stored.flatMap((resource) => [
    insertRow(resource, ORGANISATION, row).row,
    updateRow(resource, ORGANISATION, { ...row, values: { id: ID } }).row,
    softDelete(resource, ORGANISATION, ID, '2026-01-01 00:00:00'),
    hardDelete(resource, ORGANISATION, ID),
  ]),
  ...referencingColumns(registry, 'customers').flatMap((column) => repointColumn(column, rewriting)),
  ...stored
    .filter(({ nesting: place }) => place.ownerSection)
    .flatMap((resource) => {
      const once = onceColumn(resource);
      return [
        ...repointOwner(resource, 'customers', rewriting),
        ...(once ? [deduplicate(resource, once, 'customers', rewriting)] : []),
      ];
    }),
];

const statements = [...collections.flatMap(readsOf), ...writes()];
const all = statements.map(({ query }) => query);

test('statements composed by callers are not prepared', () => {
  const chosen = collections.flatMap((collection) =>
    chosenOf(collection).map((listing) => listStatement(collection, reader, listing, registry).query),
  );
  expect(chosen.length).toBeGreaterThan(1000);
  expect(chosen.filter(({ name, values }) => name !== undefined && !values.includes(FAR))).toEqual([]);
});

test('each statement name has one text, and there are few enough of them', () => {
  const kept = all.filter(({ name }) => name !== undefined);
  const texts = new Map(kept.map(({ name = '', text }) => [name, text]));
  expect(kept.filter(({ name = '', text }) => texts.get(name) !== text)).toEqual([]);
  expect(new Set(texts.values()).size).toBe(texts.size);
  expect([...texts.keys()].filter((name) => Buffer.byteLength(name) > KEPT)).toEqual([]);
  const wanted = new Set(all.flatMap(({ text }, i) => (statements[i]?.use === 'prepared' ? [text] : [])));
  expect(wanted.size).toBeGreaterThan(500);
  expect(wanted.size).toBeLessThan(BOUND);
});

/** Tables of a statement by their aliases, those of its own CTEs and of rows it makes itself left out. */
const tablesOf = (text: string): string[] => {
  const made = [...text.matchAll(/(?:with|with recursive|,) (\w+) as (?:materialized )?\(/g)].map(([, name]) => name);
  return [
    ...text.matchAll(
      /(?:from|join|using|(?<!for |key )update) ([a-z_]+)(?: (?!set\b|where\b|order\b|group\b|limit\b)(\w+))?/g,
    ),
  ]
    .filter(([, table]) => !made.includes(table))
    .map(([, table, alias]) => alias ?? table ?? '');
};

describe('every statement has org_id = $1 for each table', () => {
  test('reads, locks, updates and deletes have it for each table', () => {
    const without = all
      .filter(({ text }) => !text.startsWith('insert'))
      .filter(({ text }) => {
        const said = (alias: string) =>
          text.split(`${alias}.org_id = $1`).length + text.split(' org_id = $1').length - 2;
        const tables = tablesOf(text);
        return !tables.length || tables.some((alias) => said(alias) < tables.filter((one) => one === alias).length);
      });
    expect(without.map(({ text }) => text)).toEqual([]);
  });
  test('$1 is the organisation, and no other parameter is', () => {
    expect(all.filter(({ values }) => values.lastIndexOf(ORGANISATION) !== 0)).toEqual([]);
  });
});

/** The position of each value of a read: a caller's value is used at its own position only. */
describe('each value is at its parameter', () => {
  const shown = (statement: Sql): string => {
    const { text, values } = statement.query;
    return text.replace(/\$(\d+)/g, (_, number: string) => `<${String(values[Number(number) - 1])}>`);
  };
  const found = (text: string, what: RegExp): string[] => [...new Set([...text.matchAll(what)].map(([one]) => one))];
  test.each(
    collections.map((collection) => [collection.address, collection] as const),
  )('%s', (_address, collection) => {
    const { resource, parent, fixed } = collection;
    const parents = parent ? [`o.id = <${PARENT}>`] : [];
    const always = fixed
      .filter(({ constant }) => constant === undefined)
      .map(({ column }) => `t."${column}" = <${PARENT}>`);
    for (const open of visibleTo(resource, reader))
      always.push(shown(open).replace(new RegExp(`<(?!${ORGANISATION}>)\\w+>`, 'g'), `<${CALLER}>`));
    for (const listing of listingsOf(collection).filter(({ embeds }) => embeds.length < 2)) {
      const text = shown(listStatement(collection, reader, listing, registry));
      const pages = found(text, /limit <\w+>::int|offset <\w+>::bigint|o\.id = <\w+>/g).sort();
      expect(pages).toEqual([`limit <${LIMIT}>::int`, ...parents, `offset <${listing.offset}>::bigint`].sort());
      const wanted = listing.filters.map(({ name: parameter, field, value, through, below }) => {
        const name = below?.filter.name ?? parameter;
        if (through) return `o."${name}" = <${value}>::`;
        if (field.folds) return `(t."${name}" `;
        if (field.madeOf) return `date_part('day', t."${field.madeOf}"))::int = <${value}>::`;
        return `t."${name}" = <${value}>::`;
      });
      wanted.push(...listing.filters.map(({ value }) => `<${value}>::`));
      expect([...always, ...wanted].filter((one) => !text.includes(one))).toEqual([]);
    }
    const one = shown(retrieveStatement(collection, reader, [], registry));
    expect([`t.id = <${ID}>`, ...parents, ...always].filter((part) => !one.includes(part))).toEqual([]);
  });
});
