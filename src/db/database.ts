/** Connections to PostgreSQL: pipelined lanes for short reads, exclusive clients for transactions and long reads. */
import pg from 'pg';
import { createMetrics, type Metrics } from '../metrics.ts';
import { type Sql, sql } from '../sql.ts';
import { CONNECT_MS } from './connection-failure.ts';
import { translated } from './database-errors.ts';
import { createIds, type NextId } from './ids.ts';
import { type KeyRing, noKeys } from './key-ring.ts';
import { createLane, type Lane } from './lane.ts';
import { type Asker, createLongReads } from './long-reads.ts';
import { readied } from './readied.ts';
import { createReads } from './reads.ts';
import { rowTypes } from './row-types.ts';
import { send, sendTogether } from './together.ts';
import { retried, type Tx } from './transaction.ts';

export { mayHaveCommitted, NO_WAIT, type Tx } from './transaction.ts';

/** The database as operations see it. */
export interface Database {
  /** Seals and opens the secrets that are stored here. */
  readonly keyRing: KeyRing;
  /** Short read on a shared pipelined connection; never one that waits for locks. */
  read<T>(statement: Sql): Promise<T[]>;
  /** Long read (big lists, exports) on a connection of its own. @param asker of a call's @throws NotRead where there is one */
  readLong<T>(statement: Sql, asker?: Asker): Promise<T[]>;
  /** A long read whose rows are handed over one by one, as arrays of columns; none is kept. */
  stream(statement: Sql, row: (columns: readonly unknown[]) => void, asker?: Asker): Promise<void>;
  /** All or nothing. Work that loses a deadlock or a serialization race is run again, at most three times in all. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for work of the service itself that waits for no row which calls lock: it has connections of its own, so
   * that calls which wait for each other do not keep others from being admitted.
   * @param orgId the organisation that it is for; null for none
   */
  brief<T>(orgId: number | null, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How the connections are used now. */
  pools(): readonly PoolState[];
  /** The next id of a sequence. */
  readonly nextId: NextId;
  /** Where statements of one organisation are sent: the node of a cluster that has its rows, or this very database. */
  of(orgId: number): Database;
  /** Where local tables are, and what spans organisations: a cluster's coordinator, or this very database. */
  readonly coordinator: Database;
  /** Which range of a cluster has an organisation, by its beginning; null on one server, and as long as it is not known. */
  rangeOf(orgId: number): number | null;
  /** How many pieces a statement asks that names no organisation: a cluster's ranges, as far as they are known, or one. */
  ranges(): number;
  close(): Promise<void>;
}

/** Connections of one kind: how many there are, how many of them work, and how much work waits for one. */
export interface PoolState {
  readonly pool: 'reads' | 'long_reads' | 'writes' | 'brief';
  readonly open: number;
  readonly busy: number;
  readonly waiting: number;
}

/** How to connect. */
export interface ConnectOptions {
  /** A connection string, or host (socket folder), port, user and database. */
  readonly connection: pg.ClientConfig;
  /** Without it no secret can be written or read. */
  readonly keyRing?: KeyRing;
  /** Where the work is counted. */
  readonly metrics?: Pick<Metrics, 'databaseSeconds' | 'statements'>;
  readonly lanes?: number;
  readonly writers?: number;
  readonly longReaders?: number;
}

/** Of the connections that write, those that the calls of one organisation may hold; the others are left to others. */
export const WRITERS_OF_ONE = 12;
/** The same for the calls of all organisations that a range of a cluster has. */
export const WRITERS_OF_RANGE = 14;
const WRITERS = 16;
/** Connections for brief work. On a cluster, work for the organisations of one range leaves one of them to the others. */
export const BRIEF = 2;

/** Of connections that many share, what is behind the first of one waits. */
const stateOfLanes = (lanes: readonly Lane[]): PoolState => {
  const states = lanes.map((lane) => lane.state());
  const busy = states.filter(({ pending }) => pending).length;
  const sum = (of: 'open' | 'pending') => states.reduce((all, state) => all + state[of], 0);
  return { pool: 'reads', open: sum('open'), busy, waiting: sum('pending') - busy };
};

const stateOfPool = (pool: PoolState['pool'], { totalCount, idleCount, waitingCount }: pg.Pool): PoolState => ({
  pool,
  open: totalCount,
  busy: totalCount - idleCount,
  waiting: waitingCount,
});

/** What a server of a cluster does not do by itself: ids are the coordinator's. */
interface OfCluster {
  readonly nextId?: NextId;
}

/** Opens the connections to one server lazily; nothing is sent before the first statement. */
export const connectServer = (options: ConnectOptions, { nextId }: OfCluster = {}): Database => {
  const config: pg.ClientConfig = {
    ...options.connection,
    types: rowTypes,
    application_name: 'broker-crm',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  };
  const pipelined = { ...config, pipeline: true } as pg.ClientConfig;
  const makeLane = () => createLane(pipelined);
  const lanes: [Lane, ...Lane[]] = [makeLane(), ...Array.from({ length: (options.lanes ?? 4) - 1 }, makeLane)];
  const [writers, longReaders] = [options.writers ?? WRITERS, options.longReaders ?? 4];
  const pool = new pg.Pool({ ...pipelined, max: writers, idleTimeoutMillis: 0, onConnect: readied });
  const brief = new pg.Pool({ ...pipelined, max: BRIEF, idleTimeoutMillis: 0, onConnect: readied });
  const long = new pg.Pool({ ...config, max: longReaders, idleTimeoutMillis: 30_000, onConnect: readied });
  for (const one of [pool, brief, long]) {
    one.on('error', () => undefined);
    // The pool listens to idle clients only; one that loses its server while it is in use would end the process.
    one.on('connect', (client) => client.on('error', () => undefined));
  }
  const cancel = (process: number) => db.read(sql`select pg_cancel_backend(${process}::int)`);
  const onLongReader = createLongReads(long, longReaders, cancel);
  const { databaseSeconds, statements } = options.metrics ?? createMetrics();
  const readShort = createReads(lanes);
  const timer = (kind: string) => {
    const seconds = databaseSeconds.of([kind]);
    return (begun: number): void => seconds.observe((performance.now() - begun) / 1000);
  };
  const [noteRead, noteLongRead, noteTransaction] = [timer('read'), timer('long_read'), timer('transaction')];
  const keyRing = options.keyRing ?? noKeys;
  const inOf = async <T>(connections: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const begun = performance.now();
    try {
      return await retried(connections, { keyRing, nextId: db.nextId, statements }, work);
    } finally {
      noteTransaction(begun);
    }
  };
  const db: Database = {
    keyRing,
    nextId: nextId ?? createIds((statement) => db.read(statement)),
    of: () => db,
    ranges: () => 1,
    rangeOf: () => null,
    get coordinator() {
      return db;
    },
    read: async <T>(statement: Sql) => {
      const begun = performance.now();
      statements.add();
      try {
        return (await readShort(statement)) as T[];
      } catch (error) {
        throw translated(error);
      } finally {
        noteRead(begun);
      }
    },
    readLong: async <T>(statement: Sql, asker?: Asker) => {
      const begun = performance.now();
      statements.add();
      try {
        return await onLongReader(async (client) => (await send(client, statement)) as T[], asker);
      } finally {
        noteLongRead(begun);
      }
    },
    stream: async (statement, row, asker) => {
      const begun = performance.now();
      statements.add();
      try {
        await onLongReader((client) => sendTogether(client, [statement], row).outcomes, asker);
      } finally {
        noteLongRead(begun);
      }
    },
    transaction: (work) => inOf(pool, work),
    brief: (_orgId, work) => inOf(brief, work),
    pools: () => [
      stateOfLanes(lanes),
      stateOfPool('long_reads', long),
      stateOfPool('writes', pool),
      stateOfPool('brief', brief),
    ],
    close: async () => {
      await Promise.all([...lanes.map((lane) => lane.close()), pool.end(), brief.end(), long.end()]);
    },
  };
  return db;
};
