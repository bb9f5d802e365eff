/** `broker-crm backup --to`, `backup list`, `backup verify`, `restore --at`: backups that go on (docs/decisions/0020). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { Archive } from '../backup/archive.ts';
import { Claimed, WRITER } from '../backup/claim.ts';
import type { BroughtContents } from '../backup/contents-restore.ts';
import { Damaged } from '../backup/encryption.ts';
import { momentAt, NoMoment, periodsIn } from '../backup/moments.ts';
import { MANIFEST, openPlainCopy } from '../backup/plain-copy.ts';
import { moveInto, type RestoreSource, recover, sourceOf } from '../backup/recover.ts';
import { verify } from '../backup/verify.ts';
import type { Config } from '../config.ts';
import { S3_PLACE } from '../config-values.ts';
import type { Copied } from '../db/backup.ts';
import { connect } from '../db/cluster.ts';
import { keyFileOf, putKeysFirst } from '../db/key-file.ts';
import { restoringIn } from '../db/unfinished-restore.ts';
import { ensureFolder } from '../ensure-folder.ts';
import { openStores } from '../files/open-stores.ts';
import type { Repository } from '../files/repository.ts';
import { namedContent } from '../operations/documents/sweep-files.ts';
import { makeAside, removeAside } from './aside.ts';
import { bytesOfDatabase, embeddedOnly, megabytes, restoreInto, roomIn, toldTo, wayToKeys } from './backup-steps.ts';
import { backupKeys, lastingPlace, openTarget } from './backup-target.ts';
import { type CommandContext, Refusal } from './context.ts';
import { noteBackup } from './last-backup.ts';
import { instant } from './options.ts';

const DAY_MS = 86_400_000;

/** What is left where a place has lost or changed something. */
const AFTER_DAMAGE =
  'An earlier moment may still be whole: "broker-crm backup list" says which there are, and --at names one; "broker-crm backup --to" a new place makes a backup that is whole at once.';

const shown = (at: number): string => new Date(at).toISOString();

/** @throws Refusal for what an operator can do something about; other errors as they are */
const refused =
  (place: string, afterDamage: string) =>
  (error: unknown): never => {
    if (error instanceof NoMoment) throw new Refusal('no_backup', error.message);
    if (error instanceof Claimed) throw new Refusal('backup_target', error.message);
    if (error instanceof Damaged) throw new Refusal('backup_damaged', `${place}: ${error.message}. ${afterDamage}`);
    throw error;
  };

/** Opens the place for some work. @throws Refusal */
const withTarget = async <T>(
  config: Config,
  place: string,
  work: (repository: Repository, keys: ReturnType<typeof backupKeys>) => Promise<T>,
): Promise<T> => {
  const keys = backupKeys(config);
  const repository = openTarget(config, place);
  try {
    return await work(repository, keys).catch(refused(repository.place, AFTER_DAMAGE));
  } finally {
    await repository.close();
  }
};

/** Copies now what is new since the backup before. */
export const backUpTo = async (context: CommandContext, place: string, keep?: number): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const { config } = context;
  const lasting = lastingPlace(config);
  await withTarget(config, place, async (repository, [key]) => {
    const files = openStores(config);
    try {
      const archive = new Archive({ dataDir, repository, key, files, waitingMb: null });
      const cutoff = Date.now() - (keep ?? config.backupKeepDays) * DAY_MS;
      const copied = async () => {
        const told = toldTo(process.stderr, 'database', await bytesOfDatabase(dataDir));
        return archive.base(cutoff, { told, stopped: () => undefined }).catch(roomIn(repository.place));
      };
      const made = await context.withDatabase(copied, { asIs: true });
      await noteBackup(dataDir, lasting === repository.place ? lasting : null, shown(made.at));
      const { database } = made;
      context.print(
        { to: repository.place, made_at: shown(made.at), key: key.id, database, files: made.files },
        () =>
          `${repository.place} has everything until ${shown(made.at)}: of ${megabytes(database.bytes)} of the database ${megabytes(database.written)} were new, of the files ${megabytes(made.files.bytes)}`,
      );
    } finally {
      await files.close();
    }
  });
};

/** The moments that can be restored, oldest first. @throws Refusal where there is none */
export const periodsOf = (config: Config, place = config.backupTo) =>
  withTarget(config, place, async (repository, keys) =>
    (await periodsIn(repository, keys)).map(({ from, to, bases }) => ({
      from: shown(from),
      to: shown(to),
      copies: bases.map(shown),
    })),
  );

/** Says which moments can be restored. */
const list = async (context: CommandContext, place: string): Promise<void> => {
  const periods = await periodsOf(context.config, place);
  context.print({ place, periods }, () =>
    periods
      .map(
        ({ from, to, copies }) =>
          `any moment from ${from} to ${to} (${copies.length} ${copies.length === 1 ? 'copy' : 'copies'} of the whole)`,
      )
      .join('\n'),
  );
};

/** Whether a folder is a copy of one moment, or no backup, which opening it says. */
const isPlainCopy = (place: string): boolean =>
  !S3_PLACE.test(place) && (existsSync(join(place, MANIFEST)) || !existsSync(join(place, WRITER)));

