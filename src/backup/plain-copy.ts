/** A copy of one moment: a folder, in clear, with the database, the WAL that makes it whole, and the documents. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import {
  amountIn,
  CONTROL_FILE,
  type Copied,
  copyFolder,
  copyOne,
  entriesBelow,
  isConfiguration,
  LABEL,
  leaveOutOfData,
  sha256Of,
  sum,
} from '../db/backup.ts';
import { passwordOf } from '../db/embedded-access.ts';
import { readKeyFile, writeKeyFile } from '../db/key-file.ts';
import { nextSegment } from '../db/wal-segments.ts';
import { withWalSource } from '../db/wal-source.ts';
import { namesIn } from '../files/disk-store.ts';
import { FOLDER_NAME } from '../files/folder-name.ts';
import type { Told } from './contents-restore.ts';
import { Damaged } from './encryption.ts';
import { NoMoment } from './moments.ts';
import type { RestoreSource } from './recover.ts';

const DATABASE = 'database';
const FILES = 'files';
/** Written last: a folder without it is no whole copy. */
export const MANIFEST = 'backup.json';
const SECRET = 'postgres.secret';
/** Uploads that have not ended; they are left out, as the name that tells the folder from its copy. */
const BEING_WRITTEN = 'part';
const KEYS = 'secrets.key';
const HASHED = /^[0-9a-f]{64}$/;

/** What a copy says of itself. */
interface Manifest {
  readonly made_at: string;
  readonly with_secrets_key: boolean;
  readonly database: Copied;
  readonly files: Copied;
  /** SHA-256 of the database's files. */
  readonly sha256: Readonly<Record<string, string>>;
}

const nameOf = (path: string): string => path.replaceAll(sep, '/');

/** Copies the running database. @returns what was copied, with SHA-256 by path */
const copyDatabase = (dataDir: string, target: string, told: Told) =>
  withWalSource(dataDir, async (source) => {
    const sha256: Record<string, string> = {};
    const check = async (path: string, copy: string): Promise<void> => {
      sha256[nameOf(path)] = await sha256Of(copy);
    };
    const copyTo = async (path: string): Promise<Copied> => {
      const copied = await copyOne(join(source.data, path), join(target, path));
      await check(path, join(target, path));
      return copied;
    };
    await source.holdWal();
    const first = await source.beginCopy();
    const toldWhileConnected = (copied: Copied): void => {
      source.requireIt();
      told(copied);
    };
    let copied = await copyFolder(source.data, target, { leaveOut: leaveOutOfData, told: toldWhileConnected, check });
    copied = sum(copied, await copyTo(CONTROL_FILE));
    await writeFile(join(target, LABEL), await source.endCopy(), { mode: 0o600, flush: true });
    await check(LABEL, join(target, LABEL));
    const [{ segment: last }, bytes] = [await source.mark(), await source.segmentBytes()];
    for (let segment = first; segment <= last; segment = nextSegment(segment, bytes))
      copied = sum(copied, await copyTo(join('pg_wal', segment)));
    return { copied, sha256 };
  });

/** Copies the running database and the documents into a new folder. @param keys of the secrets, where they are wanted too */
export const makePlainCopy = async (
  dataDir: string,
  folder: string,
  keys: readonly string[] | null,
  told: { readonly database: Told; readonly files: Told },
): Promise<Manifest> => {
  const { copied: database, sha256 } = await copyDatabase(dataDir, join(folder, DATABASE), told.database);
  // After the database: a content is there before its record is, so every record that was copied has its content.
  const files = await copyFolder(join(dataDir, FILES), join(folder, FILES), {
    leaveOut: (path) => path === BEING_WRITTEN || path === FOLDER_NAME,
    told: told.files,
  });
  const secret = await passwordOf({ secret: join(dataDir, SECRET) });
  await writeFile(join(folder, SECRET), secret, { mode: 0o600, flush: true });
  if (keys) await writeKeyFile(join(folder, KEYS), keys);
  const manifest = { made_at: new Date().toISOString(), with_secrets_key: keys !== null, database, files, sha256 };
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest), { flush: true });
  return manifest;
};

const manifestOf = async (source: string): Promise<Manifest> => {
  try {
    const made = JSON.parse(await readFile(join(source, MANIFEST), 'utf8')) as Manifest;
    if (made.sha256) return made;
    throw new NoMoment(`${source} has no hashes of its files: restore it with the version that made it.`);
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new NoMoment(`${source} is no whole backup: its ${MANIFEST} is cut off (${cause.message}).`);
    if (!['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
  }
  const names = await namesIn(source).catch(() => ['?']);
  throw new NoMoment(
    names.length ? `${source} is no whole backup: it has no ${MANIFEST}.` : `There is no backup in ${resolve(source)}.`,
  );
};

const amount = ({ files, bytes }: Copied): string => `${files} files with ${bytes} bytes`;

/** @throws Damaged where something of a copy is missing; other files in it do no harm */
const requireWhole = async (source: string, made: Manifest): Promise<void> => {
  const lost = [SECRET, join(DATABASE, LABEL)].filter((name) => !existsSync(join(source, name)));
  const found = {
    [DATABASE]: await amountIn(join(source, DATABASE), (path) => path === LABEL || isConfiguration(path)),
    [FILES]: await amountIn(join(source, FILES)),
  };
  const wrong = [
    ...lost.map((name) => `it has no ${name}`),
    ...([DATABASE, FILES] as const)
      .filter((part) => found[part].files < made[part].files || found[part].bytes < made[part].bytes)
      .map((part) => `its folder ${part} should have ${amount(made[part])}, and has ${amount(found[part])}`),
  ];
  if (wrong.length) throw new Damaged(`it is no whole backup any more: ${wrong.join('; ')}`);
};

const bringDatabase = async (from: string, data: string, { sha256 }: Manifest, told: Told): Promise<Copied> => {
  for (const name of await readdir(data)) await rm(join(data, name), { recursive: true });
  const check = async (path: string, copy: string): Promise<void> => {
    const expected = sha256[nameOf(path)];
    if (expected === undefined) await rm(copy);
    else if (expected !== (await sha256Of(copy))) throw new Damaged(`${join(from, path)} has other bytes than it had`);
  };
  return copyFolder(from, data, { leaveOut: isConfiguration, told, check });
};

/** A copy as a restore takes it. @throws NoMoment, Damaged, Error of the medium */
export const openPlainCopy = async (source: string, dataDir: string): Promise<RestoreSource> => {
  const made = await manifestOf(source);
  await requireWhole(source, made);
  const [database, files] = [join(source, DATABASE), join(source, FILES)];
  const isDamaged = async (path: string, copy: string): Promise<boolean> =>
    HASHED.test(basename(path)) && (await sha256Of(copy)) !== basename(path);
  return {
    at: made.made_at,
    bytes: made.database.bytes,
    secret: (await readFile(join(source, SECRET), 'utf8')).trim(),
    secretsKeys: readKeyFile(join(source, KEYS)),
    stop: null,
    bring: (data, told) => bringDatabase(database, data, made, told),
    bringContents: async (_db, _stores, told) => {
      const check = async (path: string, copy: string): Promise<void> => {
        if (await isDamaged(path, copy)) throw new Damaged(`${join(files, path)} has other bytes than its name says`);
      };
      return { files: await copyFolder(files, join(dataDir, FILES), { told, check }), missing: [] };
    },
    readContents: async () => {
      const missing: string[] = [];
      for await (const { path, isFolder } of entriesBelow(files, () => false))
        if (!isFolder && (await isDamaged(path, join(files, path)))) missing.push(join(files, path));
      return { files: made.files, missing };
    },
  };
};
