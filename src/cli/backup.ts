/** `broker-crm backup <folder>` and `restore <folder>`: everything of a DATA_DIR in one folder, copied while the service runs. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { S3_PLACE } from '../config-values.ts';
import { amountIn, backUpDatabase, type Copied, copyFolder, LABEL, restoreDatabase, secretOf } from '../db/backup.ts';
import { keyFileOf, putKeysFirst, readKeyFile, writeKeyFile } from '../db/key-file.ts';
import { restoringIn } from '../db/unfinished-restore.ts';
import { ensureFolder } from '../ensure-folder.ts';
import { namesIn } from '../files/disk-store.ts';
import { FOLDER_NAME } from '../files/folder-name.ts';
import { misspelt } from '../nearest.ts';
import { bytesOfDatabase, embeddedOnly, megabytes, restoreInto, roomIn, toldTo, wayToKeys } from './backup-steps.ts';
import { type CommandContext, Refusal } from './context.ts';
import { noteBackup } from './last-backup.ts';
import { leadsNowhere } from './no-database.ts';
import { instant, wholeNumber } from './options.ts';
import { backUpTo, registerRecovery, restoreAt } from './recover.ts';
import { keysFor } from './secret-keys.ts';
import { makeWhole } from './whole-folder.ts';

const DATABASE = 'database';
const FILES = 'files';
/** Written last: a folder without it is no whole backup. */
const MANIFEST = 'backup.json';
const SECRET = 'postgres.secret';
/** Uploads that have not ended yet; like the folder's name, which tells it from its copy, they are left out. */
const BEING_WRITTEN = 'part';
const KEYS = 'secrets.key';

/** Copies the keys of the secrets too, where that is asked for. @throws where there is no file of them */
const copyKeys = async ({ config }: CommandContext, part: string): Promise<void> => {
  const { file } = keysFor(config);
  if (!file)
    throw new Refusal('no_key_file', 'SECRETS_KEY is a setting: keep it where you keep the settings of the service.');
  await writeKeyFile(join(part, KEYS), readKeyFile(file));
};

const backUp = async (context: CommandContext, target: string, withKeys: boolean): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const made = await makeWhole(target, async (folder, requireGoing) => {
    const tellOf = (what: string, all?: number) => {
      const tell = toldTo(process.stderr, what, all);
      return (copied: Copied): void => {
        requireGoing();
        tell(copied);
      };
    };
    const database = await context.withDatabase(
      async () => backUpDatabase(dataDir, join(folder, DATABASE), tellOf('database', await bytesOfDatabase(dataDir))),
      { asIs: true },
    );
    // After the database: content is there before its record is, so every record that was copied has its content.
    const files = await copyFolder(
      join(dataDir, FILES),
      join(folder, FILES),
      (path) => path === BEING_WRITTEN || path === FOLDER_NAME,
      tellOf('files'),
    );
    await writeFile(join(folder, SECRET), await secretOf(dataDir), { mode: 0o600, flush: true });
    if (withKeys) await copyKeys(context, folder);
    const manifest = { made_at: new Date().toISOString(), with_secrets_key: withKeys, database, files };
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest), { flush: true });
    return manifest;
  }).catch(roomIn(target));
  await noteBackup(dataDir, null, made.made_at);
  const { database, files } = made;
  const folder = resolve(target);
  context.print(
    { folder, ...made },
    () =>
      `${folder}: database ${megabytes(database.bytes)}, files ${megabytes(files.bytes)}; ${withKeys ? 'with' : 'without'} the key of the secrets`,
  );
};

/** Whether a folder is a copy of one moment, or none of ours, which `restore` says of it. */
const isCopy = async (place: string): Promise<boolean> =>
  !S3_PLACE.test(place) && (existsSync(join(place, MANIFEST)) || !existsSync(join(place, 'writer.json')));

/** What a copy of one moment says of itself. */
interface Manifest {
  readonly made_at: string;
  readonly database: Copied;
  readonly files: Copied;
}

type BroughtCopy = Pick<Manifest, 'database' | 'files'>;

/** @throws Refusal that says of what system error a copy cannot be read; other errors as they are */
const unreadableIn =
  (source: string) =>
  (cause: unknown): never => {
    if (!(cause as NodeJS.ErrnoException).syscall) throw cause;
    throw new Refusal(
      'backup_unreadable',
      `${source} cannot be read by this account: ${(cause as Error).message}; run this as the account that made the copy, or give that folder, with all in it, to this one (chown -R).`,
    );
  };

/** @throws Refusal where a folder is no copy, or cannot be read */
const manifestOf = async (source: string): Promise<Manifest> => {
  try {
    return JSON.parse(await readFile(join(source, MANIFEST), 'utf8')) as Manifest;
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new Refusal('no_backup', `${source} is no whole backup: its ${MANIFEST} is cut off (${cause.message}).`);
    if (!leadsNowhere(cause)) return unreadableIn(source)(cause);
  }
  const isEmpty = await namesIn(source).then(
    ({ length }) => !length,
    () => false,
  );
  if (isEmpty) throw new Refusal('no_backup', `There is no backup in ${resolve(source)}.`);
  throw new Refusal('no_backup', `${source} is no whole backup: it has no ${MANIFEST}.`);
};

