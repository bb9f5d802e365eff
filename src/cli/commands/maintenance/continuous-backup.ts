/**
 * `broker-crm backup --to`, `backup list`, `backup verify`, `restore --at`: continuous backups (docs/decisions/0020).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { IntegrityError } from '../../../backup/backup-encryption.ts';
import type { Repository } from '../../../backup/backup-repository.ts';
import { BackupRunner } from '../../../backup/backup-runner.ts';
import { openEncryptedStore } from '../../../backup/encrypted-store.ts';
import { readLedger } from '../../../backup/erasure-ledger.ts';
import type { RestoredContents } from '../../../backup/file-restore.ts';
import { MANIFEST, openPlainCopy } from '../../../backup/plain-copy.ts';
import { moveInto, type RestoreSource, recover, sourceOf } from '../../../backup/restore.ts';
import { NoRestorePoint, periodsIn, restorePointAt } from '../../../backup/restore-points.ts';
import { verify } from '../../../backup/verify.ts';
import { BackupLock, WRITER_KEY } from '../../../backup/writer-lock.ts';
import type { Config } from '../../../config/config.ts';
import { S3_PLACE } from '../../../config/parsers.ts';
import { connect } from '../../../db/citus/shard-router.ts';
import { restoringIn } from '../../../db/embedded/interrupted-restore.ts';
import type { Copied } from '../../../db/embedded/low-level-backup.ts';
import { activateKeys, keyFileOf } from '../../../db/encryption/key-file.ts';
import { openStores } from '../../../files/open-stores.ts';
import { ensureDirectory } from '../../../filesystem/ensure-directory.ts';
import { namedContent } from '../../../operations/documents/gc-files.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { type ErasureEntry, lostAfter } from '../../../shared/erasure-entry.ts';
import {
  bytesOfDatabase,
  embeddedOnly,
  freeSpaceIn,
  keyHint,
  megabytes,
  progressTo,
  restoreInto,
} from '../../backup/backup-steps.ts';
import { backupKeys, durablePath, openTarget } from '../../backup/backup-target.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { writeBackupStatus } from '../../data-dir/backup-status.ts';
import { writeLostErasures } from '../../data-dir/lost-erasures.ts';
import { createStagingDir, removeStaging } from '../../data-dir/staging-dir.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { instant } from '../../terminal/options.ts';

/** The hint after lost or damaged data of a repository. */
const AFTER_DAMAGE =
  'An earlier moment may still be whole: "broker-crm backup list" says which there are, and --at names one; "broker-crm backup --to" a new place makes a backup that is whole at once.';

const shown = (at: number): string => new Date(at).toISOString();

/** @throws CliError for errors that an operator can solve; others unchanged */
const refused =
  (place: string, afterDamage: string) =>
  (error: unknown): never => {
    if (error instanceof NoRestorePoint) throw new CliError('no_backup', error.message);
    if (error instanceof BackupLock) throw new CliError('backup_target', error.message);
    if (error instanceof IntegrityError)
      throw new CliError('backup_damaged', `${place}: ${error.message}. ${afterDamage}`);
    throw error;
  };

/** Opens the place for some work. @throws CliError */
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

