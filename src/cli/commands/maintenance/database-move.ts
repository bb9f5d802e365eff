/** `broker-crm database move`: from the embedded database to a server of one's own (docs/decisions/0045). */
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import pg from 'pg';
import type { Config } from '../../../config/config.ts';
import {
  assertEmptyTarget,
  type CopyProgress,
  CopyRefused,
  type CopyResult,
  copyDatabase,
} from '../../../db/copy/copy-database.ts';
import type { Database } from '../../../db/database.ts';
import { keyFileOf } from '../../../db/encryption/key-file.ts';
import { NoConnection } from '../../../db/pool/connection-failure.ts';
import { withConnection } from '../../../db/pool/dedicated-connection.ts';
import { megabytes, missingIn, withLock } from '../../backup/backup-steps.ts';
import { type CommandContext, connected, foreignDatabase, withServer } from '../../context/command-context.ts';
import { progressOf } from '../../context/create-demo.ts';
import { isDatabaseMissing, reportMissingDatabase } from '../../data-dir/missing-database.ts';
import { removePendingMove, writeMoveMarker, writePendingMove } from '../../data-dir/move-marker.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { nonEmpty } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';

/** Reports the progress to a terminal. */
const createReporter = (stream: NodeJS.WriteStream): CopyProgress => {
  const tell = every(stream);
  return {
    copied: (table, bytes) => tell(`${table}: ${megabytes(bytes)} copied so far`),
    compares: (table) => tell(`compares ${table}`),
  };
};

/** A server as people know it; never a password. */
const placeOf = (databaseUrl: string): string => {
  const { host, port, database } = new pg.Client(databaseUrl);
  return `${host.startsWith('/') ? host : `${host}:${port}`}/${database}`;
};

/** @throws CliError instead of a refused copy or a failed connection */
const refused = (error: unknown): never => {
  if (error instanceof NoConnection) throw new CliError('database', `DATABASE_URL: ${error.message}`);
  throw error instanceof CopyRefused ? new CliError(error.code, error.message) : error;
};

/** @throws CliError where the settings do not name both sides */
const requireBoth = async ({ databaseUrl, dataDir }: Config): Promise<void> => {
  if (!databaseUrl)
    throw new CliError(
      'no_target',
      "DATABASE_URL is not set: it names the database to move to, an empty one on a server of your own (create database ... encoding 'UTF8' template template0).",
    );
  if (await isDatabaseMissing(dataDir)) throw new CliError('no_database', reportMissingDatabase(dataDir));
};

/** The result of a move, and the secret keys that the settings lack. */
interface There {
  readonly moved: CopyResult;
  readonly missing: readonly string[];
}

/** Moves the embedded database, and notes that it was. */
const moveFrom = (config: Config, to: string): Promise<There> => {
  const { dataDir, databaseUrl } = config;
  return withServer(dataDir, ({ connection }) => {
    const work = async (db: Database) => {
      if ((await progressOf(db)) !== 'used')
        throw new CliError(
          'nothing_to_move',
          `Nobody has used the database in DATA_DIR ${resolve(dataDir)} yet: start the service with DATABASE_URL.`,
        );
      const missing = await missingIn(db);
      const target = { connectionString: databaseUrl };
      const moved = await copyDatabase(connection, target, createReporter(process.stderr), {
        beforeCommit: () => writePendingMove(dataDir, to),
        rolledBack: () => removePendingMove(dataDir),
        committed: () => writeMoveMarker(dataDir, to),
      });
      return { moved, missing: missing ?? [] };
    };
    return connected(config, work, { keyless: true })(connection);
  });
};

/** How secrets stay readable. @param missing keys that the settings do not hold */
const secretsNext = (config: Config, missing: readonly string[]): string => {
  const file = resolve(keyFileOf(config.dataDir));
  if (missing.length)
    return `secrets: set SECRETS_KEY_FILE=${file} (or your copy of it): the settings lack the key ${missing.join(' and ')}, without which the service does not start`;
  if (config.secretsKey.length) return 'secrets: SECRETS_KEY opens them, as before';
  return `secrets: ${file} opens them as before, as long as it stays; another machine needs a copy, which SECRETS_KEY_FILE names`;
};

/** The next steps of an operator, a line each. */
const nextOf = (config: Config, grantTo: string | undefined, missing: readonly string[]): readonly string[] => {
  const folder = resolve(config.dataDir);
  return [
    `DATABASE_URL: set it for the service${grantTo === undefined ? '' : `, as the role ${grantTo}`}`,
    secretsNext(config, missing),
    ...(config.backupTo
      ? [
          'backups: take BACKUP_TO out of the settings, it is for the embedded database; back up that server with its own tools',
        ]
      : ['backups: back up that server with its own tools']),
    config.s3Bucket
      ? `files: what lies in ${join(folder, 'files')} stays there until "broker-crm files move --to s3"`
      : `files: they stay in ${join(folder, 'files')}; for several machines set S3_BUCKET, then "broker-crm files move --to s3"`,
    `the old database stays as it is in ${join(folder, 'postgres')}, and is not started any more; remove that folder once there is a backup of the new one`,
  ];
};

const move = async (context: CommandContext, grantTo: string | undefined): Promise<void> => {
  const { config } = context;
  await requireBoth(config);
  const { databaseUrl, dataDir } = config;
  const to = placeOf(databaseUrl);
  const work = async (): Promise<There> => {
    // Before it is migrated, which another version may be at work in.
    await withConnection({ connectionString: databaseUrl }, assertEmptyTarget).catch(refused);
    await foreignDatabase(databaseUrl, { grantTo });
    return moveFrom(config, to).catch(refused);
  };
  const { moved, missing } = await withLock(dataDir, work);
  print(context, { moved, to, missing, grantTo });
};

interface Done {
  readonly moved: CopyResult;
  readonly to: string;
  readonly missing: readonly string[];
  readonly grantTo: string | undefined;
}

const print = (context: CommandContext, { moved, to, missing, grantTo }: Done): void => {
  const rows = moved.tables.reduce((sum, table) => sum + table.rows, 0);
  const next = nextOf(context.config, grantTo, missing);
  const tables = Object.fromEntries(moved.tables.map((table) => [table.table, table.rows]));
  const result = { to, tables, rows, sequences: moved.sequences, missing_secrets_keys: missing, next };
  context.print(result, () =>
    [
      `${rows} rows of ${moved.tables.length} tables are in ${to} as they were in ${resolve(context.config.dataDir)}: both sides were compared.`,
      ...next.map((line) => `- ${line}`),
    ].join('\n'),
  );
};

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('database')
    .description('the database itself')
    .command('move')
    .description(
      'move the embedded database of DATA_DIR to the empty one that DATABASE_URL names, all of it or nothing; the service is stopped',
    )
    .option('--grant-to <role>', 'what the service needs there, to a role of its own (as migrate does)', nonEmpty)
    .action(({ grantTo }: { grantTo?: string }) => move(context, grantTo));
};
