/** Lists that lie in memory as a whole, with the queries of all lists (rules 4.9 to 4.11). */
import { order } from '../derive/comparisons.ts';
import { isLeft } from '../derive/filters.ts';
import { plainTerms } from '../derive/list-terms.ts';
import type { Sort } from '../derive/ordering.ts';
import { type ListQuery, parsePlainQuery } from '../derive/query-schema.ts';
import { invalid } from '../errors.ts';

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

/** `{total, items}` of what a query leaves of a list, in its order and with its fields. */
export const shortList = <T extends Item>(
  all: readonly T[],
  { filters, sort, shown }: Pick<ListQuery, 'filters' | 'sort' | 'shown'>,
) => {
  const left = filters.length ? all.filter((item) => isLeft(filters, (name) => valueIn(item, name))) : all;
  const ordered = sort ? sorted(left, sort) : left;
  const items = shown
    ? ordered.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => shown.has(name))))
    : ordered;
  return { total: items.length, items };
};

/**
 * The same of a list that belongs to no collection.
 * @param sample a record that has all members
 * @throws 400 `validation_failed`
 */
export const plainList = <T extends Item>(
  all: readonly T[],
  sample: Item | undefined,
  query: Readonly<Record<string, unknown>>,
) => {
  const { issues, ...terms } = parsePlainQuery(query, () => plainTerms(sample ?? {}));
  if (issues.length) throw invalid(issues);
  return shortList(all, { ...terms, filters: [] });
};
