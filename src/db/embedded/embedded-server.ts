/**
 * The embedded PostgreSQL: real server binaries from npm, started, supervised and stopped by the service, on a Unix
 * socket where the platform has them (docs/decisions/0002).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { EmbeddedConfig } from '../pool/connection-failure.ts';
import { withConnection } from '../pool/dedicated-connection.ts';
import {
  type Account,
  databaseMissingError,
  type EmbeddedPaths,
  findBinaries,
  findUnprivilegedUser,
  fingerprint,
  preparePaths,
  StartError,
  windows,
} from './embedded-paths.ts';
import {
  asksFor,
  type EmbeddedRole,
  makeRoles,
  OWNER,
  passwordFor,
  passwordOf,
  SERVICE,
  writeAccess,
} from './embedded-roles.ts';
import { environment, initdbIfMissing, run } from './initdb.ts';
import { type LogBounds, rotateLog, tailLog } from './log-rotation.ts';
import { isRunning, ProcessSupervisor } from './process-supervisor.ts';
import { stopOnSignals } from './signal-handlers.ts';
import { readPostmasterPid, stopStaleServer } from './stale-postmaster.ts';
import { walArchiveOf } from './wal-segments.ts';

const DATABASE = 'broker_crm';

/** A running embedded server. */
export interface EmbeddedServer {
  /** As the owner of everything, for migrations. */
  readonly connection: pg.ClientConfig;
  /** Connection with the rights of the service. */
  readonly service: pg.ClientConfig;
  /** Replaces the database by an empty one; there may be no connections. */
  renew(): Promise<void>;
  /** Rewrites tables, so that no file contains overwritten values. */
  forgetOverwritten(tables: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** How the embedded server runs. */
export interface EmbeddedOptions {
  readonly dataDir: string;
  /** false in tests only: then a crash of the machine may lose data. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  readonly logBounds?: LogBounds;
  /** How it is started to replay the log of a backup. */
  readonly replay?: Readonly<Record<string, string>>;
  /** Started by a command, with which it ends, be it by a signal; a service hears signals itself. */
  readonly endsWithCommand?: boolean;
  /** Called when the server died and is started again. */
  readonly onRestart?: (reason: string) => void;
  /** Called when the server died and cannot be started again. */
  readonly onLost?: (reason: Error) => void;
}

/** Since 5.8, Linux reports failed writes at syncfs. */
const syncsAtOnce = (): boolean => {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8));
};

