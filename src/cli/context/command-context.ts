/** The context of commands: a database, running or started for the duration of the command, and output. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import { connect } from '../../db/citus/shard-router.ts';
import type { Database } from '../../db/database.ts';
import { notWritableError } from '../../db/embedded/embedded-paths.ts';
import { OWNER, REPORTS, SERVICE } from '../../db/embedded/embedded-roles.ts';
import { type EmbeddedServer, embeddedConnection, startEmbedded } from '../../db/embedded/embedded-server.ts';
import { interruptedRestore } from '../../db/embedded/interrupted-restore.ts';
import { acquireLock, type LockOwner, lockOwnerOf, UnreadableLock } from '../../db/embedded/lock-file.ts';
import { isRunningElsewhere } from '../../db/embedded/stale-postmaster.ts';
import { RoleError } from '../../db/migrations/grants.ts';
import { type MigrateOptions, migrate } from '../../db/migrations/migrate.ts';
import { fail } from '../../errors/api-error.ts';
import { assertNotMoved } from '../data-dir/move-marker.ts';
import { removeRestoreMarker } from '../data-dir/restore-marker.ts';
import { CliError } from '../terminal/cli-error.ts';
import { withHeartbeat } from '../terminal/progress.ts';
import { escapeForTerminal } from '../terminal/terminal-escape.ts';
import { keysFor, requireSetting, secretTables, unlock } from './secret-keys.ts';

interface DatabaseOptions extends MigrateOptions {
  /** Works without the key of the secrets too, and with a wrong one; then no secret can be written or read. */
  readonly keyless?: boolean;
  /** Requires a running service: an embedded database is not started for it. */
  readonly served?: boolean;
  /** It waits on purpose, or for input: no progress is shown. */
  readonly waits?: boolean;
  /**
   * Connects to the embedded database as its owner, with more rights than the service. Elsewhere it is the role of
   * DATABASE_URL.
   */
  readonly asOwner?: boolean;
}

export interface CommandContext {
  readonly config: Config;
  /** Runs `work` on the migrated database, whether the service runs or not. @throws CliError where it cannot be used */
  withDatabase<T>(work: (db: Database) => Promise<T>, options?: DatabaseOptions): Promise<T>;
  /** Prints a result: one JSON document with `--json`, else what `human` makes of it. */
  print<T>(result: T, human: (result: T) => string): void;
}

const WAIT_MS = 30_000;

const embeddedFolder = (dataDir: string): string => join(resolve(dataDir), 'postgres');

/**
 * The lock of DATA_DIR, or its owner.
 * @throws CliError where the folder cannot be used
 */
export const lockOf = async (dataDir: string, kind: LockOwner['kind']): ReturnType<typeof acquireLock> => {
  if (await isRunningElsewhere(embeddedFolder(dataDir))) {
    throw new CliError(
      'busy',
      `The database in DATA_DIR ${dataDir} runs where it cannot be seen from here, as in another container: run commands there (podman exec, docker exec), or stop it first.`,
    );
  }
  await assertNotMoved(dataDir);
  return acquireLock(dataDir, kind).catch((cause: Error) => {
    if (cause instanceof UnreadableLock) throw new CliError('data_dir', cause.message);
    throw new CliError('data_dir', notWritableError(dataDir, cause));
  });
};

/** Prints the running migration while a command waits for it. */
const sayMigration = (name: string): void => {
  process.stderr.write(`the database is brought to this version: ${name}\n`);
};

/** The database of DATABASE_URL, brought to this version of the program. @throws CliError where that fails */
export const foreignDatabase = async (databaseUrl: string, options?: MigrateOptions): Promise<pg.ClientConfig> => {
  const connection = { connectionString: databaseUrl };
  await migrate(connection, { slow: sayMigration, ...options, neverFirst: true }).catch((cause: Error) => {
    if (cause instanceof RoleError) throw new CliError('unfit_role', cause.message);
    throw new CliError('database', `DATABASE_URL: ${cause.message}`);
  });
  return connection;
};

/**
 * Runs work on a connection, with the keys of the secrets. @param sealed is called where values in clear were encrypted
 */
type Connected<T> = (connection: pg.ClientConfig, sealed?: () => Promise<void>) => Promise<T>;

export const connected =
  <T>(config: Config, work: (db: Database) => Promise<T>, { keyless }: DatabaseOptions): Connected<T> =>
  async (connection, sealed) => {
    const keys = keysFor(config);
    const db = connect({ connection, keyRing: keys.keyRing, lanes: 1, writers: 2, longReaders: 1 });
    try {
      if (!keyless && (await unlock(db, keys))) await sealed?.();
      return await work(db);
    } finally {
      await db.close();
    }
  };

/** A command in another folder than the service's would silently search an empty database. */
const sayIfNew = (dataDir: string): void => {
  if (existsSync(join(embeddedFolder(dataDir), 'PG_VERSION')) || interruptedRestore(dataDir).length) return;
  process.stderr.write(`There was no database in DATA_DIR ${resolve(dataDir)}: a new, empty one is made.\n`);
};

/** Runs work with the server of a locked DATA_DIR; its database is migrated to this version. */
export const withServer = async <T>(
  dataDir: string,
  work: (server: EmbeddedServer) => Promise<T>,
  asIs = false,
): Promise<T> => {
  const server = await startEmbedded({ dataDir, endsWithCommand: true });
  try {
    await migrate(server.connection, { grantTo: SERVICE, reportsTo: REPORTS, slow: sayMigration, asIs });
    return await work(server);
  } finally {
    await server.stop();
  }
};

/** Commands are serialized; with a running service they use its server. */
const withEmbedded = async <T>(
  config: Config,
  run: Connected<T>,
  { served = false, asIs = false, asOwner = false }: DatabaseOptions,
): Promise<T> => {
  if (served) {
    // Not by trying to take the lock, which would keep a service from its start.
    if ((await lockOwnerOf(config.dataDir))?.kind !== 'service') throw fail('service_unavailable');
    return run(await embeddedConnection(config.dataDir, SERVICE));
  }
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const holder = await lockOwnerOf(config.dataDir).catch(() => null);
    // A lock file needs disk space. With a running service none is taken, so that `doctor` can report a full disk.
    const lock = holder?.kind === 'service' ? holder : await lockOf(config.dataDir, 'command');
    if ('release' in lock) {
      try {
        await removeRestoreMarker(config.dataDir);
        sayIfNew(config.dataDir);
        return await withServer(
          config.dataDir,
          (server) => run(asOwner ? server.connection : server.service, () => server.forgetOverwritten(secretTables)),
          asIs,
        );
      } finally {
        await lock.release();
      }
    }
    if (lock.kind === 'service') return run(await embeddedConnection(config.dataDir, asOwner ? OWNER : SERVICE));
    if (Date.now() > until) throw new CliError('busy', `Another command (process ${lock.pid}) uses ${config.dataDir}.`);
    await new Promise((done) => setTimeout(done, 100));
  }
};

/** The context of one command line. @param asJson whether `--json` was given */
export const createContext = (config: Config, asJson: () => boolean): CommandContext => ({
  config,
  withDatabase: async (work, options = {}) => {
    const run = connected(config, work, options);
    const done = async () => {
      if (!config.databaseUrl) return withEmbedded(config, run, options);
      if (!options.keyless) requireSetting(config);
      return run(await foreignDatabase(config.databaseUrl, options));
    };
    return options.waits ? done() : withHeartbeat(process.stderr, done);
  },
  print: (result, human) => {
    process.stdout.write(`${asJson() ? JSON.stringify(result) : escapeForTerminal(human(result))}\n`);
  },
});
