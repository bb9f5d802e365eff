/** What every command is given: the database, running or started for the time of the command, and a way to answer. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { connect } from '../db/cluster.ts';
import { type Holder, holderOf, takeLock, Unreadable } from '../db/data-lock.ts';
import type { Database } from '../db/database.ts';
import { type EmbeddedServer, embeddedConnection, startEmbedded } from '../db/embedded.ts';
import { OWNER, REPORTS, SERVICE } from '../db/embedded-access.ts';
import { unwritable } from '../db/embedded-places.ts';
import { UnfitRole } from '../db/grants.ts';
import { runsElsewhere } from '../db/left-over.ts';
import { type MigrateOptions, migrate } from '../db/migrate.ts';
import { leftByRestore } from '../db/unfinished-restore.ts';
import { fail } from '../errors.ts';
import { heardOf } from './every-so-often.ts';
import { forTerminal } from './for-terminal.ts';
import { requireNotMoved } from './moved.ts';
import { Refusal } from './refusal.ts';
import { forgetRestore } from './restored.ts';
import { keysFor, requireSetting, secretTables, unlock } from './secret-keys.ts';

export { Refusal } from './refusal.ts';

interface DatabaseOptions extends MigrateOptions {
  /** Works without the key of the secrets too, and with a wrong one; then no secret can be written or read. */
  readonly keyless?: boolean;
  /** Only beside a running service: an embedded database is not started for it. */
  readonly served?: boolean;
  /** It waits on purpose, or for whoever types: that it does is not said. */
  readonly waits?: boolean;
  /** With the embedded database as its owner: what the service may not do. With another one it is the role of DATABASE_URL. */
  readonly asOwner?: boolean;
}

export interface CommandContext {
  readonly config: Config;
  /** Runs `work` on the migrated database, whether the service runs or not. @throws Refusal where it cannot be used */
  withDatabase<T>(work: (db: Database) => Promise<T>, options?: DatabaseOptions): Promise<T>;
  /** Prints a result: one JSON document with `--json`, else what `human` makes of it. */
  print<T>(result: T, human: (result: T) => string): void;
}

const WAIT_MS = 30_000;

const embeddedFolder = (dataDir: string): string => join(resolve(dataDir), 'postgres');

/**
 * The lock of DATA_DIR, or who has it.
 * @param decides finds out what became of a move that was broken off as it ended
 * @throws Refusal where the folder cannot be used
 */
export const lockOf = async (dataDir: string, kind: Holder['kind'], decides = false): ReturnType<typeof takeLock> => {
  if (await runsElsewhere(embeddedFolder(dataDir))) {
    throw new Refusal(
      'busy',
      `The database in DATA_DIR ${dataDir} runs where it cannot be seen from here, as in another container: run commands there (podman exec, docker exec), or stop it first.`,
    );
  }
  await requireNotMoved(dataDir, decides);
  return takeLock(dataDir, kind).catch((cause: Error) => {
    if (cause instanceof Unreadable) throw new Refusal('data_dir', cause.message);
    throw new Refusal('data_dir', unwritable(dataDir, cause));
  });
};

/** Says to who waits for a command what it waits for. */
const sayMigration = (name: string): void => {
  process.stderr.write(`the database is brought to this version: ${name}\n`);
};

/** The database of DATABASE_URL, brought to this version of the program. @throws Refusal where that fails */
export const foreignDatabase = async (databaseUrl: string, options?: MigrateOptions): Promise<pg.ClientConfig> => {
  const connection = { connectionString: databaseUrl };
  await migrate(connection, { slow: sayMigration, ...options, neverFirst: true }).catch((cause: Error) => {
    if (cause instanceof UnfitRole) throw new Refusal('unfit_role', cause.message);
    throw new Refusal('database', `DATABASE_URL: ${cause.message}`);
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

/** Whoever runs a command in another folder than the service would else search for records that are not there. */
const sayIfNew = (dataDir: string): void => {
  if (existsSync(join(embeddedFolder(dataDir), 'PG_VERSION')) || leftByRestore(dataDir).length) return;
  process.stderr.write(`There was no database in DATA_DIR ${resolve(dataDir)}: a new, empty one is made.\n`);
};

/** Runs work beside the server of a DATA_DIR whose lock the caller has; its database is brought to this version. */
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

/** Commands wait for each other; beside a running service they use its server. */
const withEmbedded = async <T>(
  config: Config,
  run: Connected<T>,
  { served = false, asIs = false, asOwner = false }: DatabaseOptions,
): Promise<T> => {
  if (served) {
    // Not by trying to take the lock, which would keep a service from its start.
    if ((await holderOf(config.dataDir))?.kind !== 'service') throw fail('service_unavailable');
    return run(await embeddedConnection(config.dataDir, SERVICE));
  }
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const holder = await holderOf(config.dataDir).catch(() => null);
    // A lock needs room on the disk; a command beside a service looks why there is none.
    const lock = holder?.kind === 'service' ? holder : await lockOf(config.dataDir, 'command');
    if ('release' in lock) {
      try {
        await forgetRestore(config.dataDir);
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
    if (Date.now() > until) throw new Refusal('busy', `Another command (process ${lock.pid}) uses ${config.dataDir}.`);
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
    return options.waits ? done() : heardOf(process.stderr, done);
  },
  print: (result, human) => {
    process.stdout.write(`${asJson() ? JSON.stringify(result) : forTerminal(human(result))}\n`);
  },
});
