/**
 * Limits that callers are told of. What keeps one, what describes it and what is said to who goes beyond it take it from here, so that
 * they cannot differ; docs/rules say them by hand, and tests of the rules hold them.
 */

/** Items of a batch (rules 12.2). */
export const MAX_BATCH = 100;
/** Items of an array that is created together with its record. */
export const MAX_NESTED = 100;

/** Records of a page, and hits of an index of the search (rules 12.1). */
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 5000;

/** Changes that a page of the feed has, and how long an empty one is held back (rules 8.5). */
export const [DEFAULT_CHANGES, MAX_CHANGES] = [100, 1000] as const;
export const LONGEST_WAIT_S = 25;
/** A page of changes with records ends behind the piece in which it has so many MiB. */
export const CHANGES_MIB = 16;

/** Words of a search, their characters, and items of a list in its body: more is refused, for with a word left out others would be found. */
export const MAX_TOKENS = 30;
export const MAX_QUERY = 1000;
export const MAX_SEARCH_ITEMS = 100;
/** Hits that are ranked, the newest. */
export const MAX_RANKED = 10_000;
/**
 * Characters of an entry's text by which it is ranked. Names, numbers and titles stand there; 10,000 long notes that were compared
 * to their ends took five times as long.
 */
export const RANKED_TEXT = 1000;

/** Content of a document (rules 12.3). */
export const MAX_FILE_MIB = 25;
/** Links of a record, and relations of a customer (docs/decisions/0042). */
export const MAX_LINKS = 10_000;
/** Roles of an organisation. */
export const MAX_ROLES = 50;
/** Characters of an `Idempotency-Key`. */
export const MAX_KEY = 255;
/** Events that a webhook wants, and headers that it is called with. */
export const MAX_EVENTS = 500;
export const MAX_HEADERS = 100;

/** A number as sentences have it: `10,000`. */
export const inText = (limit: number): string => limit.toLocaleString('en');