const filesOf = ({ files, bytes }: Copied): string => `${files} files with ${bytes} bytes`;

/** @throws Refusal where something of a copy is missing; what lies in it beside that does no harm */
const requireWhole = async (source: string, made: Manifest): Promise<void> => {
  const lost = [SECRET, join(DATABASE, LABEL)].filter((name) => !existsSync(join(source, name)));
  const found = {
    [DATABASE]: await amountIn(join(source, DATABASE), (path) => path === LABEL),
    [FILES]: await amountIn(join(source, FILES)),
  };
  const wrong = [
    ...lost.map((name) => `it has no ${name}`),
    ...([DATABASE, FILES] as const)
      .filter((part) => found[part].files < made[part].files || found[part].bytes < made[part].bytes)
      .map((part) => `its folder ${part} should have ${filesOf(made[part])}, and has ${filesOf(found[part])}`),
  ];
  if (!wrong.length) return;
  throw new Refusal(
    'backup_damaged',
    `${source} is no whole backup any more: ${wrong.join('; ')}. Bring all of it here again, or restore another one.`,
  );
};

const restore = async (context: CommandContext, source: string): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const made = await manifestOf(source);
  await requireWhole(source, made).catch(unreadableIn(source));
  const { done, missing } = await restoreInto<BroughtCopy>(context, made.made_at, async (note) => {
    await ensureFolder(restoringIn(dataDir), 0o700);
    await putKeysFirst(keyFileOf(dataDir), readKeyFile(join(source, KEYS)));
    const files = await copyFolder(
      join(source, FILES),
      join(dataDir, FILES),
      () => false,
      toldTo(process.stderr, 'files', made.files.bytes),
    );
    await writeFile(join(dataDir, SECRET), await readFile(join(source, SECRET)), { mode: 0o600 });
    const told = toldTo(process.stderr, 'database', made.database.bytes);
    return restoreDatabase(join(source, DATABASE), dataDir, told, async (database) => {
      const brought = { database, files };
      await note(brought);
      return brought;
    });
  });
  context.print(
    { data_dir: dataDir, made_at: made.made_at, ...done, missing_secrets_keys: missing ?? [] },
    () => `${dataDir} is as it was at ${made.made_at}${wayToKeys(context.config, missing)}`,
  );
};

/** Wrong usage where a folder and a place that goes on are given together, or neither. */
const oneOf = (command: Command, folder: string | undefined, place: string): void => {
  if (folder && command.getOptionValue('to')) command.error('error: name a folder or --to, not both', { exitCode: 2 });
  if (!folder && !place)
    command.error("error: missing required argument 'folder' (or --to, or BACKUP_TO)", { exitCode: 2 });
};

/** Wrong usage where a folder has nearly the name of a command: a slip would copy everything, in clear, to where it was typed. */
const requireNoSlip = (command: Command, folder: string): void => {
  const meant = misspelt(folder, [...command.commands.map((one) => one.name()), 'help']);
  if (meant)
    command.error(
      `error: unknown command '${folder}'\n(Did you mean ${meant}? For a folder of that name write ./${folder})`,
      { exitCode: 2 },
    );
};

export const register = (program: Command, context: CommandContext): void => {
  const backup = program
    .command('backup')
    .description(
      'copy the embedded database and the files, while the service runs: into a new folder, or to where backups go on',
    )
    .argument('[folder]', 'a new folder')
    .option('--with-secrets-key', 'with the key that its secrets are encrypted with: who has the copy can read them')
    .option('--to <place>', 'a folder or s3://bucket/path of encrypted, incremental backups (default: BACKUP_TO)')
    .option(
      '--keep <days>',
      'with --to: days whose every moment can be restored (default: BACKUP_KEEP_DAYS)',
      wholeNumber,
    )
    .action(
      (
        folder: string | undefined,
        options: { withSecretsKey?: boolean; to?: string; keep?: number },
        command: Command,
      ) => {
        const place = options.to ?? context.config.backupTo;
        oneOf(command, folder, place);
        if (folder) requireNoSlip(command, folder);
        return folder
          ? backUp(context, folder, options.withSecretsKey ?? false)
          : backUpTo(context, place, options.keep);
      },
    );
  registerRecovery(backup, context);
  program
    .command('restore')
    .description('make a DATA_DIR without a database from a backup')
    .argument('[place]', 'what backup made: a folder, or where backups go on (default: BACKUP_TO)')
    .option('--at <time>', 'of a backup that goes on: any moment that it has (default: the latest)', instant)
    .action(async (given: string | undefined, { at }: { at?: Date }, command: Command) => {
      const place = given ?? context.config.backupTo;
      if (!place) command.error("error: missing required argument 'place' (or BACKUP_TO)", { exitCode: 2 });
      const isOne = await isCopy(place);
      if (isOne && at) throw new Refusal('one_moment', `${place} is a copy of one moment: restore it without --at.`);
      return isOne ? restore(context, place) : restoreAt(context, place, at ?? null);
    });
};
