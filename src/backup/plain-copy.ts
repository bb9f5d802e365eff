/** A copy of one moment: a folder, in clear, with the database, the WAL that makes it whole, and the documents. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { passwordOf } from '../db/embedded/embedded-roles.ts';
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
} from '../db/embedded/low-level-backup.ts';
import { withWalReader } from '../db/embedded/wal-reader.ts';
import { nextSegment } from '../db/embedded/wal-segments.ts';
import { readKeyFile, writeKeyFile } from '../db/encryption/key-file.ts';
import { namesIn } from '../files/disk-store.ts';
import { STORAGE_ID_FILE } from '../files/storage-id.ts';
import { IntegrityError } from './backup-encryption.ts';
import type { RestoreReport } from './file-restore.ts';
import type { RestoreSource } from './restore.ts';
import { NoRestorePoint } from './restore-points.ts';

const DATABASE = 'database';
const FILES = 'files';
/** Written last: a folder without it is no whole copy. */
export const MANIFEST = 'backup.json';
const SECRET = 'postgres.secret';
/** Folder of unfinished uploads, which are not copied; nor is the id of the folder. */
const BEING_WRITTEN = 'part';
const KEYS = 'secrets.key';
const HASHED = /^[0-9a-f]{64}$/;

/** The manifest of a copy. */
interface Manifest {
  readonly made_at: string;
  readonly with_secrets_key: boolean;
  readonly database: Copied;
  readonly files: Copied;
  /** SHA-256 of the database's files. */
  readonly sha256: Readonly<Record<string, string>>;
}

const nameOf = (path: string): string => path.replaceAll(sep, '/');

/** Copies the running database. @returns the copied files, with SHA-256 by path */
const copyDatabase = (dataDir: string, target: string, report: RestoreReport) =>
  withWalReader(dataDir, async (source) => {
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
    const reportWhileConnected = (copied: Copied): void => {
      source.requireIt();
      report(copied);
    };
    let copied = await copyFolder(source.data, target, {
      leaveOut: leaveOutOfData,
      report: reportWhileConnected,
      check,
    });
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
  report: { readonly database: RestoreReport; readonly files: RestoreReport },
): Promise<Manifest> => {
  const { copied: database, sha256 } = await copyDatabase(dataDir, join(folder, DATABASE), report.database);
  // After the database: a content is there before its record is, so every record that was copied has its content.
  const files = await copyFolder(join(dataDir, FILES), join(folder, FILES), {
    leaveOut: (path) => path === BEING_WRITTEN || path === STORAGE_ID_FILE,
    report: report.files,
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
    throw new NoRestorePoint(`${source} has no hashes of its files: restore it with the version that made it.`);
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new NoRestorePoint(`${source} is no whole backup: its ${MANIFEST} is cut off (${cause.message}).`);
    if (!['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
  }
  const names = await namesIn(source).catch(() => ['?']);
  throw new NoRestorePoint(
    names.length ? `${source} is no whole backup: it has no ${MANIFEST}.` : `There is no backup in ${resolve(source)}.`,
  );
};

const amount = ({ files, bytes }: Copied): string => `${files} files with ${bytes} bytes`;

/** @throws IntegrityError where something of a copy is missing; other files in it do no harm */
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
  if (wrong.length) throw new IntegrityError(`it is no whole backup any more: ${wrong.join('; ')}`);
};

const bringDatabase = async (
  from: string,
  data: string,
  { sha256 }: Manifest,
  report: RestoreReport,
): Promise<Copied> => {
  for (const name of await readdir(data)) await rm(join(data, name), { recursive: true });
  const check = async (path: string, copy: string): Promise<void> => {
    const expected = sha256[nameOf(path)];
    if (expected === undefined) await rm(copy);
    else if (expected !== (await sha256Of(copy)))
      throw new IntegrityError(`${join(from, path)} has other bytes than it had`);
  };
  return copyFolder(from, data, { leaveOut: isConfiguration, report, check });
};

/** A copy as a restore takes it. @throws NoRestorePoint, IntegrityError, Error of the medium */
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
    bring: (data, report) => bringDatabase(database, data, made, report),
    bringContents: async (_db, _stores, report) => {
      const check = async (path: string, copy: string): Promise<void> => {
        if (await isDamaged(path, copy))
          throw new IntegrityError(`${join(files, path)} has other bytes than its name says`);
      };
      return { files: await copyFolder(files, join(dataDir, FILES), { report, check }), missing: [] };
    },
    readContents: async () => {
      const missing: string[] = [];
      for await (const { path, isFolder } of entriesBelow(files, () => false))
        if (!isFolder && (await isDamaged(path, join(files, path)))) missing.push(join(files, path));
      return { files: made.files, missing };
    },
  };
};
