/** `broker-crm import`: stages a file, and optionally applies it. */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import { openSpool } from '../../../files/open-stores.ts';
import { formatNames, matchModes, newModes } from '../../../model/records/import-values.ts';
import { registry } from '../../../model/registry.ts';
import type { SpecialCall } from '../../../operations/call/call.ts';
import { FormBody } from '../../../operations/call/form-body.ts';
import { createModels } from '../../../operations/call/tenant-model.ts';
import { performCall } from '../../../operations/calls.ts';
import { type ImportJob, readJob, shownJob } from '../../../operations/imports/import-job.ts';
import { startImportWorker } from '../../../operations/imports/import-worker.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { operatorContext } from '../../context/operator-context.ts';
import { withFileStores } from '../../context/with-file-stores.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';

interface Options {
  readonly org: number;
  readonly section?: string;
  readonly format?: string;
  readonly mapping?: string;
  readonly match?: string;
  readonly onMatch?: string;
  readonly onNew?: string;
  readonly source?: string;
  readonly apply?: boolean;
}

const mappingOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError('invalid_mapping', 'The mapping must be JSON: {"Column": "field"}.');
  }
};

const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim());

const importOptions = ({ section, format, mapping, match, onMatch, onNew, source }: Options): string =>
  JSON.stringify({
    ...(section?.includes(',') ? { sections: namesIn(section) } : { section }),
    format,
    mapping: mapping === undefined ? undefined : mappingOf(mapping),
    match: match && namesIn(match),
    on_match: onMatch,
    on_new: onNew,
    source,
  });

const POLL_MS = 200;

/** The job as soon as no worker runs it. */
const settled = async (call: SpecialCall, id: number): Promise<ImportJob> => {
  const tell = every(process.stderr);
  for (;;) {
    const job = await readJob(call.db, call.actor.orgId, id);
    if (job.state !== 'staging' && job.state !== 'applying' && job.state !== 'undoing') return job;
    tell(`${job.state}: ${job.position} rows so far`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const report = ({ id, state, counts, applied, error, columns = [] }: ReturnType<typeof shownJob>): string =>
  [
    `import ${id}: ${state}`,
    ...(error ? [`${error.line === null ? '' : `line ${error.line}: `}${error.message}`] : []),
    ...(state === 'needs_mapping'
      ? [`map the columns with --mapping: ${columns.map(({ header }) => header).join(', ')}`]
      : []),
    ...Object.entries(counts)
      .filter(([, n]) => n)
      .map(([outcome, n]) => `${outcome}: ${n}`),
    `written: ${applied}`,
  ].join('\n');

export const register = (program: Command, context: CommandContext): void => {
  const run = async (path: string, options: Options): Promise<void> => {
    await access(path).catch(() => {
      throw new CliError('file_not_found', `There is no file ${path}.`);
    });
    await context.withDatabase((db) =>
      withFileStores(context, async (files) => {
        await checkOrganisation(db, options.org);
        const operator = await operatorContext(db, options.org, files);
        const file = await openSpool(context.config)(createReadStream(path));
        const text = importOptions(options);
        const body = new FormBody([
          { name: 'file', file, fileName: basename(path) },
          { name: 'options', text },
        ]);
        const call: SpecialCall = { ...operator, pathIds: [], query: {}, headers: {}, body };
        const failures: Error[] = [];
        const services = { db, files, models: createModels(db, registry), now: Date.now };
        const worker = startImportWorker(services, (error) => failures.push(error), { orgId: options.org });
        try {
          const { id } = JSON.parse(String((await performCall('POST /v3/imports', call)).body)) as { id: number };
          let job = await settled(call, id);
          if (options.apply && job.state === 'ready') {
            await performCall('POST /v3/imports/:id/apply', { ...call, pathIds: [id], body: undefined });
            job = await settled(call, id);
          }
          context.print(shownJob(job), report);
          if (job.state === 'failed' || job.state === 'needs_mapping') process.exitCode = 1;
        } finally {
          await worker.stop();
          await body.discard();
        }
      }),
    );
  };
  program
    .command('import')
    .description('import a file of records; without --apply it is only compared')
    .argument('<file>', 'CSV, NDJSON, Excel or GDV')
    .requiredOption('--org <id>', 'organisation', wholeNumber)
    .option('--section <section>', 'record kind of the rows, or several, separated by commas; guessed by the headers')
    .addOption(new Option('--format <format>', 'guessed by the name of the file').choices(formatNames))
    .option('--mapping <json>', 'column header to field, as JSON; guessed by the headers')
    .option('--match <fields>', 'fields by which stored records are found, separated by commas')
    .addOption(new Option('--on-match <mode>', 'rows of stored records').choices(matchModes))
    .addOption(new Option('--on-new <mode>', 'rows that match none').choices(newModes))
    .option('--source <name>', 'system that external ids are of')
    .option('--apply', 'write new and changed records')
    .action(run);
};
