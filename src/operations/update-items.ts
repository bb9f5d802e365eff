/** Changes several records of a kind in one transaction, for calls that come at once (docs/decisions/0040). */
import type { Tx } from '../db/database.ts';
import type { Collection } from '../derive/collections.ts';
import { pathConditions } from '../derive/read-sql.ts';
import { lockRows } from '../derive/write-sql.ts';
import { ApiError } from '../errors.ts';
import type { Values } from '../model/field-shape.ts';
import { type Call, readerOf } from './call.ts';
import { type ChangedRow, commitChanges } from './commit.ts';
import { mayBeTogether, portionsOf, waitingAtMost } from './insert-items.ts';
import { lockAll } from './lock-order.ts';
import { keepEntries } from './organisation/held-entries.ts';
import { referencesOf } from './references.ts';
import { takingTurns } from './turns.ts';
import { checkAgainst, differing, type Locked, lastPathId, lockedFrom, proposeChange } from './update.ts';

/** Whether changes of a collection's records can share a transaction: what becomes of one depends on no other, and on no owner. */
export const mayChangeTogether = ({ parent, resource }: Collection): boolean => !parent && mayBeTogether(resource);

/** A call that changes a record. */
export interface AskedChange {
  readonly place: Call;
  readonly values: Values;
}

/** Records of one transaction. However short a change is, its record is read, and that may be large. */
const MOST_RECORDS = 20;

/** How many, from the first on, are for one transaction, in which each record is changed once. */
export const portionOfChanges = (
  waiting: readonly (Pick<AskedChange, 'values'> & { readonly place: Pick<Call, 'pathIds'> })[],
): number => {
  const ids = waiting.slice(0, MOST_RECORDS).map(({ place }) => lastPathId(place));
  const again = ids.findIndex((id, i) => ids.indexOf(id) < i);
  const once = waiting.slice(0, again < 0 ? MOST_RECORDS : again);
  return portionsOf(once.map(({ values }) => ({ item: { values, nested: {} } })))[0]?.length ?? 1;
};

/** Locks the records of all, in one order. @returns those that are there, by their ids */
const lockRecords = async (common: Call, tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Locked>> => {
  const { collection, actor } = common;
  type Row = { readonly id: number } & Readonly<Record<string, string | null>>;
  const conditions = pathConditions(collection, readerOf({ actor, pathIds: [] }));
  const rows = await tx.run<Row>(lockRows(collection.resource, actor.orgId, ids, conditions));
  return new Map(rows.map(({ id, ...row }) => [id, lockedFrom(common, tx, id, row)]));
};

/**
 * Changes records by validated values, all of them or none but those that are refused.
 * @param asked by calls of one caller, each for another record of one collection
 * @param patienceMs how long it waits for somebody's lock
 * @returns how many fields changed of each; null for each that is refused; changed by itself it tells why
 * @throws what the database says, after which none was changed unless `mayHaveCommitted`
 */
export const updateItems = async (
  asked: readonly AskedChange[],
  patienceMs: number,
): Promise<readonly (number | null)[]> => {
  const [first] = asked;
  if (!first) return [];
  const { place: common } = first;
  const { resource } = common.collection;
  const references = referencesOf(
    common,
    resource,
    asked.map(({ values }) => values),
  );
  return common.db.transaction(async (tx) => {
    // Its failure is that of all that follows.
    tx.run(waitingAtMost(patienceMs)).catch(() => undefined);
    const [named, records] = await Promise.all([
      lockAll(common.model.registry, tx, references.locks),
      lockRecords(
        common,
        tx,
        asked.map(({ place }) => lastPathId(place)),
      ),
    ]);
    const there = asked.flatMap(({ place, values }) => {
      const locked = records.get(lastPathId(place));
      return locked ? [{ place, values, locked, given: differing(locked.record, values) }] : [];
    });
    const checkEntries = await keepEntries(
      common,
      tx,
      resource,
      there.map(({ given }) => given),
    );
    const pause = takingTurns();
    const changed = new Map<number, number>();
    const rows: ChangedRow[] = [];
    for (const { place, values, locked, given } of there) {
      try {
        checkAgainst(place, locked, values);
        references.check(named, given);
        checkEntries(given);
        const { asked: fields, write } = await proposeChange(place, tx, locked, values);
        changed.set(locked.id, fields);
        if (write) rows.push({ ...write, by: place });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
      await pause();
    }
    if (rows.length) await commitChanges(common, tx, rows);
    return asked.map(({ place }) => changed.get(lastPathId(place)) ?? null);
  });
};
