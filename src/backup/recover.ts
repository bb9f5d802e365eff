/**
 * Makes a database from a backup, aside: its files, the log that makes them whole, and a start that replays it up to the
 * moment. What was brought here before a kill is compared, not brought again.
 */
import { existsSync } from 'node:fs';
import { chmod, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { CONTROL_FILE, type Copied, entriesBelow, giveTo, LABEL } from '../db/backup.ts';
import type { Database } from '../db/database.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts';
import { writeConfiguration } from '../db/embedded-access.ts';
import { preparePlaces, unprivileged } from '../db/embedded-places.ts';
import { clearLeftOver } from '../db/left-over.ts';
import { onConnection } from '../db/own-connection.ts';
import { emptyWalArchive } from '../db/wal-segments.ts';
import { ensureFolder } from '../ensure-folder.ts';
import type { FileStores } from '../files/object-store.ts';
import { sql } from '../sql.ts';
import { AT_ONCE, type BaseFile, BLOCK, nameOfBlock } from './base.ts';
import { type BroughtContents, type Named, readContents, restoreContents, type Told } from './contents-restore.ts';
import { Damaged } from './encryption.ts';
import type { Moment } from './moments.ts';
import { eachOf } from './parallel.ts';
import type { Vault } from './vault.ts';

/** What a DATA_DIR can be made from: a moment of a continuous backup, or a copy of one moment. */
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
  readonly stop: Moment['stop'] | null;
  /** Brings the files of the database with the WAL that makes them whole. @throws Damaged */
  bring(data: string, told: Told): Promise<Copied>;
  /** Brings the documents. @throws Damaged */
  bringContents(db: Database, stores: FileStores, told: Told): Promise<BroughtContents>;
  /** Reads the documents, and compares each with its hash. @returns those that are missing or damaged */
  readContents(db: Database, told: Told): Promise<BroughtContents>;
}

const WAL = 'pg_wal';
/** The control file is written last here too: a folder without it is no database that could be started. */
const inOrder = (files: readonly BaseFile[]): BaseFile[] => {
  const control = CONTROL_FILE.replaceAll(sep, '/');
  return [...files.filter(({ path }) => path !== control), ...files.filter(({ path }) => path === control)];
};

/** Brings one file, block by block; blocks that are there already stay. */
const bringFile = async (vault: Vault, { size, blocks }: BaseFile, path: string): Promise<void> => {
  const file = await open(path, existsSync(path) ? 'r+' : 'w+', 0o600);
  try {
    for (const [index, name] of blocks.entries()) {
      const at = index * BLOCK;
      const length = Math.min(BLOCK, size - at);
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead === length && (await nameOfBlock(vault.key, buffer)) === name) continue;
      const block = await vault.getBytes(name);
      if (block?.length !== length || (await nameOfBlock(vault.key, block)) !== name)
        throw new Damaged(`${name} is missing from the backup, or is not whole`);
      await file.write(block, 0, length, at);
    }
    await file.truncate(size);
  } finally {
    await file.close();
  }
};

/** Brings the WAL, to where the server looks for it. */
const bringWal = async ({ vault, pieces }: Moment, data: string): Promise<void> => {
  await eachOf(pieces, AT_ONCE, async ({ name, segment }) => {
    const bytes = await vault.getBytes(name);
    if (!bytes) throw new Damaged(`${name} is missing from the backup`);
    await writeFile(join(data, WAL, segment), bytes, { mode: 0o600 });
  });
};

