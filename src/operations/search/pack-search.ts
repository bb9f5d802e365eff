/**
 * Packs the search entries of large kinds, block by block in the order of their ids, so that searches for one or two
 * characters, or with very many hits, need not look at each entry (rules 5.17; docs/decisions/0008).
 */
import type { Database, Tx } from '../../db/database.ts';

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

const LOWEST = -2147483648;

/** A kind of an organisation that has something to be packed. */
export interface Packable {
  readonly org_id: number;
  readonly section: string;
}

interface Block extends Packable {
  readonly first_id: number;
  readonly last_id: number;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The kinds with too many records outside their blocks, or too many changed ones inside them. */
export const findPackable = (db: Database, sizes = SIZES): Promise<Packable[]> =>
  db.readLong<Packable>({
    text: `select c.org_id, c.section
      from (select org_id, split_part(name, ':', 1) as section, sum(n) as n from record_count group by 1, 2 having sum(n) >= $1) c
      left join (select org_id, section, sum(coalesce(cardinality(ids), 0)) as n from search_block group by 1, 2) b using (org_id, section)
      where c.n - coalesce(b.n, 0) >= $1
      union select org_id, section from search_changed group by 1, 2 having count(*) > $2`,
    values: [2 * sizes.block, sizes.changed],
  });

/** The next block begins: from now on, whoever changes a record in it says so. @returns false where too few are left */
const begin = async (db: Database, { org_id, section }: Packable, size: number): Promise<boolean> => {
  const rows = await db.transaction((tx) =>
    tx.run({
      name: 'begin search block',
      text: `insert into search_block (org_id, section, first_id, last_id)
        select $1, $2, f.id, e.id
        from (select coalesce(max(last_id)::bigint + 1, ${LOWEST})::int as id from search_block where org_id = $1 and section = $2) f,
          lateral (select min(n.id) as id from (
            select id from search_entry where org_id = $1 and section = $2 and part = '' and id >= f.id order by id offset $3 limit $4
          ) n having count(*) = $4) e
        on conflict do nothing returning 1`,
      values: [org_id, section, size - 1, size + 1],
    }),
  );
  return rows.length > 0;
};

const BLOCK_OF = 'org_id = $1 and section = $2 and last_id = $3';
const keyOf = ({ org_id, section, last_id }: Block): unknown[] => [org_id, section, last_id];

/** Waits for the end of all transactions that may have changed a record before they could see the block. */
const waitForEarlierWriters = async (db: Database, block: Block): Promise<boolean> => {
  // Asked of the node that has the block. Whoever writes an entry has changed or locked a row before, and so has a
  // transaction number.
  const ask = async (what: string): Promise<bigint> => {
    const [row] = await db.readLong<{ xid: string }>({
      text: `select ${what}::text as xid from search_block where ${BLOCK_OF}`,
      values: keyOf(block),
    });
    return BigInt(row?.xid ?? 0);
  };
  const next = await ask('pg_current_xact_id()');
  const until = performance.now() + PATIENCE_MS;
  while ((await ask('pg_snapshot_xmin(pg_current_snapshot())')) < next) {
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

interface Entry {
  readonly id: number;
  readonly part: string;
  readonly part_id: number;
  readonly text: string;
}

/** A block's records in the order of their ids, some at once: each with the texts of its entries. */
async function* recordsOf(tx: Tx, { org_id, section, first_id, last_id }: Block): AsyncGenerator<Map<number, string>> {
  let records = new Map<number, string>();
  let after: readonly unknown[] = [first_id, '', -1];
  for (let isLast = false; !isLast; ) {
    const entries = await tx.run<Entry>({
      name: 'entries of block',
      text: `select id, part, part_id, text from search_entry where org_id = $1 and section = $2 and id <= $3
        and (id, part, part_id) > ($4, $5, $6) order by id, part, part_id limit ${CHUNK}`,
      values: [org_id, section, last_id, ...after],
    });
    for (const { id, text } of entries) {
      const known = records.get(id);
      records.set(id, known === undefined ? text : `${known}\n${text}`);
    }
    isLast = entries.length < CHUNK;
    const { id = 0, part, part_id } = entries.at(-1) ?? {};
    after = [id, part, part_id];
    // More entries of the latest record may follow.
    const latest = isLast ? undefined : records.get(id);
    if (latest !== undefined) records.delete(id);
    if (records.size) yield records;
    records = new Map(latest === undefined ? [] : [[id, latest]]);
  }
}

const IN_BLOCK = 'org_id = $1 and section = $2 and id between $3 and $4';

/** Packs a block, for the first time or anew. @returns false where another process is packing it */
const pack = (db: Database, block: Block): Promise<boolean> =>
  db.transaction(async (tx) => {
    const key = keyOf(block);
    const inBlock = [block.org_id, block.section, block.first_id, block.last_id];
    const text = `select 1 from search_block where ${BLOCK_OF} for update skip locked`;
    const locked = await tx.run({ name: 'lock search block', text, values: key });
    if (!locked.length) return false;
    // Read before the texts: what is changed after this look stays noted, whether the texts have it or not.
    const changed = await tx.run<{ seq: number }>({
      name: 'changed in block',
      text: `select seq from search_changed where ${IN_BLOCK}`,
      values: inBlock,
    });
    for (const table of ['search_bits', 'search_texts'])
      await tx.run({ name: `unpack ${table}`, text: `delete from ${table} where ${BLOCK_OF}`, values: key });
    const bits = new Bits();
    const packed: number[] = [];
    for await (const records of recordsOf(tx, block)) {
      const ids = [...records.keys()];
      await tx.run({
        name: 'pack texts',
        text: 'insert into search_texts (org_id, section, last_id, first_id, ids, texts) values ($1, $2, $3, $4, $5, $6)',
        values: [...key, ids[0], ids, [...records.values()]],
      });
      for (const record of records.values()) bits.add(record);
      packed.push(...ids);
    }
    await tx.finish([
      {
        name: 'pack bits',
        text: 'insert into search_bits (org_id, section, last_id, piece, bits) select $1, $2, $3, p.piece, p.bits from unnest($4::text[], $5::text[]::varbit[]) p (piece, bits)',
        values: [...key, ...bits.columns()],
      },
      { name: 'packed', text: `update search_block set ids = $4 where ${BLOCK_OF}`, values: [...key, packed] },
      {
        name: 'forget changed',
        text: `delete from search_changed where ${IN_BLOCK} and seq = any($5::bigint[])`,
        values: [...inBlock, changed.map(({ seq }) => seq)],
      },
    ]);
    return true;
  });

/** Block that was begun and not packed, if there is one: none after it is packed before. */
const findBegun = async (db: Database, { org_id, section }: Packable): Promise<Block | undefined> => {
  const [block] = await db.readLong<Block>({
    text: 'select org_id, section, first_id, last_id from search_block where org_id = $1 and section = $2 and ids is null order by last_id limit 1',
    values: [org_id, section],
  });
  return block;
};

/** The block with the most changed records, where a kind has too many. */
const findChanged = async (db: Database, { org_id, section }: Packable, most: number): Promise<Block | undefined> => {
  const [block] = await db.readLong<Block & { readonly all: number }>({
    text: `select b.org_id, b.section, b.first_id, b.last_id, sum(c.n) over () as all
      from search_block b, lateral (select count(*) as n from search_changed c
        where c.org_id = $1 and c.section = $2 and c.id between b.first_id and b.last_id) c
      where b.org_id = $1 and b.section = $2 order by c.n desc limit 1`,
    values: [org_id, section],
  });
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
  const tables = ['search_block', 'search_bits', 'search_texts', 'search_changed'];
  await db.transaction((tx) =>
    tx.finish(tables.map((table) => ({ text: `delete from ${table} where org_id = $1`, values: [orgId] }))),
  );
};
