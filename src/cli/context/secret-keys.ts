/** The keys of the secrets as the settings say: SECRETS_KEY, or a file in DATA_DIR. */
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { keyFileOf, keysInFile, makeKeyFile, readKeyFile } from '../../db/encryption/key-file.ts';
import { createKeylessRing, createKeyRing, DecryptError, type KeyRing } from '../../db/encryption/key-ring.ts';
import { ApiError } from '../../errors/api-error.ts';
import { ensureDirectory } from '../../filesystem/ensure-directory.ts';
import { registry } from '../../model/registry.ts';
import { MissingKeys, prepareSecrets, registeredKeys } from '../../operations/secrets/key-registry.ts';
import { secretColumns } from '../../operations/secrets/secret-columns.ts';
import { CliError } from '../terminal/cli-error.ts';

const columns = secretColumns(registry);
/** Tables that hold secrets. */
export const secretTables: readonly string[] = [...new Set(columns.map(({ table }) => table))];

/** Where the keys come from. */
export interface SecretKeys {
  readonly keyRing: KeyRing;
  /** Their source, for operators. */
  readonly source: string;
  /** The file that keeps them, where it is one. */
  readonly file?: string;
}

const HOW = 'make one with "broker-crm secrets key" (or: openssl rand -base64 32), keep a copy apart from backups';

/** Whether DATA_DIR may be lost at the next start: database and files are elsewhere, so a key would be lost there. */
const keepsNothingHere = ({ databaseUrl, s3Bucket }: Config): boolean => databaseUrl !== '' && s3Bucket !== '';

/** The keys that the settings name; nothing is read yet. */
export const keysFor = (config: Config): SecretKeys => {
  const { secretsKey, dataDir } = config;
  if (secretsKey.length) return { keyRing: createKeyRing(() => secretsKey), source: 'SECRETS_KEY' };
  if (keepsNothingHere(config)) return { keyRing: createKeylessRing, source: 'SECRETS_KEY' };
  const file = keyFileOf(dataDir);
  return { keyRing: createKeyRing(keysInFile(file)), source: file, file };
};

/** @throws CliError where the key would be the only persistent data on this machine */
export const requireSetting = (config: Config): void => {
  if (config.secretsKey.length || !keepsNothingHere(config)) return;
  throw new CliError(
    'secrets_key_missing',
    `SECRETS_KEY is not set. Secrets in the database are encrypted with a key that is kept outside of it, and with DATABASE_URL and S3_BUCKET nothing else stays on this machine: ${HOW}, and set it for every process.`,
  );
};

/** Creates a missing key file, where keys are stored in a file. */
export const createKeyIfMissing = async ({ file }: SecretKeys): Promise<void> => {
  if (!file || readable(file).length) return;
  await ensureDirectory(dirname(file));
  await makeKeyFile(file);
};

/** Makes the file of a database that has none yet. @throws CliError where the database was used with one */
const makeFile = async (db: Database, keys: SecretKeys): Promise<void> => {
  const known = await registeredKeys(db);
  if (!known.length) return createKeyIfMissing(keys);
  throw new CliError(
    'secrets_key_missing',
    `${keys.file} is missing. It holds the key ${known.join(' and ')}, with which secrets in this database are encrypted: put it back from where you keep its copy (backup --with-secrets-key makes one), or set SECRETS_KEY. Several machines on one database need the same key. Where no copy is left: broker-crm secrets discard.`,
  );
};

const readable = (file: string): readonly string[] => {
  try {
    return readKeyFile(file);
  } catch (cause) {
    throw new CliError('secrets_key_unusable', (cause as Error).message);
  }
};

/**
 * The error of a command for an undecryptable secret: its location and the fix, instead of the response for API
 * clients.
 */
export const unopened = (error: unknown, source: string): unknown => {
  if (!(error instanceof ApiError && error.cause instanceof DecryptError)) return error;
  const { message, keyMissing } = error.cause;
  const way = keyMissing
    ? 'Put that key back; where no copy is left: broker-crm secrets discard.'
    : 'Restore the database to a moment before that (broker-crm restore --at), or give this one value up: docs/operating.md, "A secret that cannot be opened".';
  return new CliError('secret_unreadable', `${message} (keys of ${source}). ${way}`);
};

/**
 * Checks that the secrets of a migrated database are decryptable, and encrypts values that an older version left in
 * clear. The first start creates the key of an embedded database.
 * @throws CliError where the key is missing or wrong, with the next step
 */
export const unlock = async (db: Database, keys: SecretKeys): Promise<number> => {
  const { keyRing, source, file } = keys;
  if (file && !readable(file).length) await makeFile(db, keys);
  return prepareSecrets(db, columns).catch((error: unknown) => {
    if (!(error instanceof MissingKeys)) throw unopened(error, source);
    throw new CliError(
      'secrets_key_wrong',
      `${error.message}, which ${source} does not hold (it holds ${keyRing.ids.join(', ')}). Put that key back; while keys change, both are needed. Where no copy is left: broker-crm secrets discard.`,
    );
  });
};
