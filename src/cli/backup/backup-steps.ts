/** Steps that all backup and restore commands share. */

import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { diskFullError } from '../../db/embedded/embedded-paths.ts';
import { amountIn, type Copied, leaveOutOfData } from '../../db/embedded/low-level-backup.ts';
import { keyFileOf, readKeyFile } from '../../db/encryption/key-file.ts';
import { keyIdOfKey } from '../../db/encryption/key-ring.ts';
import { assertKeys, MissingKeys } from '../../operations/secrets/key-registry.ts';
import { type CommandContext, connected, lockOf, withServer } from '../context/command-context.ts';
import { readRestoreMarker, writeRestoreMarker } from '../data-dir/restore-marker.ts';
import { removeRestored } from '../data-dir/staging-dir.ts';
import { CliError } from '../terminal/cli-error.ts';
import { every } from '../terminal/progress.ts';

const EVERY_MS = 1000;
const MB = 1_000_000;

/** An amount, for people. */
export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

/** Reports the progress to a terminal. @param all total bytes, if known; approximate while files grow */
export const progressTo = (stream: NodeJS.WriteStream, what: string, all?: number) => {
  const tell = every(stream, EVERY_MS);
  const ofAll = all === undefined ? '' : ` of ${megabytes(all)}`;
  return ({ files, bytes }: Copied): void => tell(`${what}: ${files} files, ${megabytes(bytes)}${ofAll}`);
};

/** How many bytes a copy of the running database has, nearly. */
export const bytesOfDatabase = async (dataDir: string): Promise<number> =>
  (await amountIn(join(dataDir, 'postgres'), leaveOutOfData)).bytes;

/** The DATA_DIR. @throws CliError where the settings name a database that is not in it */
export const embeddedOnly = ({ config }: CommandContext): string => {
  if (config.databaseUrl) {
    throw new CliError(
      'not_embedded',
      'DATABASE_URL names a server of your own: back it up with pg_dump, and the folder files in DATA_DIR or the bucket beside it.',
    );
  }
  return config.dataDir;
};

/** Who copies to a place: says of a full disk that it is that one's. @throws CliError in its place */
export const freeSpaceIn =
  (place: string) =>
  (error: unknown): never => {
    const full = diskFullError(error);
    if (full) throw new CliError('no_room', `${place} cannot be written: ${(error as Error).message}; ${full}.`);
    throw error;
  };

/** Runs work under the lock of DATA_DIR. */
export const withLock = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  const lock = await lockOf(dataDir, 'command');
  if (!('release' in lock)) throw new CliError('busy', `Process ${lock.pid} uses ${dataDir}; stop it first.`);
  try {
    return await work();
  } finally {
    await lock.release();
  }
};

/** Keys of the secrets that a database needs and that its key ring has not; null where none is missing. */
export const missingIn = (db: Database): Promise<readonly string[] | null> =>
  assertKeys({ run: db.read }, db.keyRing).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof MissingKeys)) throw error;
      return error.ids;
    },
  );

/** The result of a restore, and the secret keys that the settings lack. */
interface Restored<T> {
  readonly done: T;
  readonly missing: readonly string[] | null;
}

/**
 * Creates the database of an empty DATA_DIR, or finishes an interrupted restore of the same restore point.
 * @param bring restores all files except the final name of the database, writes the restore marker, and renames it
 * @throws CliError where it has another database
 */
export const restoreInto = <T>(
  { config }: CommandContext,
  at: string,
  bring: (note: (done: T) => Promise<void>) => Promise<T>,
): Promise<Restored<T>> => {
  const { dataDir } = config;
  return withLock(dataDir, async () => {
    const done =
      (await readRestoreMarker<T>(dataDir, at)) ?? (await bring((all) => writeRestoreMarker(dataDir, at, all)));
    // The first start replays the WAL; running it here reports errors now.
    const looked = connected(config, missingIn, { keyless: true });
    const missing = await withServer(dataDir, ({ service }) => looked(service));
    await removeRestored(dataDir);
    return { done, missing };
  });
};

/** The next step of the operator for missing keys. */
export const keyHint = (config: Config, missing: readonly string[] | null): string => {
  if (!missing) return '';
  const kept = keyFileOf(config.dataDir);
  const inFile = readKeyFile(kept).map(keyIdOfKey);
  const [key, start] = [`key of the secrets, ${missing.join(' and ')}`, 'before the service starts'];
  if (config.secretsKey.length && missing.every((id) => inFile.includes(id)))
    return `\nThe ${key}, is in ${kept}, which SECRETS_KEY takes the place of: ${start}, put it into SECRETS_KEY too, or unset that.`;
  const lacking = `\nThe backup is without the ${key}: ${start}, `;
  if (config.secretsKey.length) return `${lacking}put your copy of it into SECRETS_KEY too, for every process.`;
  return inFile.length
    ? `${lacking}add your copy of it to ${kept}, as a line beside those that are there, or set SECRETS_KEY.`
    : `${lacking}put your copy of it to ${kept} (mode 600), or set SECRETS_KEY.`;
};