/** @throws Refusal where a copy cannot be read by this account */
const unreadable =
  (source: string) =>
  (cause: unknown): never => {
    if (!(cause as NodeJS.ErrnoException).syscall) throw cause;
    throw new Refusal(
      'backup_unreadable',
      `${source} cannot be read by this account: ${(cause as Error).message}; run this as the account that made the copy, or give that folder, with all in it, to this one (chown -R).`,
    );
  };

/** Opens what a DATA_DIR can be made from. @param until what of the WAL is wanted, where not up to the moment */
const withSource = async <T>(
  { config }: CommandContext,
  place: string,
  wanted: { readonly at: Date | null; readonly all: boolean },
  work: (source: RestoreSource) => Promise<T>,
): Promise<T> => {
  const at = wanted.at?.getTime() ?? null;
  if (isPlainCopy(place)) {
    if (at !== null) throw new Refusal('one_moment', `${place} is a copy of one moment: name it without --at.`);
    const source = openPlainCopy(place, config.dataDir).catch(unreadable(place));
    return source.then(work).catch(refused(place, 'Bring all of it here again, or restore another one.'));
  }
  return withTarget(config, place, async (repository, keys) => {
    const moment = await momentAt(repository, keys, at, wanted.all ? Number.POSITIVE_INFINITY : undefined);
    process.stderr.write(
      `from the copy of ${shown(moment.baseAt)}, with ${moment.pieces.length} segments of the WAL\n`,
    );
    return work(sourceOf(moment, namedContent));
  });
};

type Brought = { readonly database: Copied } & BroughtContents;

/** Makes a DATA_DIR as it was at a moment, all of it or nothing. */
export const restore = (context: CommandContext, place: string, at: Date | null): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const { config } = context;
  return withSource(context, place, { at, all: false }, async (source) => {
    const { done, missing } = await restoreInto<Brought>(context, source.at, async (note) => {
      const folder = restoringIn(dataDir);
      await ensureFolder(dataDir);
      await putKeysFirst(keyFileOf(dataDir), source.secretsKeys);
      const { server, database } = await recover(source, folder, toldTo(process.stderr, 'database', source.bytes));
      const db = connect({ connection: server.connection, lanes: 1, writers: 1, longReaders: 1 });
      const stores = openStores(config);
      let contents: BroughtContents;
      try {
        contents = await source.bringContents(db, stores, toldTo(process.stderr, 'files'));
      } finally {
        await Promise.all([db.close(), stores.close()]);
        await server.stop();
      }
      const brought = { database, ...contents };
      await note(brought);
      await moveInto(folder, dataDir);
      return brought;
    });
    const moment = source.stop ? { at: source.at } : { made_at: source.at };
    const result = { data_dir: dataDir, ...moment, ...done, missing_secrets_keys: missing ?? [] };
    context.print(result, ({ missing: lost }) =>
      [
        `${dataDir} is as it was at ${source.at}${wayToKeys(config, missing)}`,
        ...lost.map((key) => `missing in the backup: ${key}`),
      ].join('\n'),
    );
    if (done.missing.length) process.exitCode = 1;
  });
};

/** Restores into a folder aside, and says what is wrong. */
const verifyAt = (context: CommandContext, place: string, at: Date | null): Promise<void> => {
  const dataDir = embeddedOnly(context);
  return withSource(context, place, { at, all: true }, async (source) => {
    const folder = await makeAside(dataDir);
    try {
      const told = {
        database: toldTo(process.stderr, 'database', source.bytes),
        files: toldTo(process.stderr, 'files'),
      };
      const found = await verify(source, folder, told);
      context.print({ place, at: source.at, ...found }, ({ ok, tables, rows, files, wrong }) =>
        [
          ok
            ? `${source.at} can be restored: ${rows} rows in ${tables} tables and ${files.files} files are whole`
            : `${source.at} is WRONG`,
          ...wrong,
        ].join('\n'),
      );
      if (!found.ok) process.exitCode = 1;
    } finally {
      await removeAside(folder);
    }
  });
};

/** Prints BACKUP_KEY as an identity file of the `age` program. */
const printIdentities = (context: CommandContext): void => {
  const keys = backupKeys(context.config).map(({ id, identity }) => ({ key: id, identity }));
  context.print({ keys }, () => keys.map(({ key, identity }) => `# key ${key}\n${identity}`).join('\n'));
};

/** The commands below `backup`. */
export const registerRecovery = (backup: Command, context: CommandContext): void => {
  const placeOf = (command: Command, given: string | undefined): string => {
    const place = given ?? context.config.backupTo;
    if (!place) command.error("error: missing required argument 'place' (or BACKUP_TO)", { exitCode: 2 });
    return place;
  };
  backup
    .command('list')
    .description('say which moments can be restored')
    .argument('[place]', 'where backups go on (default: BACKUP_TO)')
    .action((place: string | undefined, _options: object, command: Command) => list(context, placeOf(command, place)));
  backup
    .command('verify')
    .description('restore aside, check every page and document, and remove it again')
    .argument('[place]', 'where backups go on, or a copy of one moment (default: BACKUP_TO)')
    .option('--at <time>', 'with the copy that this moment is restored from (default: the latest)', instant)
    .action((place: string | undefined, { at }: { at?: Date }, command: Command) =>
      verifyAt(context, placeOf(command, place), at ?? null),
    );
  backup
    .command('identity')
    .description('print BACKUP_KEY as the age program takes it (age -d -i FILE): a secret')
    .action(() => printIdentities(context));
};
