/**
 * The history of the clients, one entry per operation: the only input of the checks. Times are milliseconds of the
 * monotonic clock of the clients' process, which survives every kill.
 */

/** When an operation was begun and when its final answer came. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An operation that is repeated until it is answered; `end` is null where the run ended before. */
interface Asked {
  readonly start: number;
  readonly end: number | null;
  /** How often it was sent. */
  readonly tries: number;
}

/** A record that a POST requested: identified by its unique word. */
export interface MadeItem {
  readonly word: string;
  /** As in the response; null without one. */
  readonly id: number | null;
  /** Words of the rows that are made with it, in order (tariffs of a contract). */
  readonly nested?: readonly string[];
  /** SHA-256 of the bytes that were sent, in hex. */
  readonly content?: string;
}

/** POST of one record or of a batch. */
export interface Made extends Asked {
  readonly do: 'make';
  readonly section: string;
  readonly items: readonly MadeItem[];
}

/** PATCH with If-Match, which must find `from` and leaves `to`; no other operation writes the same `to`. */
export interface Written extends Asked {
  readonly do: 'write';
  readonly record: string;
  readonly from: string;
  readonly to: string;
  /** `unknown` where an earlier attempt may have succeeded before the last one was refused, or without a response. */
  readonly outcome: 'done' | 'refused' | 'unknown';
}

/** GET of one record; null where it was deleted. */
export interface Read extends Span {
  readonly do: 'read';
  readonly record: string;
  readonly value: string | null;
}

/** DELETE of one record, or the merge that ends it. */
export interface Removed extends Asked {
  readonly do: 'remove';
  readonly record: string;
  readonly outcome: 'done' | 'refused' | 'unknown';
}

/** POST of a comment. */
export interface Appended extends Asked {
  readonly do: 'append';
  readonly list: string;
  readonly word: string;
  readonly id: number | null;
}

/** GET of all comments of a record, in the order of the answer. */
export interface Listed extends Span {
  readonly do: 'list';
  readonly list: string;
  readonly items: readonly (readonly [id: number, word: string])[];
}

/** POST of a merge: the master has the slave's parts afterwards. */
export interface Merged extends Asked {
  readonly do: 'merge';
  readonly master: number;
  readonly slave: number;
  /** Id of the slave's address, which goes along. */
  readonly part: number;
  readonly outcome: 'done' | 'unknown';
}

/** GET of the change feed behind the page before it. */
export interface Followed extends Span {
  readonly do: 'follow';
  readonly items: readonly { readonly section: string; readonly id: number; readonly action: string }[];
}

/** A delivery that reached the receiver. */
export interface Delivered {
  readonly do: 'delivery';
  readonly at: number;
  readonly requestId: string;
  readonly event: string;
  readonly id: number;
  /** SHA-256 of the body. */
  readonly hash: string;
}

/** An answer that no operation may get. */
interface Strange {
  readonly do: 'strange';
  readonly at: number;
  readonly what: string;
}

export type Entry = Made | Written | Read | Removed | Appended | Listed | Merged | Followed | Delivered | Strange;

/** A finding of a check: a kind for counting, and a sentence. */
export interface Fault {
  readonly kind: FaultKind;
  readonly what: string;
}

/** The kinds of faults with their meaning. */
export const FAULT_KINDS = {
  lost: 'an answered write is gone',
  doubled: 'one write was done twice',
  stale: 'a read or a refusal shows less than what was answered before it',
  fork: 'two writes succeeded on one version',
  invented: 'something is there that nobody asked for, or before it was asked for',
  resurrected: 'a deleted record was seen again',
  partial: 'of one transaction there is a part',
  unanswered: 'no answer within 5 s of quiet',
  strange: 'an answer that no operation may get',
  totals: 'totals, lists and rows differ',
  search: 'search and lists differ',
  printed: 'stored text and columns differ',
  files: 'content is not what was sent',
  events: 'changes and events differ',
  deliveries: 'events and deliveries differ',
  feed: 'writes and the change feed differ, or what was read of it and what it is',
  start: 'the service ended by itself, or did not come up',
} as const;

export type FaultKind = keyof typeof FAULT_KINDS;

/** A fault of this kind. */
export const fault = (kind: FaultKind, what: string): Fault => ({ kind, what });

/** Groups entries by a key, in their order. */
export const groupBy = <T>(entries: Iterable<T>, keyOf: (entry: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
};