const settings = (places: EmbeddedPaths, port: number, options: EmbeddedOptions): string[] => {
  const { durable = true, maxConnections = 80, replay = {} } = options;
  const values: Record<string, string | number> = {
    listen_addresses: windows ? '127.0.0.1' : '',
    port,
    max_connections: maxConnections,
    shared_buffers: durable ? '512MB' : '128MB',
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '2GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    // Finer statistics, because a query's plan depends on which of its words is rare.
    default_statistics_target: 500,
    random_page_cost: 1.1,
    effective_io_concurrency: 64,
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
    autovacuum_vacuum_insert_scale_factor: 0.05,
    // Plans take many new rows into account within seconds, not after a minute.
    autovacuum_naptime: '10s',
    // After a crash the server syncs all it has before it replays its log: file by file that is 1,700 flushes of the disk.
    ...(syncsAtOnce() ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...(windows ? {} : { unix_socket_directories: places.socket, unix_socket_permissions: '0700' }),
    // On every start: a segment that is not archived would be missing in the backup.
    ...(existsSync(walArchiveOf(places.data))
      ? {
          archive_mode: 'on',
          archive_library: 'basic_archive',
          'basic_archive.archive_directory': walArchiveOf(places.data),
        }
      : {}),
    ...replay,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

/** SQLSTATE of a server that starts, stops or replays its log. */
const CANNOT_CONNECT_NOW = '57P03';

/** Whether the server takes queries; `later` where it says that it will. */
const accepts = async (connection: pg.ClientConfig): Promise<'yes' | 'no' | 'later'> => {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return 'yes';
  } catch (error) {
    return (error as { code?: string }).code === CANNOT_CONNECT_NOW ? 'later' : 'no';
  } finally {
    await client.end().catch(() => undefined);
  }
};

const lastLines = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-5).join('\n');

/** The port only names the socket file where there are sockets. */
const portFor = (dataDir: string): number =>
  windows ? 40_000 + (Number.parseInt(fingerprint(dataDir).slice(0, 4), 16) % 20_000) : 5432;

/** How the operator's processes reach the server of a DATA_DIR, as one of its roles. */
export const embeddedConnection = async (dataDir: string, role: EmbeddedRole = OWNER): Promise<EmbeddedConfig> => {
  const places = await preparePaths(dataDir, findUnprivilegedUser());
  const password = await passwordOf(places);
  const port = portFor(resolve(dataDir));
  return {
    host: windows ? '127.0.0.1' : places.socket,
    port,
    user: role,
    database: DATABASE,
    password: passwordFor(role, password),
    dataDir,
  };
};

/**
 * Sets the owner's password to the operator's, and requires passwords: after an older version that trusted all local
 * accounts, or a lost password. The server must not run.
 */
const askForPasswords = async (native: string, places: EmbeddedPaths, account: Account | null): Promise<void> => {
  const password = await passwordOf(places);
  if (await asksFor(places.data, password)) return;
  const said = await run(
    join(native, 'bin', windows ? 'postgres.exe' : 'postgres'),
    ['--single', '-D', places.data, 'postgres'],
    { ...account, env: environment(native), cwd: places.data },
    `alter role ${OWNER} with login superuser password '${password}'\n`,
  ).catch((cause: Error) => `ERROR: ${cause.message}`);
  if (/(ERROR|FATAL|PANIC):/.test(said))
    throw new StartError(`The password of the database in ${places.data} could not be set: ${said.trim()}`);
  await writeAccess(places.data, password, account);
};

const launch = (native: string, { data, log }: EmbeddedPaths, account: Account | null, args: readonly string[]) => {
  const output = openSync(log, 'a', 0o600);
  const child = spawn(join(native, 'bin', windows ? 'postgres.exe' : 'postgres'), args, {
    ...account,
    env: environment(native),
    cwd: data,
    stdio: ['ignore', output, output],
    detached: !windows,
  });
  closeSync(output);
  // A process that cannot be started has no number; that is how it is recognised.
  child.on('error', () => undefined);
  return child;
};

/** After a crash the server replays its log, which may take minutes: while it says so, it is waited for. */
const untilReady = async (
  child: ChildProcess,
  connection: pg.ClientConfig,
  { data }: EmbeddedPaths,
): Promise<boolean> => {
  for (let refused = 0; refused < 1200 && isRunning(child); ) {
    const answer = await accepts(connection);
    // Another server on the same socket would not be ours to supervise and to stop.
    if (answer === 'yes' && (await readPostmasterPid(data)) === child.pid) return true;
    if (answer !== 'later') refused += 1;
    await pause(25);
  }
  child.kill('SIGKILL');
  return false;
};

const start = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  const { dataDir, durable = true } = options;
  const account = findUnprivilegedUser();
  const places = await preparePaths(dataDir, account);
  const native = await findBinaries(account, dataDir);
  await initdbIfMissing(native, places, account, durable);
  const socketLock = join(places.socket, `.s.PGSQL.${portFor(resolve(dataDir))}.lock`);
  await stopStaleServer(places.data, socketLock);
  await askForPasswords(native, places, account);
  const connection = await embeddedConnection(dataDir);
  const service = await embeddedConnection(dataDir, SERVICE);
  let begun = 0;
  const server = new ProcessSupervisor({
    launch: () => {
      begun = statSync(places.log, { throwIfNoEntry: false })?.size ?? 0;
      const args = ['-D', places.data, ...settings(places, Number(connection.port), options)];
      return launch(native, places, account, args);
    },
    untilReady: (child) => untilReady(child, connection, places),
    // Processes of a dead server may be busy with a long query and hold its memory.
    clear: async () => {
      if (!existsSync(join(places.data, 'PG_VERSION'))) throw new StartError(databaseMissingError(dataDir));
      await stopStaleServer(places.data, socketLock);
    },
    lost: (reason) => options.onLost?.(reason),
    died: async (how) => {
      const said = await tailLog(places.log, begun).catch(() => null);
      options.onRestart?.(said === null ? how : `${how}: ${said}`);
    },
  });
  const bounded = await rotateLog(places.log, options.logBounds);
  if (!(await server.start())) {
    await bounded.stop();
    throw new StartError(`PostgreSQL did not start on ${places.data}:\n${await lastLines(places.log)}`);
  }
  const stop = async (): Promise<void> => {
    await server.stop();
    await bounded.stop();
  };
  const prepared = createDatabase(connection).then(() => renewTextOrder(connection));
  await prepared.catch(async (cause: Error & { hint?: string }) => {
    await stop();
    const hint = cause.hint ? ` (${cause.hint})` : '';
    throw new StartError(`The database could not be made in ${places.data}: ${cause.message}${hint}`);
  });
  return {
    connection,
    service,
    renew: async () => {
      await asAdministrator(connection, (client) => client.query(`drop database ${DATABASE}`));
      await createDatabase(connection);
    },
    forgetOverwritten: (tables) =>
      withConnection(connection, async (client) => {
        await client.query(`vacuum full ${tables.map((table) => client.escapeIdentifier(table)).join(', ')}`);
        await client.query('checkpoint');
      }),
    stop,
  };
};

/**
 * Starts the server of a DATA_DIR, and creates the database if it is missing. The server is restarted if it dies.
 * @throws StartError with the cause and the fix
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  const starting = start(options);
  if (!options.endsWithCommand) return starting;
  const takeBack = stopOnSignals(async () => (await starting).stop());
  try {
    const server = await starting;
    return { ...server, stop: () => server.stop().finally(takeBack) };
  } catch (error) {
    takeBack();
    throw error;
  }
};

const asAdministrator = <T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withConnection({ ...connection, database: 'postgres' }, work);

/** Makes our database and the service's role where they are missing: a first start may have been killed before. */
const createDatabase = (connection: pg.ClientConfig): Promise<void> =>
  asAdministrator(connection, async (client) => {
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rows.length) await client.query(`create database ${DATABASE}`);
    await makeRoles(client, String(connection.password));
  });

/**
 * Rebuilds indexes of texts if they were built by another version of ICU, whose order may differ: after an update of the
 * binaries, or a restore on another platform (docs/decisions/0049).
 */
const renewTextOrder = (connection: pg.ClientConfig): Promise<void> =>
  withConnection(connection, async (client) => {
    const { rows } = await client.query(
      `select 1 from pg_collation where collname = 'und-x-icu' and collversion <> pg_collation_actual_version(oid) and not pg_is_in_recovery()`,
    );
    if (!rows.length) return;
    await client.query(`reindex database ${DATABASE}`);
    await client.query('alter collation "und-x-icu" refresh version');
  });
