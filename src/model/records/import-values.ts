/** Values of imports that the API names (docs/imports.md). */

/** All import formats. */
export const formatNames: string[] = ['csv', 'ndjson', 'xlsx', 'gdv'];

/** Encodings of text files. */
export const encodings = ['utf-8', 'windows-1252', 'cp850', 'macintosh', 'utf-16'] as const;
export type Encoding = (typeof encodings)[number];

/** States of a job; in the first three a worker runs a step. */
export const importStates = [
  'staging',
  'applying',
  'undoing',
  'needs_mapping',
  'ready',
  'done',
  'undone',
  'failed',
  'cancelled',
] as const;
export type ImportState = (typeof importStates)[number];

/** Results of the comparison of a row with the stored records. */
export const outcomes = [
  'new',
  'changed',
  'unchanged',
  'conflict',
  'ambiguous',
  'no_match',
  'invalid',
  'skipped',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Treatments of a row that matches a stored record. */
export const matchModes = ['update', 'skip', 'fail'] as const;

/**
 * Treatments of the values of parts that a record does not have, such as telephone numbers: all are added, or they replace
 * those of their kind.
 */
export const partModes = ['add', 'replace'] as const;

/** Treatments of a row that matches none. */
export const newModes = ['create', 'skip'] as const;
