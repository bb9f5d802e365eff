/** `broker-crm files move`, `broker-crm sweep`: upkeep of file content (architecture 4.7). */
import { type Command, InvalidArgumentError } from 'commander';
import type { FileStores } from '../files/object-store.ts';
import { openStores } from '../files/open-stores.ts';
import { registry } from '../model/registry.ts';
import { type MissingContent, moveFiles, sweepFiles } from '../operations/sweep-files.ts';
import { type CommandContext, Refusal } from './context.ts';
import { wholeNumber } from './options.ts';

/** Hours that content without a row is left alone: an upload may be about to name it. */
const HOURS = 24;
const HOUR_MS = 3_600_000;

const keeper = (text: string): 0 | 1 => {
  if (text !== 's3' && text !== 'disk') throw new InvalidArgumentError('It must be s3 or disk.');
  return text === 's3' ? 1 : 0;
};

const withStores = async <T>(context: CommandContext, work: (files: FileStores) => Promise<T>): Promise<T> => {
  const files = openStores(context.config);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
};

const described = (missing: readonly MissingContent[]): string[] =>
  missing.map(({ table, orgId, id, key }) => `missing: ${key} of ${table} ${id} in organisation ${orgId}`);

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('sweep')
    .description('remove file content that no record names, report records whose content is missing')
    .option('--older-than <hours>', 'leave younger content alone', wholeNumber, HOURS)
    .action(({ olderThan }: { olderThan: number }) =>
      context.withDatabase((db) =>
        withStores(context, async (files) => {
          const swept = await sweepFiles(db, files, Date.now() - olderThan * HOUR_MS);
          context.print(swept, ({ removed, freed, missing }) =>
            [`removed ${removed} files, ${freed} bytes`, ...described(missing)].join('\n'),
          );
          if (swept.missing.length) process.exitCode = 1;
        }),
      ),
    );
  program
    .command('files')
    .description('file content')
    .command('move')
    .description('move existing content to another keeper; can be broken off and repeated')
    .requiredOption('--to <keeper>', 's3 or disk', keeper)
    .action(({ to }: { to: 0 | 1 }) =>
      context.withDatabase((db) =>
        withStores(context, async (files) => {
          if (!files.all.some(({ aws }) => aws === to))
            throw new Refusal('no_bucket', 'Set S3_BUCKET (and S3_ENDPOINT).');
          const result = await moveFiles(db, files, registry, to);
          context.print(result, ({ moved, missing }) => [`moved ${moved} files`, ...described(missing)].join('\n'));
          if (result.missing.length) process.exitCode = 1;
        }),
      ),
    );
};
