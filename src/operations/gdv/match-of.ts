/** The result of the search for the stored record of a GDV record (docs/gdv.md). */
import type { Likely, Match } from '../matching/import-format.ts';

export const NO_MATCH: Match = { id: null, candidates: [] };

/** The sure one if it is the only one, else all as candidates. */
export const matchOf = (sure: readonly Likely[], possible: readonly Likely[] = []): Match =>
  sure.length === 1 ? { id: sure[0]!.id, candidates: [] } : { id: null, candidates: [...sure, ...possible] };
