/**
 * Routes to one server, or to the node of a cluster that owns an organisation. Connections to nodes use the address
 * in the metadata and the other parameters of `DATABASE_URL`; unreachable or foreign nodes are left to the
 * coordinator (docs/decisions/0016).
 */
import pg from 'pg';
import { createKeyedSemaphore } from '../../concurrency/semaphore.ts';
import { ApiError, fail, retryAfter } from '../../errors/api-error.ts';
import { sql } from '../../sql/sql.ts';
import { type ConnectOptions, connectServer, type Database, type PoolState, SHORT_POOL_SIZE } from '../database.ts';
import { hasCitus } from '../pool/has-citus.ts';
import { type NodeAddress, SHARDS, type ShardRange, shardFor } from './shard-map.ts';

/** TTL of the metadata; shorter after the loss of a node. */
const OWNER_CACHE_TTL_MS = 30_000;
const SOONEST_MS = 1000;
/** A call that began when a node was still there has ended by then. */
const LAST_CALL_MS = 120_000;

/** Which servers the cluster means: addresses may lead elsewhere from here. */
const SERVERS = sql`select n.nodename as host, n.nodeport as port, s.result as server
  from run_command_on_all_nodes('select system_identifier from pg_control_system()') s
  join pg_dist_node n using (nodeid)
  where s.success`;
const SERVER = sql`select system_identifier::text as server from pg_control_system()`;

/** A node, which is asked only while it is known to be the right one and to answer. */
interface Node {
  readonly db: Database;
  answers: boolean;
}

/** As long as for a connection. */
const PATIENCE_MS = 10_000;
const standing = (): Error =>
  fail('service_unavailable', {
    cause: new Error(`Writes of a range of organisations waited for each other for ${PATIENCE_MS / 1000} s`),
    ...retryAfter(1),
  });

const nameOf = ({ host, port }: NodeAddress): string => `${host}:${port}`;

/** The nodes of a cluster according to the cached metadata. */
class ShardRouter {
  #isOneServer = false;
  #ranges: readonly ShardRange[] = [];
  #nodes = new Map<string, Node>();
  /** By the beginning of a range. */
  readonly #inTurn = createKeyedSemaphore(SHORT_POOL_SIZE - 1, { ms: PATIENCE_MS, refused: standing });
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  /** @param connectTo connects to a node and tracks its errors */
  constructor(
    readonly coordinator: Database,
    readonly connectTo: (address: NodeAddress, note: (error: unknown) => void) => Database,
  ) {}

  /** The node that has an organisation; undefined where the coordinator is to be asked. */
  of(orgId: number): Database | undefined {
    if (this.#isOneServer) return undefined;
    if (performance.now() - this.#readAt > OWNER_CACHE_TTL_MS) this.#read();
    const range = shardFor(this.#ranges, orgId);
    if (!range || range.group === 0) return undefined;
    const node = this.#nodes.get(nameOf(range));
    return node?.answers ? node.db : undefined;
  }

  /**
   * Brief work of an organisation: that of one range never holds all connections for it. At the end of a move all writes
   * of the range wait, and the calls of the other ranges' organisations would wait with them to be counted.
   */
  brief<T>(orgId: number | null, work: () => Promise<T>): Promise<T> {
    const range = orgId === null ? null : this.rangeOf(orgId);
    return range === null ? work() : this.#inTurn(range, work);
  }

  /** The beginning of the range that has an organisation; null where that is not known. */
  rangeOf(orgId: number): number | null {
    return shardFor(this.#ranges, orgId)?.min ?? null;
  }

  /** How many there are; one until it is known. */
  ranges(): number {
    if (this.#isOneServer) return 1;
    if (performance.now() - this.#readAt > OWNER_CACHE_TTL_MS) this.#read();
    return Math.max(1, this.#ranges.length);
  }

  /** How the connections to the nodes are used now. */
  pools(): readonly PoolState[] {
    return [...this.#nodes.values()].flatMap(({ db }) => db.pools());
  }

  async close(): Promise<void> {
    this.#isOneServer = true;
    await this.#reading;
    await Promise.all([...this.#nodes.values()].map(({ db }) => db.close()));
  }

  #read(): Promise<void> {
    this.#readAt = performance.now();
    this.#reading ??= this.#look()
      // The coordinator does not answer: other nodes continue, and the next check is soon.
      .catch(() => this.#lookSoon())
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  #lookSoon(): void {
    this.#readAt = Math.min(this.#readAt, performance.now() - OWNER_CACHE_TTL_MS + SOONEST_MS);
  }

  async #look(): Promise<void> {
    if (!(await hasCitus(this.coordinator))) {
      this.#isOneServer = true;
      return;
    }
    const ranges = await this.coordinator.read<ShardRange>(SHARDS);
    const there = new Map(ranges.filter(({ group }) => group !== 0).map((range) => [nameOf(range), range]));
    for (const [name, { db }] of this.#nodes) {
      if (there.has(name)) continue;
      this.#nodes.delete(name);
      setTimeout(() => db.close(), LAST_CALL_MS).unref();
    }
    for (const [name, address] of there) if (!this.#nodes.has(name)) this.#nodes.set(name, this.#open(address));
    this.#ranges = ranges;
    if ([...this.#nodes.values()].some(({ answers }) => !answers)) await this.#check();
  }

  #open(address: NodeAddress): Node {
    const note = (error: unknown): void => {
      if (!(error instanceof ApiError) || error.status !== 503) return;
      node.answers = false;
      this.#lookSoon();
    };
    const node: Node = { db: this.connectTo(address, note), answers: false };
    return node;
  }

  /** Asks the nodes that do not answer who they are. */
  async #check(): Promise<void> {
    const meant = await this.coordinator.read<NodeAddress & { readonly server: string }>(SERVERS);
    await Promise.all(
      [...this.#nodes].map(async ([name, node]) => {
        if (node.answers) return;
        const [found] = await node.db.read<{ server: string }>(SERVER).catch(() => []);
        node.answers = found !== undefined && meant.some((one) => nameOf(one) === name && one.server === found.server);
      }),
    );
  }
}

/** The connection parameters of another server, based on those of the first. */
const elsewhere = (connection: pg.ClientConfig, { host, port }: NodeAddress): pg.ClientConfig => {
  const { connectionString, ...others } = connection;
  const { user, password, database, ssl } = new pg.Client(connection);
  return { ...others, user, password: password ?? undefined, database, ssl, host, port };
};

/**
 * Opens the connections lazily; nothing is sent before the first statement. Each server measures, traces and logs its
 * own work (`connectServer`); `routed` sends the work of an organisation to its node; a request adds its limits
 * (`requestDatabase` in src/http/admission).
 */
export const connect = (options: ConnectOptions): Database => {
  const coordinator = connectServer(options);
  const router = new ShardRouter(coordinator, (address, onError) => {
    const there = { ...options, connection: elsewhere(options.connection, address) };
    return routed(connectServer(there, { nextId: coordinator.nextId, onError }));
  });
  const routed = (server: Database): Database => ({
    ...server,
    get coordinator() {
      return db;
    },
    forOrg: (orgId) => router.of(orgId) ?? db,
    ranges: () => router.ranges(),
    shardOf: (orgId) => router.rangeOf(orgId),
    shortTransaction: (orgId, work) => router.brief(orgId, () => server.shortTransaction(orgId, work)),
  });
  const db = Object.assign(routed(coordinator), {
    pools: () => [...coordinator.pools(), ...router.pools()],
    close: async () => {
      await Promise.all([router.close(), coordinator.close()]);
    },
  });
  return db;
};
