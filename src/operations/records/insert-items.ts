/** Makes several records of a kind in one transaction, with statements of many rows (docs/decisions/0038). */

import { createYielder } from '../../concurrency/yield-event-loop.ts';
import type { Tx } from '../../db/database.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Sql } from '../../sql/sql.ts';
import type { Inserted, Item } from '../call/item.ts';
import { commitInserts } from '../commit/commit.ts';
import { type LockedReferences, lockReferences, type Target } from '../references/lock-references.ts';
import { allocateIds, buildInsert, type PreparedInsert, sortKeyOf, type WithIds } from './insert-record.ts';

/**
 * Rows of one transaction, nested rows included, and characters of their texts: bounds the time of its locks and its
 * memory.
 */
const [MOST_ROWS, MOST_CHARACTERS] = [100, 200_000];

/** Whether records of a kind can share a transaction: none depends on another, nor on its audit entry. */
export const mayBeTogether = (resource: Resource): boolean =>
  !resource.responses.author && !resource.rules.some(({ inTurn }) => inTurn) && sortKeyOf(resource) === undefined;

const charactersOf = (values: Values): number =>
  Object.values(values).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Splits items into portions, one per transaction; a large item is a portion alone. */
export const portionsOf = <T extends { readonly item: Item }>(items: readonly T[]): T[][] => {
  const portions: T[][] = [];
  let [rows, characters] = [MOST_ROWS, 0];
  for (const one of items) {
    const all = [one.item.values, ...Object.values(one.item.nested).flat()];
    rows += all.length;
    characters += all.reduce((sum, values) => sum + charactersOf(values), 0);
    if (rows > MOST_ROWS || characters > MOST_CHARACTERS) {
      portions.push([]);
      rows = all.length;
      characters = all.reduce((sum, values) => sum + charactersOf(values), 0);
    }
    portions.at(-1)?.push(one);
  }
  return portions;
};

/** @returns null for an item that is refused */
const composeOrLeave = async (
  place: Target,
  tx: Tx,
  drawn: WithIds,
  { parent, check }: LockedReferences,
): Promise<PreparedInsert | null> => {
  try {
    check(drawn.values);
    return await buildInsert(place, tx, drawn, parent);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
};

/** An item, and the call that makes it. */
export interface Asked {
  readonly place: Target;
  readonly item: Item;
}

/**
 * Inserts validated records, all except refused ones, or none.
 * @param asked by calls of one caller, for one collection and one path
 * @param keep statements that save the outcomes of the created ones
 * @param guard runs first in the transaction, and throws where it must not be
 * @returns null for each refused one; creating it alone gives the reason
 * @throws database errors, after which none was created unless `isCommitUncertain`
 */
export const insertItems = async (
  asked: readonly Asked[],
  keep: (made: readonly (Inserted | null)[]) => readonly Sql[],
  guard?: (tx: Tx) => Promise<void>,
): Promise<readonly (Inserted | null)[]> => {
  const [first] = asked;
  if (!first) return [];
  const all: (Asked & { readonly drawn: WithIds })[] = [];
  for (const { place, item } of asked) all.push({ place, item, drawn: await allocateIds(place, item) });
  const { place: common } = first;
  return common.db.transaction(async (tx) => {
    await guard?.(tx);
    const needed = await lockReferences(
      common,
      tx,
      all.map(({ drawn }) => drawn.values),
    );
    const pause = createYielder();
    const composed: (PreparedInsert | null)[] = [];
    for (const { place, drawn } of all) {
      composed.push(await composeOrLeave(place, tx, drawn, needed));
      await pause();
    }
    const rows = composed.flatMap((one) => one?.writes ?? []);
    const made = composed.map((one) => one?.made ?? null);
    if (rows.length) await commitInserts(common, tx, rows, keep(made));
    return made;
  });
};
