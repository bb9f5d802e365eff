/**
 * Restores a database from a backup into a staging folder: its files, the WAL that makes them consistent, and a start
 * that replays it up to the restore point. Files restored before an interruption are compared, not fetched again.
 */
import { existsSync } from 'node:fs';
import { chmod, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { forEachConcurrent } from '../concurrency/for-each-concurrent.ts';
import type { Database } from '../db/database.ts';
import { findUnprivilegedUser, preparePaths } from '../db/embedded/embedded-paths.ts';
import { writeConfiguration } from '../db/embedded/embedded-roles.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded/embedded-server.ts';
import { CONTROL_FILE, type Copied, chownTo, entriesBelow, LABEL } from '../db/embedded/low-level-backup.ts';
import { stopStaleServer } from '../db/embedded/stale-postmaster.ts';
import { emptyWalArchive } from '../db/embedded/wal-segments.ts';
import { withConnection } from '../db/pool/dedicated-connection.ts';
import type { FileStores } from '../files/object-store.ts';
import { ensureDirectory } from '../filesystem/ensure-directory.ts';
import { sql } from '../sql/sql.ts';
import { IntegrityError } from './backup-encryption.ts';
import { AT_ONCE, type BaseFile, BLOCK, nameOfBlock } from './base-backup.ts';
import type { EncryptedStore } from './encrypted-store.ts';
import {
  type NamedContent,
  type RestoredContents,
  type RestoreReport,
  readContents,
  restoreContents,
} from './file-restore.ts';
import type { RestorePoint } from './restore-points.ts';

/** The source of a DATA_DIR: a restore point of a continuous backup, or a plain copy. */
export interface RestoreSource {
  /** ISO 8601. */
  readonly at: string;
  /** Size of the database's files. */
  readonly bytes: number;
  /** Password of the database's owner. */
  readonly secret: string;
  /** Keys of its secrets, where the backup has them: the first of them encrypts. */
  readonly secretsKeys: readonly string[];
  /** Where recovery stops; null where the copy is a single moment. */
  readonly stop: RestorePoint['stop'] | null;
  /** Brings the files of the database with the WAL that makes them whole. @throws IntegrityError */
  bring(data: string, report: RestoreReport): Promise<Copied>;
  /** Brings the documents. @throws IntegrityError */
  bringContents(db: Database, stores: FileStores, report: RestoreReport): Promise<RestoredContents>;
  /** Reads the documents, and compares each with its hash. @returns those that are missing or damaged */
  readContents(db: Database, report: RestoreReport): Promise<RestoredContents>;
}

const WAL = 'pg_wal';
/** The control file is written last here too: a folder without it is no database that could be started. */
const inOrder = (files: readonly BaseFile[]): BaseFile[] => {
  const control = CONTROL_FILE.replaceAll(sep, '/');
  return [...files.filter(({ path }) => path !== control), ...files.filter(({ path }) => path === control)];
};

/** Brings one file, block by block; blocks that are there already stay. */
const bringFile = async (vault: EncryptedStore, { size, blocks }: BaseFile, path: string): Promise<void> => {
  const file = await open(path, existsSync(path) ? 'r+' : 'w+', 0o600);
  try {
    for (const [index, name] of blocks.entries()) {
      const at = index * BLOCK;
      const length = Math.min(BLOCK, size - at);
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead === length && (await nameOfBlock(vault.key, buffer)) === name) continue;
      const block = await vault.getBytes(name);
      if (block?.length !== length || (await nameOfBlock(vault.key, block)) !== name)
        throw new IntegrityError(`${name} is missing from the backup, or is not whole`);
      await file.write(block, 0, length, at);
    }
    await file.truncate(size);
  } finally {
    await file.close();
  }
};

/** Restores the WAL into the folder where the server reads it. */
const bringWal = async ({ vault, pieces }: RestorePoint, data: string): Promise<void> => {
  await forEachConcurrent(pieces, AT_ONCE, async ({ name, segment }) => {
    const bytes = await vault.getBytes(name);
    if (!bytes) throw new IntegrityError(`${name} is missing from the backup`);
    await writeFile(join(data, WAL, segment), bytes, { mode: 0o600 });
  });
};