const bringMoment = async (moment: Moment, data: string, told: Told): Promise<Copied> => {
  const { vault, base } = moment;
  const wanted = new Set([...base.folders, ...base.files.map(({ path }) => path)]);
  // What a broken restore of another moment left, and what its start made.
  for await (const { path } of entriesBelow(data, () => false))
    if (!wanted.has(path.replaceAll(sep, '/'))) await rm(join(data, path), { recursive: true, force: true });
  await rm(join(data, WAL), { recursive: true, force: true });
  for (const folder of base.folders) await ensureFolder(join(data, folder), 0o700);
  let copied = { files: 0, bytes: 0 };
  await eachOf(inOrder(base.files), AT_ONCE, async (file) => {
    await ensureFolder(dirname(join(data, file.path)), 0o700);
    await bringFile(vault, file, join(data, file.path));
    copied = { files: copied.files + 1, bytes: copied.bytes + file.size };
    told(copied);
  });
  await writeFile(join(data, LABEL), base.label, { mode: 0o600 });
  await bringWal(moment, data);
  return copied;
};

/** The moment of a continuous backup. @param named the contents that rows of the restored database name */
export const sourceOf = (moment: Moment, named: (db: Database) => Named): RestoreSource => ({
  at: new Date(moment.at).toISOString(),
  bytes: moment.base.files.reduce((sum, { size }) => sum + size, 0),
  secret: moment.base.secret,
  secretsKeys: moment.secretsKeys,
  stop: moment.stop,
  bring: (data, told) => bringMoment(moment, data, told),
  bringContents: (db, stores, told) => restoreContents(moment.vault, named(db), stores, told),
  readContents: (db, told) => readContents(moment.vault, named(db), told),
});

/** How the server is started to replay the WAL. */
const replaying = (stop: NonNullable<RestoreSource['stop']>): Record<string, string> => ({
  // All of the WAL is in its folder.
  restore_command: 'exit 1',
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  // No connections before the database is as it was.
  hot_standby: 'off',
  ...('time' in stop ? { recovery_target_time: new Date(stop.time).toISOString().replace('Z', '+00') } : {}),
});

/** PostgreSQL takes a damaged record for the end of the WAL. @throws Damaged where it has not reached the position */
const requireReplayed = async (server: EmbeddedServer, position: string): Promise<void> => {
  const { query } =
    sql`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isWhole", pg_last_wal_replay_lsn() as reached`;
  const { rows } = await onConnection(server.connection, (client) => client.query(query));
  if (rows[0].isWhole) return;
  await server.stop();
  throw new Damaged(`the WAL ends at ${rows[0].reached}, before ${position}`);
};

/** A restored database that runs. */
export interface Recovered {
  readonly server: EmbeddedServer;
  readonly database: Copied;
}

/**
 * Brings the database of a copy into a folder that has the shape of a DATA_DIR, and starts it there.
 * @throws Damaged; StartError where the WAL cannot be replayed
 */
export const recover = async (source: RestoreSource, folder: string, told: Told): Promise<Recovered> => {
  const account = unprivileged();
  await ensureFolder(folder);
  await chmod(folder, 0o755);
  const { data, secret } = await preparePlaces(folder, account);
  // The server that a killed restore left there.
  await clearLeftOver(data, join(data, 'postmaster.pid'));
  await writeFile(secret, source.secret, { mode: 0o600 });
  const database = await source.bring(data, told);
  await writeConfiguration(data, source.secret, account);
  const { stop } = source;
  if (stop) await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 });
  await chmod(data, 0o700);
  await giveTo(account, data);
  const server = await startEmbedded({ dataDir: folder, replay: stop ? replaying(stop) : {}, endsWithCommand: true });
  if (stop && 'position' in stop) await requireReplayed(server, stop.position);
  return { server, database };
};

/** Moves a restored database that does not run to the DATA_DIR that is to have it: from now on it is there. */
export const moveInto = async (folder: string, dataDir: string): Promise<void> => {
  const { data } = await preparePlaces(dataDir, unprivileged());
  await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
  if (data !== join(dataDir, 'postgres')) await rm(data, { recursive: true, force: true });
  await emptyWalArchive(data);
  await rename(join(folder, 'postgres.secret'), join(dataDir, 'postgres.secret'));
  await rename(join(folder, 'postgres'), join(dataDir, 'postgres'));
};
