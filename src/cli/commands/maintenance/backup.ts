/** `broker-crm backup` and `restore`: of one moment in a folder, or continuous to a place. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { makePlainCopy } from '../../../backup/plain-copy.ts';
import type { Copied } from '../../../db/embedded/low-level-backup.ts';
import { readKeyFile } from '../../../db/encryption/key-file.ts';
import { isTypoOf } from '../../../shared/suggest.ts';
import { bytesOfDatabase, embeddedOnly, freeSpaceIn, megabytes, progressTo } from '../../backup/backup-steps.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { keysFor } from '../../context/secret-keys.ts';
import { createDirAtomically } from '../../data-dir/atomic-dir.ts';
import { writeBackupStatus } from '../../data-dir/backup-status.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { instant, wholeNumber } from '../../terminal/options.ts';
import { backUpTo, registerRecovery, restore } from './continuous-backup.ts';

/** Keys of the secrets, if they are requested. @throws CliError if there is no key file */
const keysToCopy = ({ config }: CommandContext): readonly string[] => {
  const { file } = keysFor(config);
  if (!file)
    throw new CliError('no_key_file', 'SECRETS_KEY is a setting: keep it where you keep the settings of the service.');
  return readKeyFile(file);
};

const backUp = async (context: CommandContext, target: string, withKeys: boolean): Promise<void> => {
  const dataDir = embeddedOnly(context);
  const made = await createDirAtomically(target, (folder, requireGoing) => {
    const reporterOf = (what: string, all?: number) => {
      const tell = progressTo(process.stderr, what, all);
      return (copied: Copied): void => {
        requireGoing();
        tell(copied);
      };
    };
    const copy = async () => {
      const report = { database: reporterOf('database', await bytesOfDatabase(dataDir)), files: reporterOf('files') };
      return makePlainCopy(dataDir, folder, withKeys ? keysToCopy(context) : null, report);
    };
    return context.withDatabase(copy, { asIs: true });
  }).catch(freeSpaceIn(target));
  await writeBackupStatus(dataDir, null, made.made_at);
  const { sha256, ...shown } = made;
  const folder = resolve(target);
  context.print(
    { folder, ...shown },
    () =>
      `${folder}: database ${megabytes(shown.database.bytes)}, files ${megabytes(shown.files.bytes)}; ${withKeys ? 'with' : 'without'} the key of the secrets`,
  );
};

/** Wrong usage where both a folder and a continuous target are given, or neither. */
const oneOf = (command: Command, folder: string | undefined, place: string): void => {
  if (folder && command.getOptionValue('to')) command.error('error: name a folder or --to, not both', { exitCode: 2 });
  if (!folder && !place)
    command.error("error: missing required argument 'folder' (or --to, or BACKUP_TO)", { exitCode: 2 });
};

/** Wrong usage where a folder has nearly the name of a command: a slip would copy everything, in clear, to where it was typed. */
const requireNoSlip = (command: Command, folder: string): void => {
  const meant = isTypoOf(folder, [...command.commands.map((one) => one.name()), 'help']);
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
    .action((given: string | undefined, { at }: { at?: Date }, command: Command) => {
      const place = given ?? context.config.backupTo;
      if (!place) command.error("error: missing required argument 'place' (or BACKUP_TO)", { exitCode: 2 });
      return restore(context, place, at ?? null);
    });
};
