/** Which values of lists read another way after a change of an organisation's settings: search entries have what people read. */
import type { Registry } from '../model/registry.ts';
import type { RenamedValues } from './apply-settings.ts';
import { searchedOf } from './search-text.ts';

/** More values than this are not named: all records that have any are looked at. */
const MOST_VALUES = 2000;

type Displays = ReadonlyMap<unknown, string>;

const differing = (before: Displays, after: Displays): unknown[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (value) => (before.get(value) ?? String(value)) !== (after.get(value) ?? String(value)),
  );

/**
 * @param known what was renamed before and may still be found by its old name
 * @param since when this change is made
 * @returns that and what this change renames; undefined where there is nothing
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
