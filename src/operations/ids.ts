/** Ids from sequences, fetched in blocks so that a create costs no round trip for its id (rules 1.2). */
import type { Database } from '../db/database.ts';
import { raw, sql } from '../sql.ts';

const BLOCK = 64;

interface Stock {
  ids: number[];
  refill: Promise<void> | null;
}

/** By the database's read, which its views share (idempotent.ts makes one for each request). */
const stocks = new WeakMap<Database['read'], Map<string, Stock>>();

const stockOf = (db: Database, sequence: string): Stock => {
  let ofDatabase = stocks.get(db.read);
  if (!ofDatabase) stocks.set(db.read, (ofDatabase = new Map()));
  let stock = ofDatabase.get(sequence);
  if (!stock) ofDatabase.set(sequence, (stock = { ids: [], refill: null }));
  return stock;
};

const refill = (db: Database, sequence: string, stock: Stock): Promise<void> => {
  stock.refill ??= db
    .read<{ id: number }>(
      sql`select nextval(${raw(`'${sequence}'`)})::int as id from generate_series(1, ${BLOCK}::int)`,
    )
    .then((rows) => {
      stock.ids.push(...rows.map(({ id }) => id));
    })
    .finally(() => {
      stock.refill = null;
    });
  return stock.refill;
};

/**
 * The next id of a sequence. Ids of a process ascend; those of several processes interleave in blocks.
 * @param sequence name from a declaration
 */
export const nextId = async (db: Database, sequence: string): Promise<number> => {
  const stock = stockOf(db, sequence);
  for (;;) {
    const id = stock.ids.shift();
    if (id !== undefined) {
      if (stock.ids.length < BLOCK / 4) refill(db, sequence, stock).catch(() => undefined);
      return id;
    }
    await refill(db, sequence, stock);
  }
};
