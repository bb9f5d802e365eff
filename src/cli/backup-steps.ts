/** What backups and restores of every kind do and say alike. */

import { join } from 'node:path';
import type { Config } from '../config.ts';
import { amountIn, type Copied, leaveOutOfData } from '../db/backup.ts';
import type { Database } from '../db/database.ts';
import { outOfFull } from '../db/embedded-places.ts';
import { keyFileOf, readKeyFile } from '../db/key-file.ts';
import { keyIdOf } from '../db/key-ring.ts';
import { MissingKeys, requireKeys } from '../operations/secrets/secrets-key.ts';
import { removeRestored } from './aside.ts';
import { type CommandContext, connected, lockOf, Refusal, withServer } from './context.ts';
import { everySoOften } from './every-so-often.ts';
import { noteRestored, restoredBefore } from './restored.ts';

const EVERY_MS = 1000;
const MB = 1_000_000;

/** An amount, for people. */
export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

/** Tells a person who waits how far it is. @param all bytes that there are to copy, where that is known; about, while they grow */
export const toldTo = (stream: NodeJS.WriteStream, what: string, all?: number) => {
  const tell = everySoOften(stream, EVERY_MS);
  const ofAll = all === undefined ? '' : ` of ${megabytes(all)}`;
  return ({ files, bytes }: Copied): void => tell(`${what}: ${files} files, ${megabytes(bytes)}${ofAll}`);
};

/** How many bytes a copy of the running database has, nearly. */
export const bytesOfDatabase = async (dataDir: string): Promise<number> =>
  (await amountIn(join(dataDir, 'postgres'), leaveOutOfData)).bytes;

/** The DATA_DIR. @throws Refusal where the settings name a database that is not in it */
export const embeddedOnly = ({ config }: CommandContext): string => {
  if (config.databaseUrl) {
    throw new Refusal(
      'not_embedded',
      'DATABASE_URL names a server of your own: back it up with pg_dump, and the folder files in DATA_DIR or the bucket beside it.',
    );
  }
  return config.dataDir;
};

/** Who copies to a place: says of a full disk that it is that one's. @throws Refusal in its place */
export const roomIn =
  (place: string) =>
  (error: unknown): never => {
    const full = outOfFull(error);
    if (full) throw new Refusal('no_room', `${place} cannot be written: ${(error as Error).message}; ${full}.`);
    throw error;
  };

/** Nobody else uses the DATA_DIR meanwhile. @param decides as `lockOf` */
export const withLock = async <T>(dataDir: string, work: () => Promise<T>, decides = false): Promise<T> => {
  const lock = await lockOf(dataDir, 'command', decides);
  if (!('release' in lock)) throw new Refusal('busy', `Process ${lock.pid} uses ${dataDir}; stop it first.`);
  try {
    return await work();
  } finally {
    await lock.release();
  }
};

/** Keys of the secrets that a database needs and that its key ring has not; null where none is missing. */
export const missingIn = (db: Database): Promise<readonly string[] | null> =>
  requireKeys({ run: db.read }, db.keyRing).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof MissingKeys)) throw error;
      return error.ids;
    },
  );

/** What a restore brought, and which keys of its secrets the settings lack. */
interface Restored<T> {
  readonly done: T;
  readonly missing: readonly string[] | null;
}

/**
 * Makes the database of a DATA_DIR that has none, or ends what a restore of the same moment left to be done.
 * @param bring brings all but the database's name, notes that, and gives it its name
 * @throws Refusal where it has another database
 */
export const restoreInto = <T>(
  { config }: CommandContext,
  at: string,
  bring: (note: (done: T) => Promise<void>) => Promise<T>,
): Promise<Restored<T>> => {
  const { dataDir } = config;
  return withLock(dataDir, async () => {
    const done = (await restoredBefore<T>(dataDir, at)) ?? (await bring((all) => noteRestored(dataDir, at, all)));
    // The first start replays the log; it is done here, so that what is wrong shows now.
    const looked = connected(config, missingIn, { keyless: true });
    const missing = await withServer(dataDir, ({ service }) => looked(service));
    await removeRestored(dataDir);
    return { done, missing };
  });
};

/** What is to be done about missing keys. */
export const wayToKeys = (config: Config, missing: readonly string[] | null): string => {
  if (!missing) return '';
  const kept = keyFileOf(config.dataDir);
  const inFile = readKeyFile(kept).map(keyIdOf);
  const [key, start] = [`key of the secrets, ${missing.join(' and ')}`, 'before the service starts'];
  if (config.secretsKey.length && missing.every((id) => inFile.includes(id)))
    return `\nThe ${key}, is in ${kept}, which SECRETS_KEY takes the place of: ${start}, put it into SECRETS_KEY too, or unset that.`;
  const lacking = `\nThe backup is without the ${key}: ${start}, `;
  if (config.secretsKey.length) return `${lacking}put your copy of it into SECRETS_KEY too, for every process.`;
  return inFile.length
    ? `${lacking}add your copy of it to ${kept}, as a line beside those that are there, or set SECRETS_KEY.`
    : `${lacking}put your copy of it to ${kept} (mode 600), or set SECRETS_KEY.`;
};
