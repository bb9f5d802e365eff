/** What every command is given: the database, running or started for the time of the command, and a way to answer. */

import type pg from 'pg';
import type { Config } from '../config.ts';
import { type Holder, takeLock } from '../db/data-lock.ts';
import { connect, type Database } from '../db/database.ts';
import { embeddedConnection, startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

/** A refusal that the operator is told in one sentence; exit code 1. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface CommandContext {
  readonly config: Config;
  /** Runs `work` on the migrated database, whether the service runs or not. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Prints a result: one JSON document with `--json`, else what `human` makes of it. */
  print<T>(result: T, human: (result: T) => string): void;
}

const WAIT_MS = 30_000;

/** The lock of DATA_DIR, or who has it. @throws Refusal where the folder cannot be used */
export const lockOf = async (dataDir: string, kind: Holder['kind']): ReturnType<typeof takeLock> =>
  takeLock(dataDir, kind).catch((cause: Error) => {
    throw new Refusal('data_dir', `DATA_DIR ${dataDir} cannot be written: ${cause.message}`);
  });

/** The database of DATABASE_URL, brought to this version of the program. @throws Refusal where that fails */
export const foreignDatabase = async (databaseUrl: string): Promise<pg.ClientConfig> => {
  const connection = { connectionString: databaseUrl };
  await migrate(connection).catch((cause: Error) => {
    throw new Refusal('database', `DATABASE_URL: ${cause.message}`);
  });
  return connection;
};

const withConnection = async <T>(connection: pg.ClientConfig, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = connect({ connection, lanes: 1, writers: 2, longReaders: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

/** Commands wait for each other; beside a running service they use its server. */
const withEmbedded = async <T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> => {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const lock = await lockOf(config.dataDir, 'command');
    if ('release' in lock) {
      try {
        const server = await startEmbedded({ dataDir: config.dataDir });
        try {
          await migrate(server.connection);
          return await withConnection(server.connection, work);
        } finally {
          await server.stop();
        }
      } finally {
        await lock.release();
      }
    }
    if (lock.kind === 'service') return withConnection(await embeddedConnection(config.dataDir), work);
    if (Date.now() > until) throw new Refusal('busy', `Another command (process ${lock.pid}) uses ${config.dataDir}.`);
    await new Promise((done) => setTimeout(done, 100));
  }
};

/** The context of one command line. @param asJson whether `--json` was given */
export const createContext = (config: Config, asJson: () => boolean): CommandContext => ({
  config,
  withDatabase: async (work) => {
    if (!config.databaseUrl) return withEmbedded(config, work);
    return withConnection(await foreignDatabase(config.databaseUrl), work);
  },
  print: (result, human) => {
    process.stdout.write(`${asJson() ? JSON.stringify(result) : human(result)}\n`);
  },
});
