/**
 * Packs the search entries of large kinds, block by block in the order of their ids, so that searches for one or two
 * characters, or with very many hits, need not look at each entry (rules 5.17; docs/decisions/0008).
 */
import type { Database, Tx } from '../../db/database.ts';
import { type Sql, sql } from '../../sql.ts';
import {
  type Block,
  beginBlock,
  begunBlock,
  changedIn,
  type EntryName,
  entriesAfter,
  forgetChanged,
  lockBlock,
  mostChanged,
  type Packable,
  packable,
  packBits,
  packedBlock,
  packTexts,
  unpackBlock,
  unpackOrganisation,
  valueAtBlock,
} from './search-blocks.ts';

export type { Packable } from './search-blocks.ts';

/** Characters of the longest pieces that have bits. */
export const LONGEST_PIECE = 2;
/** How many there must be before packing is worthwhile. */
export interface Sizes {
  /** Records of a block. As many of the newest, which are changed most, are left out. */
  readonly block: number;
  /** Changed records of a kind that searches look at one by one; if there are more, a block is packed anew. */
  readonly changed: number;
}
export const SIZES: Sizes = { block: 4096, changed: 2048 };

/** Entries read at once: the process does other work in between. */
const CHUNK = 1000;
/**
 * How long to wait for transactions that may not know of a new block; after that, the block is left for a later look.
 */
const PATIENCE_MS = 2000;
const LOOK_MS = 20;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The kinds with too many records outside their blocks, or too many changed ones inside them. */
export const findPackable = (db: Database, sizes = SIZES): Promise<Packable[]> =>
  db.readLong<Packable>(packable(2 * sizes.block, sizes.changed));

/** The next block begins: from now on, whoever changes a record in it says so. @returns false where too few are left */
const begin = async (db: Database, kind: Packable, size: number): Promise<boolean> => {
  const rows = await db.transaction((tx) => tx.run(beginBlock(kind, size)));
  return rows.length > 0;
};

/** Waits for the end of all transactions that may have changed a record before they could see the block. */
const waitForEarlierWriters = async (db: Database, block: Block): Promise<boolean> => {
  // Asked of the node that has the block. Whoever writes an entry has changed or locked a row before, and so has a
  // transaction number.
  const ask = async (what: Sql): Promise<bigint> => {
    const [row] = await db.readLong<{ xid: string }>(valueAtBlock(block, what));
    return BigInt(row?.xid ?? 0);
  };
  const next = await ask(sql`pg_current_xact_id()`);
  const until = performance.now() + PATIENCE_MS;
  while ((await ask(sql`pg_snapshot_xmin(pg_current_snapshot())`)) < next) {
    if (performance.now() > until) return false;
    await pause(LOOK_MS);
  }
  return true;
};

/** The bits of a block's pieces; a record is known by its place. */
class Bits {
  #records = 0;
  readonly #places = new Map<string, number[]>();

  /** Adds the next record. */
  add(text: string): void {
    for (const line of text.split('\n')) {
      let before = '';
      for (const letter of line) {
        this.#note(letter);
        if (before) this.#note(before + letter);
        before = letter;
      }
    }
    this.#records += 1;
  }

  #note(piece: string): void {
    const places = this.#places.get(piece);
    if (!places) this.#places.set(piece, [this.#records]);
    else if (places.at(-1) !== this.#records) places.push(this.#records);
  }

  /** Pieces, and for each the bits of all records as PostgreSQL reads them. */
  columns(): [pieces: string[], bits: string[]] {
    const bits = [...this.#places.values()].map((places) => {
      const bytes = Buffer.alloc(Math.ceil(this.#records / 8));
      for (const place of places) bytes[place >> 3]! |= 0x80 >> (place & 7);
      return `x${bytes.toString('hex')}`;
    });
    return [[...this.#places.keys()], bits];
  }
}

interface Entry extends EntryName {
  readonly text: string;
}

/** A block's records in the order of their ids, some at once: each with the texts of its entries. */
async function* recordsOf(tx: Tx, block: Block): AsyncGenerator<Map<number, string>> {
  let records = new Map<number, string>();
  let after: EntryName = { id: block.first_id, part: '', part_id: -1 };
  for (let isLast = false; !isLast; ) {
    const entries = await tx.run<Entry>(entriesAfter(block, after, CHUNK));
    for (const { id, text } of entries) {
      const known = records.get(id);
      records.set(id, known === undefined ? text : `${known}\n${text}`);
    }
    isLast = entries.length < CHUNK;
    after = entries.at(-1) ?? after;
    // More entries of the latest record may follow.
    const latest = isLast ? undefined : records.get(after.id);
    if (latest !== undefined) records.delete(after.id);
    if (records.size) yield records;
    records = new Map(latest === undefined ? [] : [[after.id, latest]]);
  }
}

/** Packs a block, for the first time or anew. @returns false where another process is packing it */
const pack = (db: Database, block: Block): Promise<boolean> =>
  db.transaction(async (tx) => {
    const locked = await tx.run(lockBlock(block));
    if (!locked.length) return false;
    // Read before the texts: what is changed after this look stays noted, whether the texts have it or not.
    const changed = await tx.run<{ seq: number }>(changedIn(block));
    for (const statement of unpackBlock(block)) await tx.run(statement);
    const bits = new Bits();
    const packed: number[] = [];
    for await (const records of recordsOf(tx, block)) {
      const ids = [...records.keys()];
      await tx.run(packTexts(block, ids, [...records.values()]));
      for (const record of records.values()) bits.add(record);
      packed.push(...ids);
    }
    await tx.finish([
      packBits(block, ...bits.columns()),
      packedBlock(block, packed),
      forgetChanged(
        block,
        changed.map(({ seq }) => seq),
      ),
    ]);
    return true;
  });

/** Block that was begun and not packed, if there is one: none after it is packed before. */
const findBegun = async (db: Database, kind: Packable): Promise<Block | undefined> =>
  (await db.readLong<Block>(begunBlock(kind)))[0];

/** The block with the most changed records, where a kind has too many. */
const findChanged = async (db: Database, kind: Packable, most: number): Promise<Block | undefined> => {
  const [block] = await db.readLong<Block & { readonly all: number }>(mostChanged(kind));
  return block && block.all > most ? block : undefined;
};

/** Packs one block of a kind, the next one or that with the most changes. @returns false where nothing is to be done, or not now */
export const packOne = async (db: Database, kind: Packable, sizes = SIZES): Promise<boolean> => {
  let begun = await findBegun(db, kind);
  if (!begun && (await begin(db, kind, sizes.block))) begun = await findBegun(db, kind);
  if (begun && !(await waitForEarlierWriters(db, begun))) return false;
  const block = begun ?? (await findChanged(db, kind, sizes.changed));
  return block ? pack(db, block) : false;
};

/** Removes all that is packed of an organisation, which is packed anew after a while. */
export const unpackAll = async (db: Database, orgId: number): Promise<void> => {
  await db.transaction((tx) => tx.finish(unpackOrganisation(orgId)));
};
