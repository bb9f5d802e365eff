/** Connections to PostgreSQL: pipelined lanes for short reads, exclusive clients for transactions and long reads. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { fail } from '../errors.ts';
import { type Query, Sql } from '../sql.ts';
import { createIds, type NextId } from './ids.ts';
import { type KeyRing, noKeys } from './key-ring.ts';

/** One transaction. */
export interface Tx {
  /** Seals and opens the secrets that are stored here. */
  readonly keyRing: KeyRing;
  /** The next id of a sequence, whatever becomes of the transaction. */
  readonly nextId: NextId;
  /** Runs one statement. Statements issued in the same tick travel together. */
  run<T>(query: Query | Sql): Promise<T[]>;
  /** Sends the last statements and COMMIT together; resolves to the rows of each. Nothing may follow. */
  finish(queries: readonly (Query | Sql)[]): Promise<unknown[][]>;
}

/** The database as operations see it. */
export interface Database {
  /** Seals and opens the secrets that are stored here. */
  readonly keyRing: KeyRing;
  /** Short read on a shared pipelined connection; never one that waits for locks. */
  read<T>(query: Query | Sql): Promise<T[]>;
  /** Long read (big lists, exports) on a connection of its own. */
  readLong<T>(query: Query | Sql): Promise<T[]>;
  /** A long read whose rows are handed over one by one, as arrays of columns; none is kept. */
  stream(query: Query | Sql, row: (columns: readonly unknown[]) => void): Promise<void>;
  /** All or nothing. Work that loses a deadlock or a serialization race is run again, at most three times in all. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The next id of a sequence. */
  readonly nextId: NextId;
  /** Where statements of one organisation are sent: the node of a cluster that has its rows, or this very database. */
  of(orgId: number): Database;
  /** Where local tables are, and what spans organisations: a cluster's coordinator, or this very database. */
  readonly coordinator: Database;
  close(): Promise<void>;
}

/** How to connect. */
export interface ConnectOptions {
  /** A connection string, or host (socket folder), port, user and database. */
  readonly connection: pg.ClientConfig;
  /** Without it no secret can be written or read. */
  readonly keyRing?: KeyRing;
  readonly lanes?: number;
  readonly writers?: number;
  readonly longReaders?: number;
}

