/**
 * Makes a database from a backup, aside: its files, the log that makes them whole, and a start that replays it up to the
 * moment. What was brought here before a kill is compared, not brought again.
 */
import { existsSync } from 'node:fs';
import { chmod, open, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { CONTROL_FILE, type Copied, entriesBelow, giveTo } from '../db/backup.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts';
import { preparePlaces, unprivileged } from '../db/embedded-places.ts';
import { clearLeftOver } from '../db/left-over.ts';
import { SEGMENT_BYTES, segmentName, segmentStart } from '../db/log-position.ts';
import { ensureFolder } from '../ensure-folder.ts';
import { AT_ONCE, type BaseFile, BLOCK, nameOfBlock } from './base.ts';
import type { Moment } from './moments.ts';
import { eachOf } from './parallel.ts';
import { Damaged } from './sealed.ts';
import type { Vault } from './vault.ts';

const LOG = 'pg_wal';
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
      if (block?.length !== length) throw new Damaged(`${name} is missing from the backup, or is not whole`);
      await file.write(block, 0, length, at);
    }
    await file.truncate(size);
  } finally {
    await file.close();
  }
};

const bringBase = async ({ vault, base }: Moment, data: string, told: (copied: Copied) => void): Promise<Copied> => {
  const wanted = new Set([...base.folders, ...base.files.map(({ path }) => path)]);
  // What a broken restore of another moment left, and what its start made.
  for await (const { path } of entriesBelow(data, () => false))
    if (!wanted.has(path.replaceAll(sep, '/'))) await rm(join(data, path), { recursive: true, force: true });
  await rm(join(data, LOG), { recursive: true, force: true });
  for (const folder of base.folders) await ensureFolder(join(data, folder), 0o700);
  let copied = { files: 0, bytes: 0 };
  await eachOf(inOrder(base.files), AT_ONCE, async (file) => {
    await ensureFolder(dirname(join(data, file.path)), 0o700);
    await bringFile(vault, file, join(data, file.path));
    copied = { files: copied.files + 1, bytes: copied.bytes + file.size };
    told(copied);
  });
  return copied;
};

/** Puts the log together again: files of one size, filled from their beginning. */
const bringLog = async ({ vault, base, pieces }: Moment, data: string): Promise<void> => {
  await eachOf(pieces, AT_ONCE, async ({ name, from }) => {
    const bytes = await vault.getBytes(name);
    if (!bytes) throw new Damaged(`${name} is missing from the backup`);
    const path = join(data, LOG, segmentName(base.timeline, from));
    const file = await open(path, 'a', 0o600).then(async (made) => {
      await made.close();
      return open(path, 'r+');
    });
    try {
      await file.write(bytes, 0, bytes.length, Number(from - segmentStart(from)));
    } finally {
      await file.close();
    }
  });
  for await (const { path, isFolder } of entriesBelow(join(data, LOG), () => false))
    if (!isFolder) await truncate(join(data, LOG, path), SEGMENT_BYTES);
};

/** How the server is started to replay the log. */
const replaying = (stop: { readonly time: number | null } | { readonly point: string }): Record<string, string> => ({
  // All of the log is there; nobody is to be asked for more.
  restore_command: 'exit 1',
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  // Nobody is let in before it is as it was.
  hot_standby: 'off',
  ...('point' in stop ? { recovery_target_name: stop.point } : {}),
  ...('time' in stop && stop.time !== null
    ? { recovery_target_time: new Date(stop.time).toISOString().replace('Z', '+00') }
    : {}),
});

/** A restored database that runs. */
export interface Recovered {
  readonly server: EmbeddedServer;
  readonly database: Copied;
}

/**
 * Brings the database of a moment into a folder that has the shape of a DATA_DIR, and starts it there.
 * @param point instead of the moment: a named point of the log
 * @throws Damaged; StartError where the log cannot be replayed
 */
export const recover = async (
  moment: Moment,
  folder: string,
  told: (copied: Copied) => void,
  point?: string,
): Promise<Recovered> => {
  const account = unprivileged();
  await ensureFolder(folder);
  await chmod(folder, 0o755);
  const { data, secret } = await preparePlaces(folder, account);
  // The server that a killed restore left there.
  await clearLeftOver(data, join(data, 'postmaster.pid'));
  await writeFile(secret, moment.base.secret, { mode: 0o600 });
  const database = await bringBase(moment, data, told);
  await bringLog(moment, data);
  await writeFile(join(data, 'backup_label'), moment.base.label, { mode: 0o600 });
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 });
  await chmod(data, 0o700);
  await giveTo(account, data);
  const stop = point === undefined ? { time: moment.stopAt } : { point };
  return { server: await startEmbedded({ dataDir: folder, replay: replaying(stop), endsWithCommand: true }), database };
};

/** Moves a restored database that does not run to the DATA_DIR that is to have it: from now on it is there. */
export const moveInto = async (folder: string, dataDir: string): Promise<void> => {
  const { data } = await preparePlaces(dataDir, unprivileged());
  await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
  if (data !== join(dataDir, 'postgres')) await rm(data, { recursive: true, force: true });
  await rename(join(folder, 'postgres.secret'), join(dataDir, 'postgres.secret'));
  await rename(join(folder, 'postgres'), join(dataDir, 'postgres'));
};