/** Backs up new data immediately. */
export const backUpTo = async (context: CommandContext, place: string, keep?: number): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const { config } = context;
  const lasting = durablePath(config);
  await withTarget(config, place, async (repository, [key]) => {
    const files = openStores(config);
    try {
      const archive = new BackupRunner({ dataDir, repository, key, files, waitingMb: null });
      const cutoff = Date.now() - (keep ?? config.backupKeepDays) * DAY_MS;
      const copied = async () => {
        const report = progressTo(process.stderr, 'database', await bytesOfDatabase(dataDir));
        return archive.base(cutoff, { report, stopped: () => undefined }).catch(freeSpaceIn(repository.place));
      };
      const made = await context.withDatabase(copied, { asIs: true });
      await writeBackupStatus(dataDir, lasting === repository.place ? lasting : null, shown(made.at));
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

/** The periods that can be restored, oldest first. @throws CliError if there is none */
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
  !S3_PLACE.test(place) && (existsSync(join(place, MANIFEST)) || !existsSync(join(place, WRITER_KEY)));

/** @throws CliError where a copy cannot be read by this account */
const unreadable =
  (source: string) =>
  (cause: unknown): never => {
    if (!(cause as NodeJS.ErrnoException).syscall) throw cause;
    throw new CliError(
      'backup_unreadable',
      `${source} cannot be read by this account: ${(cause as Error).message}; run this as the account that made the copy, or give that folder, with all in it, to this one (chown -R).`,
    );
  };

/** Opens the source of a restore. @param wanted restore point, and whether all WAL after it is required */
const withSource = async <T>(
  { config }: CommandContext,
  place: string,
  wanted: { readonly at: Date | null; readonly all: boolean },
  work: (source: RestoreSource, lostErasures: readonly ErasureEntry[]) => Promise<T>,
): Promise<T> => {
  const at = wanted.at?.getTime() ?? null;
  if (isPlainCopy(place)) {
    if (at !== null) throw new CliError('one_moment', `${place} is a copy of one moment: name it without --at.`);
    const source = openPlainCopy(place, config.dataDir).catch(unreadable(place));
    return source
      .then((copy) => work(copy, []))
      .catch(refused(place, 'Bring all of it here again, or restore another one.'));
  }
  return withTarget(config, place, async (repository, keys) => {
    const moment = await restorePointAt(repository, keys, at, wanted.all ? Number.POSITIVE_INFINITY : undefined);
    process.stderr.write(
      `from the copy of ${shown(moment.baseAt)}, with ${moment.pieces.length} segments of the WAL\n`,
    );
    const ledgers = await Promise.all(keys.map((key) => readLedger(openEncryptedStore(repository, key))));
    return work(sourceOf(moment, namedContent), lostAfter(ledgers.flat(), moment.at));
  });
};

type Brought = { readonly database: Copied } & RestoredContents;

/** Restores a DATA_DIR to a moment, completely or not at all. */
export const restore = (context: CommandContext, place: string, at: Date | null): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const { config } = context;
  return withSource(context, place, { at, all: false }, async (source, lostErasures) => {
    const { done, missing } = await restoreInto<Brought>(context, source.at, async (note) => {
      const folder = restoringIn(dataDir);
      await ensureDirectory(dataDir);
      await activateKeys(keyFileOf(dataDir), source.secretsKeys);
      const { server, database } = await recover(source, folder, progressTo(process.stderr, 'database', source.bytes));
      const db = connect({ connection: server.connection, lanes: 1, writers: 1, longReaders: 1 });
      const stores = openStores(config);
      let contents: RestoredContents;
      try {
        contents = await source.bringContents(db, stores, progressTo(process.stderr, 'files'));
      } finally {
        await Promise.all([db.close(), stores.close()]);
        await server.stop();
      }
      const brought = { database, ...contents };
      await writeLostErasures(dataDir, lostErasures);
      await note(brought);
      await moveInto(folder, dataDir);
      return brought;
    });
    const moment = source.stop ? { at: source.at } : { made_at: source.at };
    const result = { data_dir: dataDir, ...moment, ...done, missing_secrets_keys: missing ?? [] };
    context.print(result, ({ missing: lost }) =>
      [
        `${dataDir} is as it was at ${source.at}${keyHint(config, missing)}`,
        ...lost.map((key) => `missing in the backup: ${key}`),
      ].join('\n'),
    );
    if (done.missing.length) process.exitCode = 1;
  });
};

/** Restores into a staging folder and reports errors. */
const verifyAt = (context: CommandContext, place: string, at: Date | null): Promise<void> => {
  const dataDir = embeddedOnly(context);
  return withSource(context, place, { at, all: true }, async (source) => {
    const folder = await createStagingDir(dataDir);
    try {
      const report = {
        database: progressTo(process.stderr, 'database', source.bytes),
        files: progressTo(process.stderr, 'files'),
      };
      const found = await verify(source, folder, report);
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
      await removeStaging(folder);
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
    .description('restore into a temporary folder, check every page and document, and remove it again')
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
