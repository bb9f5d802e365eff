/** All or nothing: a transaction on a connection of its own, run again where it lost a race. */
import type pg from 'pg';
import type { Metrics } from '../metrics.ts';
import { type Sql, sql } from '../sql.ts';
import { isAnnounced, toldOf } from './announce.ts';
import { reached } from './connection-failure.ts';
import { isRangeGone, named, translated } from './database-errors.ts';
import type { NextId } from './ids.ts';
import type { KeyRing } from './key-ring.ts';
import { send } from './sending.ts';

/** One transaction. */
export interface Tx {
  /** Seals and opens the secrets that are stored here. */
  readonly keyRing: KeyRing;
  /** The next id of a sequence, whatever becomes of the transaction. */
  readonly nextId: NextId;
  /** Runs one statement. Statements issued in the same tick travel together. */
  run<T>(statement: Sql): Promise<T[]>;
  /** Sends the last statements and COMMIT together; resolves to the rows of each. Nothing may follow. */
  finish(statements: readonly Sql[]): Promise<unknown[][]>;
}

/** Stands first in a transaction whose loss in a crash of the database does no harm: no waiting for the disk. */
export const NO_WAIT = sql`set local synchronous_commit = off`;

const ATTEMPTS = 3;
const RETRYABLE = new Set(['40001', '40P01']);

/** What a transaction has of its database. */
type Given = Pick<Tx, 'keyRing' | 'nextId'> & Pick<Metrics, 'statements'> & { readonly announce: () => void };

class Transaction implements Tx {
  #begun: Promise<unknown> | null = null;
  #state: 'open' | 'finished' = 'open';
  /** Whether COMMIT was sent: from then on its outcome may be unknown, and the work must not run again. */
  committing = false;
  /** Whether there is something to be delivered once it has committed. */
  announced = false;

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

  #begin(): void {
    if (this.#begun) return;
    this.#begun = this.client.query('begin');
    this.#begun.catch(() => undefined);
  }

  #send(statement: Sql): Promise<pg.QueryResult> {
    const sent = send(this.client, statement);
    if (!isAnnounced(statement)) return sent;
    this.announced = true;
    const told = toldOf(statement);
    if (!told) return sent;
    return sent.then((result) => {
      told(result.rows);
      return result;
    });
  }

  async run<T>(statement: Sql): Promise<T[]> {
    if (this.#state !== 'open') throw new Error('The transaction is over');
    this.#begin();
    this.given.statements.add();
    const result = await this.#send(statement).catch((error: unknown) => {
      throw named(error);
    });
    return result.rows as T[];
  }

  async finish(statements: readonly Sql[]): Promise<unknown[][]> {
    if (this.#state !== 'open') throw new Error('The transaction is over');
    this.#begin();
    this.#state = 'finished';
    this.committing = true;
    this.given.statements.add([], statements.length);
    const sent = statements.map((statement) => this.#send(statement));
    const commit = this.client.query('commit');
    const outcomes = await Promise.allSettled([...sent, commit]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed?.status === 'rejected') {
      // A statement failed, so the server answered COMMIT with ROLLBACK: nothing was written.
      if ((outcomes.at(-1) as PromiseSettledResult<unknown>).status === 'fulfilled') this.committing = false;
      throw named(failed.reason);
    }
    const last = outcomes.at(-1) as PromiseFulfilledResult<pg.QueryResult>;
    if (last.value.command !== 'COMMIT') throw new Error('The transaction was rolled back');
    return outcomes.slice(0, -1).map((outcome) => (outcome as PromiseFulfilledResult<pg.QueryResult>).value.rows);
  }

  get finished(): boolean {
    return this.#state === 'finished';
  }

  /** Statements that others of the same work still want to send find it over: the connection is somebody else's next. */
  async rollback(): Promise<void> {
    this.#state = 'finished';
    if (this.#begun) await this.client.query('rollback');
  }
}

const attempt = async <T>(pool: pg.Pool, given: Given, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await reached(pool.options, pool.connect());
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
    throw error;
  } finally {
    if (tx.announced && tx.committing) given.announce();
    client.release(broken);
  }
};

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** A random wait keeps transactions that lost the same race from colliding again. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));

/** Runs work in a transaction; what lost a race is run again. */
export const retried = async <T>(pool: pg.Pool, given: Given, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt(pool, given, work);
    } catch (error) {
      if (left === 0 || !(RETRYABLE.has(codeOf(error)) || isRangeGone(error))) throw translated(error);
    }
    await pause();
  }
};
