/** Input and result of an operation, independent of HTTP except for status and headers. */

import type { Readable } from 'node:stream';
import type { Author } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { localTime } from '../../derive/local-time.ts';
import type { Collection } from '../../derive/routing/collections.ts';
import type { Reader } from '../../derive/sql/read-sql.ts';
import type { ApiError } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import type { UploadedFile } from '../../model/calls/call.ts';
import type { BodyOf, CallName, QueryOf, RepliesOf } from '../../model/calls/index.ts';
import type { Sql } from '../../sql/sql.ts';
import type { FilePart } from './form-body.ts';
import type { Model } from './tenant-model.ts';

/** Who changes or reads: the caller of the API, an administrator, a command. */
export interface Actor extends Author {
  readonly orgId: number;
  /** Its name. */
  readonly organisation: string;
  /** The user is neither deleted nor deactivated (rules 5.12). */
  readonly userActive: boolean;
  readonly scopes: ReadonlySet<string>;
  /** The users whose customers are visible; null: all customers (rules 8.14). */
  readonly advisers: readonly number[] | null;
  readonly timeZone: string;
  /** Plan value. */
  readonly licenses: number;
  /** Names of the events that an active webhook wants; others are not written. */
  readonly events: ReadonlySet<string>;
  /** The trace that a change belongs to, and its deliveries with it (W3C `traceparent`). */
  readonly traceparent?: string | undefined;
}

/**
 * Records the outcome of a request with an `Idempotency-Key` in the transaction of its write (docs/decisions/0006).
 */
export interface IdempotencyRecorder {
  /** Statements that save the result, so that a repeated request gets the same. */
  answer(answer: OperationResult): readonly Sql[];
  /**
   * Runs one item of a batch, unless its outcome is saved already.
   * @param work receives a function that returns the INSERT saving its (JSON) result
   * @param refused the outcome, also JSON, that is saved for a refused item
   * @returns the outcome that was saved first
   * @throws internal errors of `work`, which are not saved
   */
  item<Made, Refused>(
    index: number,
    work: (keep: (made: Made) => readonly Sql[]) => Promise<Made>,
    refused: (error: ApiError) => Refused,
  ): Promise<Outcome<Made, Refused>>;
  /** Whether the outcome of an item is saved already. */
  has(index: number): boolean;
  /**
   * Statements that save the outcomes of items created in one transaction, none of which is saved yet.
   * @param made the results, which must be JSON
   */
  items(made: readonly { readonly index: number; readonly made: unknown }[]): readonly Sql[];
}

/** The outcome of an item of a batch. */
export type Outcome<Made, Refused> =
  | { readonly inserted: Made; readonly failed?: undefined }
  | { readonly inserted?: undefined; readonly failed: Refused };

/** Dependencies of every operation. */
export interface Context {
  readonly db: Database;
  readonly files: FileStores;
  readonly actor: Actor;
  readonly model: Model;
  /** Record kind of the path, if there is one: parts of the three contact kinds share tables. */
  readonly parentPath?: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Absent where the request carries no `Idempotency-Key`. */
  readonly keeper?: IdempotencyRecorder;
}

/** One call of an operation on a collection. */
export interface Call extends Context {
  /** The collection of the route, with the organisation's settings applied. */
  readonly collection: Collection;
  readonly pathIds: readonly number[];
  /** The name at the end of the path, of a route that has one. */
  readonly pathName?: string | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Header If-Match. */
  readonly ifMatch?: string;
  /**
   * Consumes further units of the rate limit, for a call that does the work of several; internal calls have none.
   * @throws 429 `rate_limit_exceeded` where fewer are left
   */
  readonly consume?: (units: number) => Promise<void>;
  /** Request headers that an operation may use (Range). */
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

/** A file of a form is received with its content. */
type Received<Body> = Body extends object
  ? { [Name in keyof Body]: Body[Name] extends UploadedFile ? FilePart : Body[Name] }
  : Body;

/** A declared call, with its query and body as they are declared. */
export interface CallOf<Name extends CallName> extends SpecialCall {
  readonly query: SpecialCall['query'] & QueryOf<Name>;
  readonly body: Received<BodyOf<Name>>;
}

/** A long poll: waits for a change after a number of the organisation's feed. */
export interface LongPoll {
  readonly after: number;
  /** The end of the waiting, on the clock of `performance.now`. */
  readonly until: number;
  /** Asks again. */
  readonly answer: () => Promise<OperationResult>;
}

/** The result of an operation: JSON as text or as byte chunks, or a stream of bytes. */
export interface OperationResult {
  readonly status: number;
  readonly body: string | readonly Buffer[] | Readable | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** The result shows a secret once: its saved copy is encrypted. */
  readonly secret?: boolean;
  /** Whether the response has an ETag: only for a plain read of a single record. */
  readonly etag?: boolean;
  /** There may be a better one later, which the caller wants to wait for. */
  readonly poll?: LongPoll;
  /** Internal errors of batch items, for the log. */
  readonly faults?: readonly ApiError[];
}

/** A result whose status and JSON the compiler knows. */
export interface JsonResult<Status extends number, Body> extends OperationResult {
  readonly status: Status;
  /** For the compiler alone. */
  readonly json?: Body;
}

/** A JSON answer. */
export const json = <Status extends number, const Body>(status: Status, body: Body): JsonResult<Status, Body> => ({
  status,
  body: JSON.stringify(body),
});

/** One of the declared answers of a call. */
export type ResultOf<Name extends CallName> = Promise<
  {
    [Status in keyof RepliesOf<Name>]: JsonResult<Status & number, RepliesOf<Name>[Status]>;
  }[keyof RepliesOf<Name>]
>;

/** Now, in local time of the organisation, `YYYY-MM-DD HH:MM:SS`. */
export const localNow = (context: Context): string => localTime(context.actor.timeZone, context.now());
