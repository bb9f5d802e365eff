/**
 * Frequency of a trigram in search entries: the planner statistics of PostgreSQL show which trigrams of a word are
 * selective.
 */
import type { Database } from '../../db/database.ts';
import { sql } from '../../sql/sql.ts';

/** Milliseconds for which statistics are cached; they change slowly. */
const FREQUENCIES_TTL_MS = 60_000;

/** Shares of all search entries; 0 where a gram is rare or nothing is known. */
export interface Frequencies {
  /** The share that holds a gram. */
  ofGram(gram: number): number;
  /** The share that belongs to an organisation's record kind. */
  ofKind(orgId: number, section: string): number;
}

interface CachedFrequencies {
  readonly until: number;
  readonly frequencies: Promise<Frequencies>;
}

const kept = new WeakMap<Database, CachedFrequencies>();

interface Share {
  readonly what: 'gram' | 'kind';
  readonly value: string;
  readonly share: number;
}

const load = async (db: Database): Promise<Frequencies> => {
  const rows = await db.queryLong<Share>(sql`select what, value, share from search_shares()`);
  const known = new Map(rows.map(({ what, value, share }) => [`${what} ${value}`, share]));
  return {
    ofGram: (gram) => known.get(`gram ${gram}`) ?? 0,
    ofKind: (orgId, section) => known.get(`kind ${orgId}/${section}`) ?? 0,
  };
};

/** @param now milliseconds since 1970 */
export const frequenciesOf = (db: Database, now: number): Promise<Frequencies> => {
  const known = kept.get(db);
  if (known && known.until > now) return known.frequencies;
  const frequencies = load(db);
  kept.set(db, { until: now + FREQUENCIES_TTL_MS, frequencies });
  frequencies.catch(() => kept.delete(db));
  return frequencies;
};
