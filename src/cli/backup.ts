/** `broker-crm backup` and `restore`: everything of a DATA_DIR in one folder, copied while the service runs. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { backUpDatabase, type Copied, copyFolder, hasDatabase, restoreDatabase, secretOf } from '../db/backup.ts';
import { keyFileOf, readKeyFile, writeKeyFile } from '../db/key-file.ts';
import { MissingKeys, requireKeys } from '../operations/secrets/secrets-key.ts';
import { type CommandContext, lockOf, Refusal } from './context.ts';
import { noteBackup } from './last-backup.ts';
import { keysFor } from './secret-keys.ts';

const DATABASE = 'database';
const FILES = 'files';
/** Written last: a folder without it is no whole backup. */
const MANIFEST = 'backup.json';
const SECRET = 'postgres.secret';
/** Uploads that have not ended yet. */
const BEING_WRITTEN = 'part';
const KEYS = 'secrets.key';
const EVERY_MS = 1000;
const MB = 1_000_000;

const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

/** Tells a person who waits how far it is. */
const toldTo = (stream: NodeJS.WriteStream, what: string) => {
  let toldAt = Date.now();
  return ({ files, bytes }: Copied): void => {
    if (Date.now() - toldAt < EVERY_MS) return;
    toldAt = Date.now();
    stream.write(`${what}: ${files} files, ${megabytes(bytes)}\n`);
  };
};

/** @throws where the settings name a database that is not in DATA_DIR */
const embeddedOnly = ({ config }: CommandContext): string => {
  if (config.databaseUrl) {
    throw new Refusal(
      'not_embedded',
      'DATABASE_URL names a server of your own: back it up with pg_dump, and the folder files in DATA_DIR or the bucket beside it.',
    );
  }
  return config.dataDir;
};

/** Nobody else uses the DATA_DIR meanwhile. */
const withLock = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  const lock = await lockOf(dataDir, 'command');
  if (!('release' in lock)) throw new Refusal('busy', `Process ${lock.pid} uses ${dataDir}; stop it first.`);
  try {
    return await work();
  } finally {
    await lock.release();
  }
};

const isFree = async (folder: string): Promise<boolean> => !existsSync(folder) || (await readdir(folder)).length === 0;

/** Copies the keys of the secrets too, where that is asked for. @throws where there is no file of them */
const copyKeys = async ({ config }: CommandContext, part: string): Promise<void> => {
  const { file } = keysFor(config);
  if (!file)
    throw new Refusal('no_key_file', 'SECRETS_KEY is a setting: keep it where you keep the settings of the service.');
  await writeKeyFile(join(part, KEYS), readKeyFile(file));
};

const backUp = async (context: CommandContext, target: string, withKeys: boolean): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const folder = resolve(target);
  if (!(await isFree(folder)))
    throw new Refusal('not_empty', `${target} is not empty; name a folder that does not exist yet.`);
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    const database = await context.withDatabase(() =>
      backUpDatabase(dataDir, join(part, DATABASE), toldTo(process.stderr, 'database')),
    );
    // After the database: content is there before its record is, so every record that was copied has its content.
    const files = await copyFolder(
      join(dataDir, FILES),
      join(part, FILES),
      (path) => path === BEING_WRITTEN,
      toldTo(process.stderr, 'files'),
    );
    await writeFile(join(part, SECRET), await secretOf(dataDir), { mode: 0o600, flush: true });
    if (withKeys) await copyKeys(context, part);
    const made = { made_at: new Date().toISOString(), with_secrets_key: withKeys, database, files };
    await writeFile(join(part, MANIFEST), JSON.stringify(made), { flush: true });
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
    await noteBackup(dataDir, made.made_at);
    context.print(
      { folder, ...made },
      () =>
        `${folder}: database ${megabytes(database.bytes)}, files ${megabytes(files.bytes)}; ${withKeys ? 'with' : 'without'} the key of the secrets`,
    );
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
};

const restore = async (context: CommandContext, source: string): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const text = await readFile(join(source, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new Refusal('no_backup', `${source} is no whole backup: it has no ${MANIFEST}.`);
  const made = JSON.parse(text) as { made_at: string };
  const copied = await withLock(dataDir, async () => {
    if (await hasDatabase(dataDir)) {
      throw new Refusal(
        'not_empty',
        `${dataDir} has a database; set DATA_DIR to another folder, or move that one away.`,
      );
    }
    const stored = await copyFolder(
      join(source, FILES),
      join(dataDir, FILES),
      () => false,
      toldTo(process.stderr, 'files'),
    );
    await writeFile(join(dataDir, SECRET), await readFile(join(source, SECRET)), { mode: 0o600 });
    const database = await restoreDatabase(join(source, DATABASE), dataDir, toldTo(process.stderr, 'database'));
    const keys = readKeyFile(join(source, KEYS));
    if (keys.length) await writeKeyFile(keyFileOf(dataDir), keys);
    return { database, files: stored };
  });
  // The first start replays the log; it is done here, so that what is wrong shows now.
  const missing = await context.withDatabase(
    (db) =>
      requireKeys({ run: db.read }, db.keyRing).then(
        () => null,
        (error: unknown) => {
          if (!(error instanceof MissingKeys)) throw error;
          return error.ids;
        },
      ),
    { keyless: true },
  );
  context.print(
    { data_dir: dataDir, made_at: made.made_at, ...copied, missing_secrets_keys: missing ?? [] },
    () =>
      `${dataDir} is as it was at ${made.made_at}${
        missing
          ? `\nThe backup is without the key of the secrets, ${missing.join(' and ')}: before the service starts, put your copy of it to ${keyFileOf(dataDir)} (mode 600), or set SECRETS_KEY.`
          : ''
      }`,
  );
};

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('backup')
    .description('copy the embedded database and the files into a folder, while the service runs')
    .argument('<folder>', 'a new folder')
    .option('--with-secrets-key', 'with the key that its secrets are encrypted with: who has the copy can read them')
    .action((folder: string, { withSecretsKey }: { withSecretsKey?: boolean }) =>
      backUp(context, folder, withSecretsKey ?? false),
    );
  program
    .command('restore')
    .description('make a DATA_DIR without a database from a backup')
    .argument('<folder>', 'what backup made')
    .action((folder: string) => restore(context, folder));
};
