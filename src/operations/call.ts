/** What an operation is given and what it answers; nothing here knows HTTP beyond status and headers. */

import type { Readable } from 'node:stream';
import type { Author } from '../db/audit-entry.ts';
import type { Database } from '../db/database.ts';
import type { Collection } from '../derive/collections.ts';
import { localTime } from '../derive/local-time.ts';
import type { Reader } from '../derive/read-sql.ts';
import type { ApiError } from '../errors.ts';
import type { FileStores } from '../files/object-store.ts';
import type { Sql } from '../sql.ts';
import type { Model } from './model.ts';

/** Who changes or reads: the caller of the API, an administrator, a command. */
export interface Actor extends Author {
  readonly orgId: number;
  /** Its name. */
  readonly organisation: string;
  /** The user is neither deleted nor deactivated (rules 5.12). */
  readonly userActive: boolean;
  readonly scopes: ReadonlySet<string>;
  readonly timeZone: string;
  /** Plan value. */
  readonly licenses: number;
  /** Names of the events that an active webhook wants; others are not written. */
  readonly events: ReadonlySet<string>;
  /** The trace that a change belongs to, and its deliveries with it (W3C `traceparent`). */
  readonly traceparent?: string | undefined;
}

/** Keeps what a request with an `Idempotency-Key` did in the transaction that does it (docs/decisions/0006). */
export interface Keeper {
  /** What is written beside a change so that a repeat of the request is answered the same. */
  answer(answer: Answer): readonly Sql[];
  /**
   * Runs one item of a batch, unless its outcome is kept.
   * @param work is given how what it makes, which must be JSON, is kept with the item
   * @param refused what is kept of an item that is refused, JSON too
   * @returns the outcome that was kept first
   * @throws what `work` throws by a fault of ours, of which nothing is kept
   */
  item<Made, Refused>(
    index: number,
    work: (keep: (made: Made) => readonly Sql[]) => Promise<Made>,
    refused: (error: ApiError) => Refused,
  ): Promise<Outcome<Made, Refused>>;
  /** Whether the outcome of an item is kept already. */
  has(index: number): boolean;
  /**
   * What is written beside items that are made together, none of which it has.
   * @param made what is answered of each, which must be JSON
   */
  items(made: readonly { readonly index: number; readonly made: unknown }[]): readonly Sql[];
}

/** What became of an item of a batch. */
export type Outcome<Made, Refused> =
  | { readonly inserted: Made; readonly failed?: undefined }
  | { readonly inserted?: undefined; readonly failed: Refused };

/** What every operation may use. */
export interface Context {
  readonly db: Database;
  readonly files: FileStores;
  readonly actor: Actor;
  readonly model: Model;
  /** Record kind in whose path the call is, where there is one: parts of the three contacts share tables. */
  readonly parentPath?: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Absent where the request carries no `Idempotency-Key`. */
  readonly keeper?: Keeper;
}

/** One call of an operation on a collection. */
export interface Call extends Context {
  /** The collection of the route, with the organisation's settings applied. */
  readonly collection: Collection;
  readonly pathIds: readonly number[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Header If-Match. */
  readonly ifMatch?: string;
  /**
   * Takes further units of the organisation's budget, for a call that does the work of several; nobody pays inside.
   * @throws 429 `rate_limit_exceeded` where not all of them are left
   */
  readonly charge?: (units: number) => Promise<void>;
  /** Request headers that an operation may look at (Range). */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Who reads in a call. */
export const readerOf = ({ actor: { orgId, userKid }, pathIds }: Pick<Call, 'actor' | 'pathIds'>): Reader => ({
  orgId,
  userKid,
  pathIds,
});

/** A call of an operation with an address of its own. */
export type SpecialCall = Omit<Call, 'collection'>;

/** What is to be waited for: a change behind a number of the organisation's feed. */
export interface Later {
  readonly after: number;
  /** The end of the waiting, on the clock of `performance.now`. */
  readonly until: number;
  /** Asks again. */
  readonly answer: () => Promise<Answer>;
}

/** What an operation answers: JSON ready to send as text or as pieces of bytes, or a stream of bytes. */
export interface Answer {
  readonly status: number;
  readonly body: string | readonly Buffer[] | Readable | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Shows a secret this once: what is kept of the answer is sealed. */
  readonly secret?: boolean;
  /** Answer with an ETag: a single record as it is read plainly. */
  readonly etag?: boolean;
  /** There may be a better one later, which the caller wants to wait for. */
  readonly later?: Later;
  /** What went wrong at items of a batch by our fault, for the log. */
  readonly faults?: readonly ApiError[];
}

/** A JSON answer. */
export const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });

/** Now, in local time of the organisation, `YYYY-MM-DD HH:MM:SS`. */
export const localNow = (context: Context): string => localTime(context.actor.timeZone, context.now());
