/** Connections to PostgreSQL: pipelined lanes for short reads, exclusive clients for transactions and long reads. */
import pg from 'pg';
import { type Sql, sql } from '../sql/sql.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { Traces } from '../telemetry/tracing.ts';
import { createKeylessRing, type KeyRing } from './encryption/key-ring.ts';
import { createIds, type NextId } from './id-allocator.ts';
import { CONNECT_MS } from './pool/connection-failure.ts';
import { initConnection } from './pool/init-connection.ts';
import { createLongQueryPool, type QueryOwner } from './pool/long-query-pool.ts';
import { send, sendBatch } from './pool/pipelined-batch.ts';
import { createPipelinedConnection, type PipelinedConnection } from './pool/pipelined-connection.ts';
import { createReadDistributor } from './pool/read-distributor.ts';
import { typeParsers } from './pool/type-parsers.ts';
import type { Explain, StatementLog } from './statement-logging.ts';
import { type Tx, withRetries } from './transaction.ts';

export { isCommitUncertain as mayHaveCommitted, NO_WAIT, type Tx } from './transaction.ts';

/** The database as operations see it. */
export interface Database {
  /** Seals and opens the secrets that are stored here. */
  readonly keyRing: KeyRing;
  /** Short read on a shared pipelined connection; never one that waits for locks. */
  read<T>(statement: Sql): Promise<T[]>;
  /** Long read (big lists, exports) on a connection of its own. @param asker of a call's @throws QueryAborted where there is one */
  queryLong<T>(statement: Sql, asker?: QueryOwner): Promise<T[]>;
  /** A long read that passes on its rows one by one, as arrays of columns; none is buffered. */
  stream(statement: Sql, row: (columns: readonly unknown[]) => void, asker?: QueryOwner): Promise<void>;
  /** All or nothing. Work that loses a deadlock or a serialization race is run again, at most three times in all. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for work of the service itself that waits for no row which calls lock: it has connections of its own, so
   * that calls which wait for each other do not keep others from being admitted.
   * @param orgId the organisation that it is for; null for none
   */
  shortTransaction<T>(orgId: number | null, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How the connections are used now. */
  pools(): readonly PoolState[];
  /** The next id of a sequence. */
  readonly nextId: NextId;
  /** Where statements of one organisation are sent: the node of a cluster that has its rows, or this very database. */
  forOrg(orgId: number): Database;
  /** Where local tables are, and what spans organisations: a cluster's coordinator, or this very database. */
  readonly coordinator: Database;
  /** The shard range of an organisation, by its lower bound; null on one server, and until it is known. */
  shardOf(orgId: number): number | null;
  /** The number of shards that a statement without an organisation queries: those of a cluster, or one. */
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
  /** Shows the work as spans of requests. */
  readonly traces?: Pick<Traces, 'within'> | null;
  /** Logs each statement. */
  readonly statementLog?: StatementLog | null;
  readonly lanes?: number;
  readonly writers?: number;
  readonly longReaders?: number;
}

/** Of the connections that write, those that the calls of one organisation may hold; the others are left to others. */
export const MAX_WRITERS_PER_ORG = 12;
/** The same for the calls of all organisations that a range of a cluster has. */
export const MAX_WRITERS_PER_SHARD = 14;
const WRITERS = 16;
/** Connections for brief work. On a cluster, work for the organisations of one range leaves one of them to the others. */
export const SHORT_POOL_SIZE = 2;

/** On shared connections, all queries after the first one wait. */
const stateOfLanes = (lanes: readonly PipelinedConnection[]): PoolState => {
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

/** Of a node of a cluster: the id allocation of its coordinator, and a listener to its errors. */
interface OfCluster {
  readonly nextId?: NextId;
  readonly onError?: (error: unknown) => void;
}

/** Opens the connections to one server lazily; nothing is sent before the first statement. */
export const connectServer = (options: ConnectOptions, { nextId, onError }: OfCluster = {}): Database => {
  const config: pg.ClientConfig = {
    ...options.connection,
    types: typeParsers,
    application_name: 'broker-crm',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  };
  const pipelined = { ...config, pipeline: true } as pg.ClientConfig;
  const makeLane = () => createPipelinedConnection(pipelined);
  const lanes: [PipelinedConnection, ...PipelinedConnection[]] = [
    makeLane(),
    ...Array.from({ length: (options.lanes ?? 4) - 1 }, makeLane),
  ];
  const [writers, longReaders] = [options.writers ?? WRITERS, options.longReaders ?? 4];
  const pool = new pg.Pool({ ...pipelined, max: writers, idleTimeoutMillis: 0, onConnect: initConnection });
  const shortTransaction = new pg.Pool({
    ...pipelined,
    max: SHORT_POOL_SIZE,
    idleTimeoutMillis: 0,
    onConnect: initConnection,
  });
  const long = new pg.Pool({ ...config, max: longReaders, idleTimeoutMillis: 30_000, onConnect: initConnection });
  for (const one of [pool, shortTransaction, long]) {
    one.on('error', () => undefined);
    // The pool listens to idle clients only; one that loses its server while it is in use would end the process.
    one.on('connect', (client) => client.on('error', () => undefined));
  }
  const cancel = (process: number) => db.read(sql`select pg_cancel_backend(${process}::int)`);
  const onLongReader = createLongQueryPool(long, longReaders, cancel);
  const { databaseSeconds, statements } = options.metrics ?? createMetrics();
  const readShort = createReadDistributor(lanes);
  const keyRing = options.keyRing ?? createKeylessRing;
  const { traces, statementLog } = options;
  /** Measures work of one kind, as a span of its request where requests are traced. */
  const observe = (kind: 'read' | 'long_read' | 'transaction') => {
    const seconds = databaseSeconds.labels(kind);
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': kind };
    return async <T>(work: () => Promise<T>): Promise<T> => {
      const begun = performance.now();
      try {
        return await (traces ? traces.within(`postgresql ${kind}`, attributes, work) : work());
      } catch (error) {
        onError?.(error);
        throw error;
      } finally {
        seconds.observe((performance.now() - begun) / 1000);
      }
    };
  };
  const [asRead, asLongRead, asTransaction] = [observe('read'), observe('long_read'), observe('transaction')];
  const explain: Explain = (statement) => onLongReader((client) => send(client, statement)) as ReturnType<Explain>;
  /** Counts a statement that is about to be sent, and logs it where statements are logged. */
  const sent = <T>(statement: Sql, answer: () => Promise<T>, count: (answer: T) => number): Promise<T> => {
    statements.inc();
    return statementLog ? statementLog.show(statement, answer(), count, explain) : answer();
  };
  const inOf = <T>(connections: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
    asTransaction(() =>
      withRetries(connections, { keyRing, nextId: db.nextId, statements }, (tx) =>
        work(statementLog ? statementLog.inside(tx, explain) : tx),
      ),
    );
  const lengthOf = (rows: readonly unknown[]): number => rows.length;
  const db: Database = {
    keyRing,
    nextId: nextId ?? createIds((statement) => db.read(statement)),
    forOrg: () => db,
    ranges: () => 1,
    shardOf: () => null,
    get coordinator() {
      return db;
    },
    read: (statement) => asRead(() => sent(statement, () => readShort(statement), lengthOf)) as Promise<never[]>,
    queryLong: (statement, asker) =>
      asLongRead(() =>
        sent(statement, () => onLongReader((client) => send(client, statement), asker), lengthOf),
      ) as Promise<never[]>,
    stream: async (statement, row, asker) => {
      let rows = 0;
      const counted: typeof row = (columns) => {
        rows += 1;
        row(columns);
      };
      const answer = () => onLongReader((client) => sendBatch(client, [statement], counted).outcomes, asker);
      await asLongRead(() => sent(statement, answer, () => rows));
    },
    transaction: (work) => inOf(pool, work),
    shortTransaction: (_orgId, work) => inOf(shortTransaction, work),
    pools: () => [
      stateOfLanes(lanes),
      stateOfPool('long_reads', long),
      stateOfPool('writes', pool),
      stateOfPool('brief', shortTransaction),
    ],
    close: async () => {
      await Promise.all([...lanes.map((lane) => lane.close()), pool.end(), shortTransaction.end(), long.end()]);
    },
  };
  return db;
};
