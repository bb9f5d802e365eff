/** List values with another display after a change of settings: search entries contain displays. */
import type { Registry } from '../../model/registry.ts';
import { searchedOf } from '../search/search-text.ts';
import type { RenamedValues } from './apply-settings.ts';

/** More values are not listed: all records that have any value are reindexed. */
const MOST_VALUES = 2000;

type Displays = ReadonlyMap<unknown, string>;

const differing = (before: Displays, after: Displays): unknown[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (value) => (before.get(value) ?? String(value)) !== (after.get(value) ?? String(value)),
  );

/**
 * @param known earlier renames that search entries may lack
 * @param since time of this change
 * @returns both together; undefined where there are none
 */
export const renamedBetween = (
  before: Registry,
  after: Registry,
  known: RenamedValues | undefined,
  since: string,
): RenamedValues | undefined => {
  const fields = new Set(known?.fields);
  const values = new Set(known?.values);
  let found = false;
  for (const resource of after.resources) {
    if (!resource.search.index && !resource.search.withParent) continue;
    const earlier = new Map(searchedOf(before.get(resource.path)).map(({ name, displays }) => [name, displays]));
    for (const { name, displays } of searchedOf(resource)) {
      const others = earlier.get(name);
      const renamed = others ? differing(others, displays) : [];
      if (!renamed.length) continue;
      found = true;
      fields.add(`${resource.path}.${name}`);
      for (const value of renamed) values.add(value as string | number);
    }
  }
  if (!found) return known;
  const all = (known && !known.values) || values.size > MOST_VALUES;
  return { since, fields: [...fields], ...(all ? {} : { values: [...values] }) };
};