const ATTEMPTS = 3;
const RETRYABLE = new Set(['40001', '40P01']);
/** Server gone or shutting down, its disk, memory or connections used up, a statement cut off: the call may be tried again later. */
const UNAVAILABLE = /^(57P0[1-5]|57014|53\w{3}|58030|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;

const TEXT_AS_IS = [1082, 1083, 1114, 1184, 114, 3802, 1700, 1266, 1186];

/** Dates, JSON and decimals stay the text that PostgreSQL printed; int8 becomes a number. */
const types = new pg.TypeOverrides();
for (const oid of TEXT_AS_IS) types.setTypeParser(oid, (value: string) => value);
types.setTypeParser(20, Number);

const SESSION =
  '-c datestyle=ISO -c timezone=UTC -c standard_conforming_strings=on -c jit=off -c max_parallel_workers_per_gather=0 -c idle_in_transaction_session_timeout=60000 -c statement_timeout=60000';

/**
 * Every connection keeps what it has prepared, and callers choose filters and arrays, so there can be very many
 * statements.
 */
const MOST_PREPARED = 1000;
/** PostgreSQL knows a statement by so many bytes of its name; two that share them are taken for one. */
const LONGEST_NAME = 63;
const DIGEST = 20;

type QueryOf = (query: Query | Sql) => pg.QueryConfig;

/** Statements as the driver takes them; those with a name are prepared, the first ones that come. */
const createQueryOf = (): QueryOf => {
  const prepared = new Map<string, string>();
  const preparedName = (name: string): string | undefined => {
    const known = prepared.get(name);
    if (known !== undefined || prepared.size >= MOST_PREPARED) return known;
    const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST);
    const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - DIGEST - 1)} ${digest}` : name;
    prepared.set(name, short);
    return short;
  };
  return (query) => {
    const { text, values, name } = query instanceof Sql ? query.query : query;
    return { text, values: values as unknown[], name: name && preparedName(name) };
  };
};

/** Citus names the constraint of a shard, `follower_once_102266`; a node that asks another one in the message alone. */
const ON_SHARD = / constraint "(\w+)"$/;
const SHARD = /_\d+$/;

/** An error of PostgreSQL says which constraint was violated, wherever the row lies. */
const named = <T>(error: T): T => {
  const { code, constraint, table, message } = error as pg.DatabaseError;
  if (!code?.startsWith('23')) return error;
  const shard = table && SHARD.exec(table)?.[0];
  const [, name = constraint] = (constraint === undefined && ON_SHARD.exec(message)) || [];
  if (!name || (constraint !== undefined && !(shard && name.endsWith(shard)))) return error;
  return Object.assign(error as object, { constraint: name.replace(SHARD, '') }) as T;
};

/** What a lost or refused connection is to a caller: 503, try again later. */
const translated = (error: unknown): unknown => {
  const { code, message } = error as { code?: string; message?: string };
  if (
    (code && UNAVAILABLE.test(code)) ||
    /connection (error|terminated|ended)|not queryable|timeout exceeded when trying to connect|could not commit transaction for shard/i.test(
      message ?? '',
    )
  ) {
    return fail('service_unavailable', {
      cause: error,
      details: { retry_after: 1 },
      headers: { 'Retry-After': '1' },
    });
  }
  return error;
};

/** One pipelined connection that many reads share; it connects again by itself. */
const createLane = (config: pg.ClientConfig) => {
  let current: Promise<pg.Client> | null = null;
  const open = (): Promise<pg.Client> => {
    const client = new pg.Client(config);
    const connected = client.connect().then(() => client);
    const forget = () => {
      if (current === connected) current = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    connected.catch(forget);
    return connected;
  };
  return {
    read: async (query: pg.QueryConfig) => {
      current ??= open();
      const client = await current;
      return (await client.query(query)).rows;
    },
    close: async () => {
      const client = await current?.catch(() => null);
      current = null;
      await client?.end().catch(() => undefined);
    },
  };
};

/** Runs a query whose rows are handed over as they arrive. */
const streamed = (client: pg.ClientBase, query: pg.QueryConfig, row: (columns: readonly unknown[]) => void) =>
  new Promise<void>((resolve, reject) => {
    const config: pg.QueryArrayConfig = { ...query, rowMode: 'array', types };
    const running = new pg.Query<unknown[]>(config);
    running.on('row', row);
    running.on('error', reject);
    running.on('end', () => resolve());
    client.query(running);
  });

/** What a transaction has of its database. */
type Given = Pick<Tx, 'keyRing' | 'nextId'>;

class Transaction implements Tx {
  #begun: Promise<unknown> | null = null;
  #state: 'open' | 'finished' = 'open';
  /** Whether COMMIT was sent: from then on its outcome may be unknown, and the work must not run again. */
  committing = false;

  constructor(
    readonly client: pg.PoolClient,
    readonly queryOf: QueryOf,
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

  async run<T>(query: Query | Sql): Promise<T[]> {
    if (this.#state !== 'open') throw new Error('The transaction is over');
    this.#begin();
    const result = await this.client.query(this.queryOf(query)).catch((error: unknown) => {
      throw named(error);
    });
    return result.rows as T[];
  }

  async finish(queries: readonly (Query | Sql)[]): Promise<unknown[][]> {
    if (this.#state !== 'open') throw new Error('The transaction is over');
    this.#begin();
    this.#state = 'finished';
    this.committing = true;
    const sent = queries.map((query) => this.client.query(this.queryOf(query)));
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

  async rollback(): Promise<void> {
    if (this.#begun) await this.client.query('rollback');
  }
}

const attempt = async <T>(pool: pg.Pool, queryOf: QueryOf, given: Given, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  const tx = new Transaction(client, queryOf, given);
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
    client.release(broken);
  }
};

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** A random wait keeps transactions that lost the same race from colliding again. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));

/** Runs work in a transaction; what lost a race is run again. */
const retried = async <T>(pool: pg.Pool, queryOf: QueryOf, given: Given, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt(pool, queryOf, given, work);
    } catch (error) {
      if (left === 0 || !RETRYABLE.has(codeOf(error))) throw translated(error);
    }
    await pause();
  }
};

/** Opens the connections lazily to one server; nothing is sent before the first statement. @param nextId where ids are another server's */
export const connectServer = (options: ConnectOptions, nextId?: NextId): Database => {
  const config: pg.ClientConfig = {
    ...options.connection,
    options: SESSION,
    types,
    application_name: 'broker-crm',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
  const pipelined = { ...config, pipeline: true } as pg.ClientConfig;
  const lanes = Array.from({ length: options.lanes ?? 4 }, () => createLane(pipelined));
  const pool = new pg.Pool({ ...pipelined, max: options.writers ?? 12, idleTimeoutMillis: 0 });
  const long = new pg.Pool({ ...config, max: options.longReaders ?? 4, idleTimeoutMillis: 30_000 });
  for (const one of [pool, long]) {
    one.on('error', () => undefined);
    // The pool listens to idle clients only; one that loses its server while it is in use would end the process.
    one.on('connect', (client) => client.on('error', () => undefined));
  }
  const queryOf = createQueryOf();
  const keyRing = options.keyRing ?? noKeys;
  let turn = 0;
  const db: Database = {
    keyRing,
    nextId: nextId ?? createIds((statement) => db.read(statement)),
    of: () => db,
    get coordinator() {
      return db;
    },
    read: async <T>(query: Query | Sql) => {
      turn = (turn + 1) % lanes.length;
      try {
        return (await lanes[turn]!.read(queryOf(query))) as T[];
      } catch (error) {
        throw translated(error);
      }
    },
    readLong: async <T>(query: Query | Sql) => {
      try {
        return (await long.query(queryOf(query))).rows as T[];
      } catch (error) {
        throw translated(error);
      }
    },
    stream: async (query, row) => {
      let client: pg.PoolClient | undefined;
      let broken: Error | undefined;
      try {
        client = await long.connect();
        await streamed(client, queryOf(query), row);
      } catch (error) {
        broken = error as Error;
        throw translated(error);
      } finally {
        client?.release(broken);
      }
    },
    transaction: (work) => retried(pool, queryOf, db, work),
    close: async () => {
      await Promise.all([...lanes.map((lane) => lane.close()), pool.end(), long.end()]);
    },
  };
  return db;
};
