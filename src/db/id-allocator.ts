/** Ids from sequences, fetched in blocks so that a create costs no round trip for its id (rules 1.2). */
import { raw, type Sql, sql } from '../sql/sql.ts';

/** Ids of a block at most; the first block of a process is one id, so that one that makes little leaves no gaps. */
const BLOCK = 64;

/** After this time the rest of a block is given up: a sequence that was set ahead (`org import`) is obeyed by all processes then. */
export const STOCK_MS = 10_000;

class Stock {
  #ids: { readonly id: number; readonly takenAt: number }[] = [];
  #block = 1;
  #refill: Promise<void> | null = null;

  /** @param take that many ids of the sequence */
  constructor(readonly take: (count: number) => Promise<number[]>) {}

  async next(): Promise<number> {
    for (;;) {
      if (performance.now() - (this.#ids[0]?.takenAt ?? Number.POSITIVE_INFINITY) >= STOCK_MS) {
        // One that makes little gives up little.
        [this.#ids, this.#block] = [[], 1];
      }
      const id = this.#ids.shift()?.id;
      if (id !== undefined) {
        if (this.#ids.length < this.#block / 4 && this.#block === BLOCK) this.#fill().catch(() => undefined);
        return id;
      }
      await this.#fill();
    }
  }

  #fill(): Promise<void> {
    const takenAt = performance.now();
    this.#refill ??= this.take(this.#block)
      .then((ids) => {
        this.#ids.push(...ids.map((id) => ({ id, takenAt })));
        this.#block = Math.min(this.#block * 2, BLOCK);
      })
      .finally(() => {
        this.#refill = null;
      });
    return this.#refill;
  }
}

/**
 * The next id of a sequence. Ids of a process ascend; those of several processes interleave in blocks.
 * @param sequence name from a declaration
 */
export type NextId = (sequence: string) => Promise<number>;

/** @param read asks the server that has the sequences: a cluster's coordinator */
export const createIds = (read: (statement: Sql) => Promise<{ readonly id: number }[]>): NextId => {
  const stocks = new Map<string, Stock>();
  const take = (sequence: string) => async (count: number) => {
    const rows = await read(
      sql`select nextval(${raw(`'${sequence}'`)})::int as id from generate_series(1, ${count}::int)`,
    );
    return rows.map(({ id }) => id);
  };
  return (sequence) => {
    let stock = stocks.get(sequence);
    if (!stock) stocks.set(sequence, (stock = new Stock(take(sequence))));
    return stock.next();
  };
};
