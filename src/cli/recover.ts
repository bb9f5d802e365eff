/** `broker-crm backup --to`, `backup list`, `backup verify`, `restore --at`: backups that go on (docs/decisions/0020). */
import type { Command } from 'commander';
import { Archive } from '../backup/archive.ts';
import { Claimed } from '../backup/claim.ts';
import { Damaged } from '../backup/encryption.ts';
import { type Moment, momentAt, NoMoment, periodsIn } from '../backup/moments.ts';
import { moveInto, recover } from '../backup/recover.ts';
import { restoreContents, verifyMoment } from '../backup/verify.ts';
import type { Config } from '../config.ts';
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

/** Opens the place for some work. @throws Refusal for what an operator can do something about */
const withTarget = async <T>(
  config: Config,
  place: string,
  work: (repository: Repository, keys: ReturnType<typeof backupKeys>) => Promise<T>,
): Promise<T> => {
  const keys = backupKeys(config);
  const repository = openTarget(config, place);
  try {
    return await work(repository, keys);
  } catch (error) {
    if (error instanceof NoMoment) throw new Refusal('no_backup', error.message);
    if (error instanceof Claimed) throw new Refusal('backup_target', error.message);
    if (error instanceof Damaged)
      throw new Refusal('backup_damaged', `${repository.place}: ${error.message}. ${AFTER_DAMAGE}`);
    throw error;
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
      const { database, recorded } = made;
      context.print(
        { to: repository.place, made_at: shown(made.at), key: key.id, database, files: made.files, recorded },
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

/** Tells how much of the database of a moment is here. */
const toldOf = ({ base }: Moment) => {
  const all = base.files.reduce((sum, { size }) => sum + size, 0);
  return toldTo(process.stderr, 'database', all);
};

type Brought = { readonly database: Copied } & Awaited<ReturnType<typeof restoreContents>>;

/** Makes a DATA_DIR as it was at a moment, all of it or nothing. */
export const restoreAt = async (context: CommandContext, place: string, at: Date | null): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const { config } = context;
  await withTarget(config, place, async (repository, keys) => {
    const moment = await momentAt(repository, keys, at?.getTime() ?? null);
    process.stderr.write(
      `from the copy of ${shown(moment.baseAt)}, with ${moment.pieces.length} segments of the WAL\n`,
    );
    const { done, missing } = await restoreInto<Brought>(context, shown(moment.at), async (note) => {
      const folder = restoringIn(dataDir);
      await ensureFolder(dataDir);
      await putKeysFirst(keyFileOf(dataDir), moment.secretsKeys);
      const { server, database } = await recover(moment, folder, toldOf(moment));
      const db = connect({ connection: server.connection, lanes: 1, writers: 1, longReaders: 1 });
      const stores = openStores(config);
      let files: Awaited<ReturnType<typeof restoreContents>>;
      try {
        files = await restoreContents(moment.vault, namedContent(db), stores, toldTo(process.stderr, 'files'));
      } finally {
        await Promise.all([db.close(), stores.close()]);
        await server.stop();
      }
      const brought = { database, ...files };
      await note(brought);
      await moveInto(folder, dataDir);
      return brought;
    });
    const result = { data_dir: dataDir, at: shown(moment.at), ...done, missing_secrets_keys: missing ?? [] };
    context.print(result, ({ missing: lost }) =>
      [
        `${dataDir} is as it was at ${shown(moment.at)}${wayToKeys(config, missing)}`,
        ...lost.map((key) => `missing in the backup: ${key}`),
      ].join('\n'),
    );
    if (done.missing.length) process.exitCode = 1;
  });
};

/** Restores into a folder aside and compares with what the backup recorded. */
const verify = async (context: CommandContext, place: string, at: Date | null): Promise<void> => {
  const dataDir = embeddedOnly(context);
  await withTarget(context.config, place, async (repository, keys) => {
    const moment = await momentAt(repository, keys, at?.getTime() ?? null, Number.POSITIVE_INFINITY);
    const folder = await makeAside(dataDir);
    try {
      const told = { database: toldOf(moment), files: toldTo(process.stderr, 'files') };
      const found = await verifyMoment(moment, folder, namedContent, told);
      context.print({ place: repository.place, at: shown(moment.at), ...found }, ({ ok, tables, rows, files, wrong }) =>
        [
          ok
            ? `${shown(moment.at)} can be restored: ${rows} rows in ${tables} tables and ${files.files} files are as they were recorded`
            : `${shown(moment.at)} is WRONG`,
          ...wrong,
        ].join('\n'),
      );
      if (!found.ok) process.exitCode = 1;
    } finally {
      await removeAside(folder);
    }
  });
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
    .description('restore aside, compare with what the backup recorded, and remove it again')
    .argument('[place]', 'where backups go on (default: BACKUP_TO)')
    .option('--at <time>', 'with the copy that this moment is restored from (default: the latest)', instant)
    .action((place: string | undefined, { at }: { at?: Date }, command: Command) =>
      verify(context, placeOf(command, place), at ?? null),
    );
};
