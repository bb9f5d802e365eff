/** `broker-crm files move`, `files adopt`, `broker-crm sweep`: upkeep of file content (docs/decisions/0014). */
import { type Command, InvalidArgumentError } from 'commander';
import type { Database } from '../../../db/database.ts';
import { ApiError } from '../../../errors/api-error.ts';
import type { FileStores } from '../../../files/object-store.ts';
import { folderOf } from '../../../files/open-stores.ts';
import { registry } from '../../../model/registry.ts';
import {
  type ContentLooked,
  collectGarbage,
  type MissingContent,
  moveFiles,
} from '../../../operations/documents/gc-files.ts';
import { adoptStorage } from '../../../operations/documents/storage-identity.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { withFileStores } from '../../context/with-file-stores.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';

/** Minimum age in hours of content that is removed: a younger upload may still get its row. */
const HOURS = 24;

const keeper = (text: string): 0 | 1 => {
  if (text !== 's3' && text !== 'disk') throw new InvalidArgumentError('It must be s3 or disk.');
  return text === 's3' ? 1 : 0;
};

/** Missing content for the output: one JSON object, or one line, per record. */
const listed = (missing: readonly MissingContent[]) =>
  missing.map(({ table, orgId, id, key }) => ({ table, org_id: orgId, id, key }));
const described = (missing: ReturnType<typeof listed>): string[] => [
  ...missing.map(({ table, org_id, id, key }) => `missing: ${key} of ${table} ${id} in organisation ${org_id}`),
  ...(missing.length ? ['Restore this content from a backup; until then these documents cannot be downloaded.'] : []),
];

/** Reports the progress to a terminal. */
const createReporter = (stream: NodeJS.WriteStream): ContentLooked => {
  const tell = every(stream);
  return (what, looked, total, done) =>
    tell(
      total === null ? `${what}: ${looked} contents${done ? '' : ' so far'}` : `${what}: ${looked} of ${total}`,
      done,
    );
};

/** @throws CliError with the location, for an error of a store */
const moved = async (db: Database, files: FileStores, to: 0 | 1) => {
  try {
    return await moveFiles(db, files, registry, to, createReporter(process.stderr));
  } catch (cause) {
    // The error is of the database, not of a store.
    if (cause instanceof ApiError) throw cause;
    const what = to ? 'S3_ENDPOINT, S3_BUCKET and its keys' : 'DATA_DIR';
    const message = `Not all content could be moved: ${(cause as Error).message}. Check ${what}, then run the command again; what has been moved stays moved.`;
    throw new CliError('move_failed', message);
  }
};

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('sweep')
    .description('remove file content that no record names, report records whose content is missing')
    .option('--older-than <hours>', 'leave younger content alone', wholeNumber, HOURS)
    .action(({ olderThan }: { olderThan: number }) =>
      context.withDatabase((db) =>
        withFileStores(context, async (files) => {
          const swept = await collectGarbage(
            db,
            files,
            Date.now() - olderThan * HOUR_MS,
            createReporter(process.stderr),
          );
          context.print({ ...swept, missing: listed(swept.missing) }, ({ removed, freed, missing }) =>
            [`removed ${removed} files, ${freed} bytes`, ...described(missing)].join('\n'),
          );
          if (swept.missing.length) process.exitCode = 1;
        }),
      ),
    );
  const files = program.command('files').description('file content');
  files
    .command('adopt')
    .description('let the database know the folder of DATA_DIR as that of all content, where another one is lost')
    .action(() =>
      context.withDatabase(async (db) => {
        const folder = folderOf(context.config);
        const instead_of = await adoptStorage(db, folder);
        context.print({ folder, instead_of }, () =>
          instead_of ? `${folder} takes the place of ${instead_of}` : `${folder} is the folder that the database knows`,
        );
      }),
    );
  files
    .command('move')
    .description('move existing content to another keeper; can be interrupted and repeated')
    .requiredOption('--to <keeper>', 's3 or disk', keeper)
    .action(({ to }: { to: 0 | 1 }) =>
      context.withDatabase((db) =>
        withFileStores(context, async (files) => {
          if (!files.all.some(({ aws }) => aws === to))
            throw new CliError(
              'no_bucket',
              'There is no bucket: set S3_BUCKET, its keys and, outside AWS, S3_ENDPOINT.',
            );
          const result = await moved(db, files, to);
          context.print({ ...result, missing: listed(result.missing) }, ({ moved, missing }) =>
            [`moved ${moved} files`, ...described(missing)].join('\n'),
          );
          if (result.missing.length) process.exitCode = 1;
        }),
      ),
    );
};
