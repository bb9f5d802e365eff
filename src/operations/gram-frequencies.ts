/** How many entries a gram stands in: what PostgreSQL knows for its plans tells which grams of a word to look for. */
import type { Database } from '../db/database.ts';

/** Milliseconds for which statistics are kept; they change slowly. */
const KEPT_MS = 60_000;

/** Share of all entries a gram stands in; 0 for one that is rare, or where nothing is known. */
export type GramFrequency = (gram: number) => number;

interface Kept {
  readonly until: number;
  readonly frequency: Promise<GramFrequency>;
}

const kept = new WeakMap<Database, Kept>();

const load = async (db: Database): Promise<GramFrequency> => {
  const [row] = await db.readLong<{ grams: number[]; shares: number[] }>({
    text: `select most_common_elems::text::int[] as grams, most_common_elem_freqs as shares from pg_stats
      where schemaname = current_schema() and tablename = 'search_entry' and attname = 'grams' and most_common_elems is not null`,
    values: [],
  });
  const shares = new Map(row?.grams.map((gram, at) => [gram, row.shares[at] ?? 0]));
  return (gram) => shares.get(gram) ?? 0;
};

/** @param now milliseconds since 1970 */
export const gramFrequency = (db: Database, now: number): Promise<GramFrequency> => {
  const known = kept.get(db);
  if (known && known.until > now) return known.frequency;
  const frequency = load(db);
  kept.set(db, { until: now + KEPT_MS, frequency });
  frequency.catch(() => kept.delete(db));
  return frequency;
};
