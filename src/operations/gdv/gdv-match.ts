/** The result of the search for the stored record of a GDV record (docs/gdv.md). */
import type { Sql } from '../../sql/sql.ts';

/** Runs a statement, outside of a transaction or inside of one. */
export type Read = <T>(statement: Sql) => Promise<T[]>;

/** A stored record that a record of a file may be. */
export interface GdvCandidate {
  readonly id: number;
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** The stored records that a record of a file may be. */
export interface GdvMatch {
  /** The one that it surely is. */
  readonly id: number | null;
  /** Without a sure one, the others; the record waits for a decision, except for a new product partner. */
  readonly candidates: readonly GdvCandidate[];
}

export const NO_MATCH: GdvMatch = { id: null, candidates: [] };

/** The sure one if it is the only one, else all as candidates. */
export const matchOf = (sure: readonly GdvCandidate[], possible: readonly GdvCandidate[] = []): GdvMatch =>
  sure.length === 1 ? { id: sure[0]!.id, candidates: [] } : { id: null, candidates: [...sure, ...possible] };
