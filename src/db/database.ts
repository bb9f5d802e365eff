/** Connections to PostgreSQL: pipelined lanes for short reads, exclusive clients for transactions and long reads. */
import pg from 'pg';
import type { Sql } from '../sql.ts';
import { translated } from './database-errors.ts';
import { createIds, type NextId } from './ids.ts';
import { type KeyRing, noKeys } from './key-ring.ts';
import { retried, type Tx } from './transaction.ts';

export { NO_WAIT, type Tx } from './transaction.ts';

/** The database as operations see it. */
export interface Database {
  /** Seals and opens the secrets that are stored here. */
  readonly keyRing: KeyRing;
  /** Short read on a shared pipelined connection; never one that waits for locks. */
  read<T>(statement: Sql): Promise<T[]>;
  /** Long read (big lists, exports) on a connection of its own. */
  readLong<T>(statement: Sql): Promise<T[]>;
  /** A long read whose rows are handed over one by one, as arrays of columns; none is kept. */
  stream(statement: Sql, row: (columns: readonly unknown[]) => void): Promise<void>;
  /** All or nothing. Work that loses a deadlock or a serialization race is run again, at most three times in all. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The next id of a sequence. */
  readonly nextId: NextId;
  /** Where statements of one organisation are sent: the node of a cluster that has its rows, or this very database. */
  of(orgId: number): Database;
  /** Where local tables are, and what spans organisations: a cluster's coordinator, or this very database. */
  readonly coordinator: Database;
  /** How many shards a statement asks that names no organisation; 1 on one server. */
  shards(): number;
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

const TEXT_AS_IS = [1082, 1083, 1114, 1184, 114, 3802, 1700, 1266, 1186];

/** Dates, JSON and decimals stay the text that PostgreSQL printed; int8 becomes a number. */
const types = new pg.TypeOverrides();
for (const oid of TEXT_AS_IS) types.setTypeParser(oid, (value: string) => value);
types.setTypeParser(20, Number);

const SESSION =
  '-c datestyle=ISO -c timezone=UTC -c standard_conforming_strings=on -c jit=off -c max_parallel_workers_per_gather=0 -c idle_in_transaction_session_timeout=60000 -c statement_timeout=60000';

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

/** Opens the connections to one server lazily; nothing is sent before the first statement. @param nextId where ids are another server's */
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
  const keyRing = options.keyRing ?? noKeys;
  let turn = 0;
  const db: Database = {
    keyRing,
    nextId: nextId ?? createIds((statement) => db.read(statement)),
    of: () => db,
    shards: () => 1,
    get coordinator() {
      return db;
    },
    read: async <T>(statement: Sql) => {
      turn = (turn + 1) % lanes.length;
      try {
        return (await lanes[turn]!.read(statement.query)) as T[];
      } catch (error) {
        throw translated(error);
      }
    },
    readLong: async <T>(statement: Sql) => {
      try {
        return (await long.query(statement.query)).rows as T[];
      } catch (error) {
        throw translated(error);
      }
    },
    stream: async (statement, row) => {
      let client: pg.PoolClient | undefined;
      let broken: Error | undefined;
      try {
        client = await long.connect();
        await streamed(client, statement.query, row);
      } catch (error) {
        broken = error as Error;
        throw translated(error);
      } finally {
        client?.release(broken);
      }
    },
    transaction: (work) => retried(pool, db, work),
    close: async () => {
      await Promise.all([...lanes.map((lane) => lane.close()), pool.end(), long.end()]);
    },
  };
  return db;
};
