/** All or nothing: a transaction on a connection of its own, run again where it lost a race. */
import pg from 'pg';
import { prepared, type Sql, sql } from '../sql/sql.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { KeyRing } from './encryption/key-ring.ts';
import type { NextId } from './id-allocator.ts';
import { describeTarget } from './pool/connection-failure.ts';
import { isRangeGone, named, translated } from './pool/database-errors.ts';
import { type Sent, sendBatch } from './pool/pipelined-batch.ts';

/** One transaction. */
export interface Tx {
  /** Seals and opens the secrets that are stored here. */
  readonly keyRing: KeyRing;
  /** The next id of a sequence; it stays used after a rollback. */
  readonly nextId: NextId;
  /** Runs one statement. Statements issued in the same tick travel together. */
  run<T>(statement: Sql): Promise<T[]>;
  /** Sends the last statements and COMMIT together; resolves to the rows of each. Nothing may follow. */
  finish(statements: readonly Sql[]): Promise<unknown[][]>;
}

/**
 * First statement of a transaction that may be lost in a crash of the database: its commit does not wait for the
 * disk.
 */
export const NO_WAIT = sql`set local synchronous_commit = off`;

const [BEGIN, COMMIT] = [prepared`begin`, prepared`commit`];

const ATTEMPTS = 3;
const RETRYABLE = new Set(['40001', '40P01']);

/** Dependencies of a transaction. */
type Given = Pick<Tx, 'keyRing' | 'nextId'> & Pick<Metrics, 'statements'>;

/** A statement that is about to be sent. */
interface Waiting {
  readonly statement: Sql;
  readonly take: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

class Transaction implements Tx {
  /** Whether BEGIN was sent. */
  #begun = false;
  #state: 'open' | 'finished' = 'open';
  /** Statements that were issued in this tick. */
  readonly #waiting: Waiting[] = [];
  /** Whether COMMIT was sent: from then on its outcome may be unknown, and the work must not run again. */
  committing = false;

  constructor(
    readonly client: pg.PoolClient,
    readonly given: Given,
  ) {}

  get keyRing(): KeyRing {
    return this.given.keyRing;
  }

  get nextId(): NextId {
    return this.given.nextId;
  }

  /** Sends statements, the first ones of the transaction behind BEGIN; `of` are those that the caller wrote. */
  #send(of: readonly Sql[], ...last: readonly Sql[]): Sent {
    if (this.#state !== 'open') throw new Error('The transaction is over');
    const first = this.#begun ? [] : [BEGIN];
    this.#begun = true;
    this.given.statements.inc(of.length);
    const { outcomes, ran } = sendBatch(this.client, [...first, ...of, ...last]);
    return {
      ran: () => ran() - first.length,
      outcomes: outcomes.then(
        (all) => all.slice(first.length),
        (error: unknown) => {
          throw named(error);
        },
      ),
    };
  }

  run<T>(statement: Sql): Promise<T[]> {
    return new Promise((resolve, reject) => {
      const take = (rows: unknown[]): void => resolve(rows as T[]);
      if (this.#waiting.push({ statement, take, reject }) === 1) queueMicrotask(() => this.#sendWaiting());
    });
  }

  /** Sends the statements issued in this tick as one batch. */
  #sendWaiting(): void {
    const waiting = this.#waiting.splice(0);
    if (!waiting.length) return;
    const refuse = (error: unknown): void => {
      for (const { reject } of waiting) reject(error);
    };
    try {
      const { outcomes } = this.#send(waiting.map(({ statement }) => statement));
      outcomes.then((all) => {
        for (const [i, { take }] of waiting.entries()) take(all[i]?.rows ?? []);
      }, refuse);
    } catch (error) {
      refuse(error);
    }
  }

  async finish(statements: readonly Sql[]): Promise<unknown[][]> {
    this.#sendWaiting();
    const sent = this.#send(statements, COMMIT);
    this.#state = 'finished';
    this.committing = true;
    const outcomes = await sent.outcomes.catch((error: unknown) => {
      // The server skipped all statements after a failed one, COMMIT included: nothing was written.
      if (error instanceof pg.DatabaseError && sent.ran() < statements.length) this.committing = false;
      throw error;
    });
    if (outcomes.at(-1)?.tag !== 'COMMIT') throw new Error('The transaction was rolled back');
    return outcomes.slice(0, -1).map(({ rows }) => rows);
  }

  get finished(): boolean {
    return this.#state === 'finished';
  }

  /** Later statements of the same work find the transaction finished: the connection has another user next. */
  async rollback(): Promise<void> {
    this.#state = 'finished';
    if (this.#begun) await this.client.query('rollback');
  }
}

/**
 * Whether the response to COMMIT proves a rollback: not after a failed connection, disk or node, or a terminated
 * session.
 */
export const isRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|25P0|53|58|57P0[1245]|XX)/.test(error.code ?? 'XX');

/** Failures of transactions that may have committed all the same. */
const undecided = new WeakSet<object>();

/** Whether the transaction that failed so may have committed: then its work must not be done again. */
export const isCommitUncertain = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) if (undecided.has(at)) return true;
  return false;
};

const attempt = async <T>(pool: pg.Pool, given: Given, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await describeTarget(pool.options, pool.connect());
  const tx = new Transaction(client, given);
  let broken: Error | undefined;
  try {
    const result = await work(tx);
    if (!tx.finished) await tx.finish([]);
    return result;
  } catch (error) {
    await tx.rollback().catch((cause: Error) => {
      broken = cause;
    });
    if (tx.committing && !codeOf(error)) broken ??= error as Error;
    if (tx.committing && !isRolledBack(error)) undecided.add(error as Error);
    throw error;
  } finally {
    client.release(broken);
  }
};

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** A random wait keeps transactions that lost the same race from colliding again. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));

/** Runs work in a transaction, again after a serialization conflict or deadlock. */
export const withRetries = async <T>(pool: pg.Pool, given: Given, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt(pool, given, work);
    } catch (error) {
      if (left === 0 || !(RETRYABLE.has(codeOf(error)) || isRangeGone(error))) throw translated(error);
    }
    await pause();
  }
};
