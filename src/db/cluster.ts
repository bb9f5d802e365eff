/**
 * The database as the service sees it: one server, or a cluster of which each node answers for its own organisations.
 * Connections to nodes are made of the address in the metadata and of what else `DATABASE_URL` says; what cannot be
 * reached so, or is another server than the cluster means, is left to the coordinator (docs/decisions/0016).
 */
import pg from 'pg';
import { ApiError, fail, retryAfter } from '../errors.ts';
import { sql } from '../sql.ts';
import { inTurnsOfEach } from '../within.ts';
import { hasCitus } from './citus.ts';
import { BRIEF, type ConnectOptions, connectServer, type Database, type PoolState } from './database.ts';
import { type NodeAddress, RANGES, type Range, rangeOf } from './owner.ts';

/** The metadata are read again so often while somebody asks, and sooner after a node was lost. */
const KEPT_MS = 30_000;
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

/** Notes what is thrown by a method. */
const noting =
  <Args extends unknown[], T>(method: (...args: Args) => Promise<T>, note: (error: unknown) => void) =>
  (...args: Args): Promise<T> =>
    method(...args).catch((error: unknown) => {
      note(error);
      throw error;
    });

/** The nodes of a cluster, by what the metadata last said. */
class Owners {
  #isOneServer = false;
  #ranges: readonly Range[] = [];
  #nodes = new Map<string, Node>();
  /** By the beginning of a range. */
  readonly #inTurn = inTurnsOfEach(BRIEF - 1, { ms: PATIENCE_MS, refused: standing });
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  /** @param connectTo a node, whose errors are noted */
  constructor(
    readonly coordinator: Database,
    readonly connectTo: (address: NodeAddress, note: (error: unknown) => void) => Database,
  ) {}

  /** The node that has an organisation; undefined where the coordinator is to be asked. */
  of(orgId: number): Database | undefined {
    if (this.#isOneServer) return undefined;
    if (performance.now() - this.#readAt > KEPT_MS) this.#read();
    const range = rangeOf(this.#ranges, orgId);
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
    return rangeOf(this.#ranges, orgId)?.min ?? null;
  }

  /** How many there are; one until it is known. */
  ranges(): number {
    if (this.#isOneServer) return 1;
    if (performance.now() - this.#readAt > KEPT_MS) this.#read();
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
      // The coordinator does not answer: nodes that do go on, and the next look is soon.
      .catch(() => this.#lookSoon())
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  #lookSoon(): void {
    this.#readAt = Math.min(this.#readAt, performance.now() - KEPT_MS + SOONEST_MS);
  }

  async #look(): Promise<void> {
    if (!(await hasCitus(this.coordinator))) {
      this.#isOneServer = true;
      return;
    }
    const ranges = await this.coordinator.read<Range>(RANGES);
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

/** How to connect to another server with what one connection says. */
const elsewhere = (connection: pg.ClientConfig, { host, port }: NodeAddress): pg.ClientConfig => {
  const { connectionString, ...others } = connection;
  const { user, password, database, ssl } = new pg.Client(connection);
  return { ...others, user, password: password ?? undefined, database, ssl, host, port };
};

/** Opens the connections lazily; nothing is sent before the first statement. */
export const connect = (options: ConnectOptions): Database => {
  const coordinator = connectServer(options);
  const owners = new Owners(coordinator, (address, note) => {
    const there = { ...options, connection: elsewhere(options.connection, address) };
    const node = connectServer(there, { nextId: coordinator.nextId });
    return {
      ...node,
      of: db.of,
      coordinator: db,
      ranges: db.ranges,
      rangeOf: db.rangeOf,
      read: noting(node.read, note) as Database['read'],
      readLong: noting(node.readLong, note) as Database['readLong'],
      stream: noting(node.stream, note),
      transaction: noting(node.transaction, note) as Database['transaction'],
      brief: (orgId, work) => owners.brief(orgId, () => noting(node.brief, note)(orgId, work)) as Promise<never>,
    };
  });
  const db: Database = {
    ...coordinator,
    get coordinator() {
      return db;
    },
    brief: (orgId, work) => owners.brief(orgId, () => coordinator.brief(orgId, work)),
    of: (orgId) => owners.of(orgId) ?? db,
    ranges: () => owners.ranges(),
    rangeOf: (orgId) => owners.rangeOf(orgId),
    pools: () => [...coordinator.pools(), ...owners.pools()],
    close: async () => {
      await Promise.all([owners.close(), coordinator.close()]);
    },
  };
  return db;
};
