/** `broker-crm export`: records of an organisation as a file (docs/exports.md). */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { scopeNames } from '../../../access/tokens/scopes.ts';
import { COMMAND, entryBy } from '../../../db/audit-entry.ts';
import { tempPath } from '../../../filesystem/temp-file.ts';
import { type ExportFormat, exportFormats } from '../../../model/calls/exports.ts';
import { systemContext } from '../../../operations/call/system-actor.ts';
import { exportContent } from '../../../operations/exports/export-file.ts';
import { acceptExport, exportEntry } from '../../../operations/exports/export-options.ts';
import { type Language, languages } from '../../../shared/disclosure.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { wholeNumber } from '../../terminal/options.ts';

interface Options {
  readonly org: number;
  readonly sections: readonly string[];
  readonly format: ExportFormat;
  readonly since?: string;
  readonly query?: string;
  readonly columns?: readonly string[];
  readonly labels?: true;
  readonly language?: Language;
  readonly excel?: boolean;
  readonly out: string;
}

const SINCE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

const since = (text: string): string => {
  if (SINCE.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('It must be a day such as 2027-01-31, or a time with its zone.');
};

const listed = (text: string): readonly string[] => text.split(',').map((name) => name.trim());

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('export')
    .description('write records of an organisation into a file: one file, or a ZIP of one file a section')
    .requiredOption('--org <id>', 'organisation', wholeNumber)
    .requiredOption('--sections <a,b>', 'sections, such as customers,addresses', listed)
    .addOption(new Option('--format <format>', 'format').choices(exportFormats).default('csv'))
    .option('--since <time>', 'only records made or changed from this time on, such as 2027-01-31', since)
    .option('--query <text>', 'query text of the list of the one section, such as betreuer=4&sort=name')
    .option('--columns <a,b>', 'columns of the one section, such as name,addresses.ort', listed)
    .option('--labels', 'labels as headers, and values of lists as people read them')
    .addOption(new Option('--language <language>', 'language of labels').choices(languages))
    .option('--excel', 'an apostrophe before texts that would be formulas (default of csv)')
    .option('--no-excel', 'texts as they are')
    .requiredOption('--out <file>', 'file to write')
    .action(({ org, out, ...asked }: Options) =>
      context.withDatabase(async (db) => {
        const system = await systemContext(db.forOrg(org), org);
        const own = { ...system, actor: { ...system.actor, scopes: new Set(scopeNames) } };
        const { sections, scopes } = await acceptExport(own, asked);
        let records = 0;
        const request = { ...asked, since: asked.since ?? null, sections, scopes, at: Date.now() };
        const content = exportContent(own, request, async (more) => {
          records += more;
        });
        const temporary = tempPath(out);
        try {
          await pipeline(Readable.from(content), createWriteStream(temporary, { mode: 0o600 }));
          await rename(temporary, out);
        } finally {
          await rm(temporary, { force: true });
        }
        await db
          .forOrg(org)
          .transaction((tx) => tx.finish([entryBy(COMMAND, org, { ...exportEntry(asked, sections), recordId: 0 })]));
        context.print({ file: out, sections, records }, () => `${out} has ${records} records.`);
      }),
    );
};