const bringMoment = async (moment: RestorePoint, data: string, report: RestoreReport): Promise<Copied> => {
  const { vault, base } = moment;
  const wanted = new Set([...base.folders, ...base.files.map(({ path }) => path)]);
  // Files of an interrupted restore of another restore point, and of its start.
  for await (const { path } of entriesBelow(data, () => false))
    if (!wanted.has(path.replaceAll(sep, '/'))) await rm(join(data, path), { recursive: true, force: true });
  await rm(join(data, WAL), { recursive: true, force: true });
  for (const folder of base.folders) await ensureDirectory(join(data, folder), 0o700);
  let copied = { files: 0, bytes: 0 };
  await forEachConcurrent(inOrder(base.files), AT_ONCE, async (file) => {
    await ensureDirectory(dirname(join(data, file.path)), 0o700);
    await bringFile(vault, file, join(data, file.path));
    copied = { files: copied.files + 1, bytes: copied.bytes + file.size };
    report(copied);
  });
  await writeFile(join(data, LABEL), base.label, { mode: 0o600 });
  await bringWal(moment, data);
  return copied;
};

/** The moment of a continuous backup. @param named the contents that rows of the restored database name */
export const sourceOf = (moment: RestorePoint, named: (db: Database) => NamedContent): RestoreSource => ({
  at: new Date(moment.at).toISOString(),
  bytes: moment.base.files.reduce((sum, { size }) => sum + size, 0),
  secret: moment.base.secret,
  secretsKeys: moment.secretsKeys,
  stop: moment.stop,
  bring: (data, report) => bringMoment(moment, data, report),
  bringContents: (db, stores, report) => restoreContents(moment.vault, named(db), stores, report),
  readContents: (db, report) => readContents(moment.vault, named(db), report),
});

/** How the server is started to replay the WAL. */
const replaying = (stop: NonNullable<RestoreSource['stop']>): Record<string, string> => ({
  // All of the WAL is in its folder.
  restore_command: 'exit 1',
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  // No connections before the restore point is reached.
  hot_standby: 'off',
  ...('time' in stop ? { recovery_target_time: new Date(stop.time).toISOString().replace('Z', '+00') } : {}),
});

/** PostgreSQL takes a damaged record for the end of the WAL. @throws IntegrityError where it has not reached the position */
const requireReplayed = async (server: EmbeddedServer, position: string): Promise<void> => {
  const { query } =
    sql`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isWhole", pg_last_wal_replay_lsn() as reached`;
  const { rows } = await withConnection(server.connection, (client) => client.query(query));
  if (rows[0].isWhole) return;
  await server.stop();
  throw new IntegrityError(`the WAL ends at ${rows[0].reached}, before ${position}`);
};

/** A restored database that runs. */
export interface Recovered {
  readonly server: EmbeddedServer;
  readonly database: Copied;
}

/**
 * Brings the database of a copy into a folder that has the shape of a DATA_DIR, and starts it there.
 * @throws IntegrityError; StartError where the WAL cannot be replayed
 */
export const recover = async (source: RestoreSource, folder: string, report: RestoreReport): Promise<Recovered> => {
  const account = findUnprivilegedUser();
  await ensureDirectory(folder);
  await chmod(folder, 0o755);
  const { data, secret } = await preparePaths(folder, account);
  // The server that a killed restore left there.
  await stopStaleServer(data, join(data, 'postmaster.pid'));
  await writeFile(secret, source.secret, { mode: 0o600 });
  const database = await source.bring(data, report);
  await writeConfiguration(data, source.secret, account);
  const { stop } = source;
  if (stop) await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 });
  await chmod(data, 0o700);
  await chownTo(account, data);
  const server = await startEmbedded({ dataDir: folder, replay: stop ? replaying(stop) : {}, endsWithCommand: true });
  if (stop && 'position' in stop) await requireReplayed(server, stop.position);
  return { server, database };
};

/** Moves a restored database that does not run to the DATA_DIR that is to have it: from now on it is there. */
export const moveInto = async (folder: string, dataDir: string): Promise<void> => {
  const { data } = await preparePaths(dataDir, findUnprivilegedUser());
  await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
  if (data !== join(dataDir, 'postgres')) await rm(data, { recursive: true, force: true });
  await emptyWalArchive(data);
  await rename(join(folder, 'postgres.secret'), join(dataDir, 'postgres.secret'));
  await rename(join(folder, 'postgres'), join(dataDir, 'postgres'));
};
