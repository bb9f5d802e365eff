/** Lists that lie in memory as a whole, with the queries of all lists (rules 4.9 to 4.11). */
import { order } from '../../derive/query/comparisons.ts';
import { isLeft } from '../../derive/query/filters.ts';
import type { Sort } from '../../derive/query/ordering.ts';
import { type ListQuery, parsePlainQuery } from '../../derive/query/query-schema.ts';
import { type Offered, plainTerms, type Terms } from '../../derive/query/sort-and-fields.ts';
import { invalid } from '../../errors/api-error.ts';

interface Item {
  readonly id: number;
}

const valueIn = (item: Item, name: string): unknown => new Map(Object.entries(item)).get(name) ?? null;

const sorted = <T extends Item>(items: readonly T[], { name, descending }: Sort): T[] => {
  const byValue = (one: T, other: T): number => {
    const [a, b] = [valueIn(one, name), valueIn(other, name)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return descending ? order(b, a) : order(a, b);
  };
  return [...items].sort((one, other) => byValue(one, other) || one.id - other.id);
};

/** Records with those of their members that are shown; the type is that of whole ones, as in the description. */
export const pick = <T extends Item>(items: readonly T[], shown: Terms['shown']): readonly T[] =>
  shown
    ? items.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => shown.has(name))) as T)
    : items;

/** `{total, items}` of the items that match a query, in its order and with its fields. */
export const inMemoryList = <T extends Item>(
  all: readonly T[],
  { filters, sort, shown }: Pick<ListQuery, 'filters' | 'sort' | 'shown'>,
) => {
  const left = filters.length ? all.filter((item) => isLeft(filters, (name) => valueIn(item, name))) : all;
  const items = pick(sort ? sorted(left, sort) : left, shown);
  return { total: items.length, items };
};

/**
 * Order and fields of a list that belongs to no collection.
 * @throws 400 `validation_failed`
 */
export const acceptTerms = (
  query: Readonly<Record<string, unknown>>,
  offered: () => Offered,
): Omit<Terms, 'issues'> => {
  const { issues, ...terms } = parsePlainQuery(query, offered);
  if (issues.length) throw invalid(issues);
  return terms;
};

/**
 * The same of a list that belongs to no collection.
 * @param members those of its records
 * @throws 400 `validation_failed`
 */
export const plainInMemoryList = <T extends Item>(
  all: readonly T[],
  members: object,
  query: Readonly<Record<string, unknown>>,
) => inMemoryList(all, { ...acceptTerms(query, () => plainTerms(members)), filters: [] });
