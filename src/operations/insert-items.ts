/** Makes several records of a kind in one transaction, with statements of many rows (docs/decisions/0038). */
import type { Tx } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import type { Sql } from '../sql.ts';
import { commitTogether } from './commit.ts';
import { type Composed, compose, type Drawn, draw, rankOf } from './insert-record.ts';
import type { Inserted, Item } from './item.ts';
import { lockNeeded, type Needed, type Place } from './needed-records.ts';
import { takingTurns } from './turns.ts';

/**
 * Rows of one transaction, those of nested arrays among them, and characters of their texts: a bound for how long others
 * wait for what it holds, and for what it takes in memory.
 */
const [MOST_ROWS, MOST_CHARACTERS] = [100, 200_000];

/** Whether records of a kind can be made in one transaction: what becomes of one depends on no other, nor on its audit entry. */
export const mayBeTogether = (resource: Resource): boolean =>
  !resource.answers.author && !resource.rules.some(({ inTurn }) => inTurn) && rankOf(resource) === undefined;

const charactersOf = (values: Values): number =>
  Object.values(values).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Items in portions, each for a transaction; one that is large is a portion by itself. */
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
  place: Place,
  tx: Tx,
  drawn: Drawn,
  { parent, check }: Needed,
): Promise<Composed | null> => {
  try {
    check(drawn.values);
    return await compose(place, tx, drawn, parent);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
};

/** An item, and the call that makes it. */
export interface Asked {
  readonly place: Place;
  readonly item: Item;
}

/**
 * Inserts validated records, all of them or none but those that are refused.
 * @param asked by calls of one caller, for one collection and one path
 * @param keep what is written beside those that are made
 * @returns null for each that is refused; made by itself it tells why
 * @throws what the database says, after which none was made unless `mayHaveCommitted`
 */
export const insertItems = async (
  asked: readonly Asked[],
  keep: (made: readonly (Inserted | null)[]) => readonly Sql[],
): Promise<readonly (Inserted | null)[]> => {
  const [first] = asked;
  if (!first) return [];
  const all: (Asked & { readonly drawn: Drawn })[] = [];
  for (const { place, item } of asked) all.push({ place, item, drawn: await draw(place, item) });
  const { place: common } = first;
  return common.db.transaction(async (tx) => {
    const needed = await lockNeeded(
      common,
      tx,
      all.map(({ drawn }) => drawn.values),
    );
    const pause = takingTurns();
    const composed: (Composed | null)[] = [];
    for (const { place, drawn } of all) {
      composed.push(await composeOrLeave(place, tx, drawn, needed));
      await pause();
    }
    const rows = composed.flatMap((one) => one?.writes ?? []);
    const made = composed.map((one) => one?.made ?? null);
    if (rows.length) await commitTogether(common, tx, rows, keep(made));
    return made;
  });
};
