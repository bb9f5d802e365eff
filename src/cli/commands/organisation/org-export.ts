/** `broker-crm org export`: all that an organisation has, as a folder or a ZIP (docs/exports.md). */
import { createWriteStream } from 'node:fs';
import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { scopeNames } from '../../../access/tokens/scopes.ts';
import { COMMAND, entryBy } from '../../../db/audit-entry.ts';
import { ensureDirectory } from '../../../filesystem/ensure-directory.ts';
import { tempPath } from '../../../filesystem/temp-file.ts';
import { type ArchiveFormat, archiveFormats } from '../../../model/calls/exports.ts';
import { systemContext } from '../../../operations/call/system-actor.ts';
import { type ArchiveFiles, zipArchive } from '../../../operations/exports/archive.ts';
import { OrganisationFiles } from '../../../operations/exports/archive-contents.ts';
import { organisationArchive } from '../../../operations/exports/organisation-archive.ts';
import { megabytes } from '../../backup/backup-steps.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { withFileStores } from '../../context/with-file-stores.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';

/** Only the owner reads the files. */
const [FILE_MODE, FOLDER_MODE] = [0o600, 0o700];

const writeFile = (content: AsyncGenerator<Buffer>, path: string): Promise<void> =>
  pipeline(Readable.from(content), createWriteStream(path, { mode: FILE_MODE }));

const writeFolder = async (files: ArchiveFiles, folder: string): Promise<void> => {
  for await (const { name, content } of files) {
    const path = join(folder, name);
    await ensureDirectory(dirname(path), FOLDER_MODE);
    await writeFile(content, path);
  }
};

const isZip = (out: string): boolean => /\.zip$/i.test(out);

/** @throws CliError where the folder has something */
const requireEmpty = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length) throw new CliError('not_empty', `The folder ${folder} has files: name a new one.`);
};

/**
 * Writes an archive under a temporary name: no reader takes half of one for a whole one.
 * @param out a new folder, or a file that ends in .zip
 * @throws CliError `disk_full`; `not_empty` where the folder has files
 */
export const writeArchive = async (files: ArchiveFiles, out: string): Promise<void> => {
  if (!isZip(out)) await requireEmpty(out);
  const temporary = tempPath(out);
  try {
    if (isZip(out)) await writeFile(zipArchive(files, new Date()), temporary);
    else {
      await ensureDirectory(temporary, FOLDER_MODE);
      await writeFolder(files, temporary);
      // A rename replaces no folder on Windows.
      await rmdir(out).catch(() => undefined);
    }
    await rename(temporary, out);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new CliError(
        'disk_full',
        `The disk of ${out} is full. Nothing was left there; free space, then repeat the command.`,
      );
    throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
};

/** Counts rows, and shows the progress to a person who waits. */
const progressTo = (stream: NodeJS.WriteStream) => {
  const tell = every(stream);
  let records = 0;
  return {
    hear: (file: string, rows: number) => {
      if (file.startsWith('records/')) records += rows;
      tell(`${file}, ${records} records so far`);
    },
    records: () => records,
  };
};

interface Options {
  readonly out: string;
  readonly format: ArchiveFormat;
}

/** Adds it to the commands of organisations. */
export const registerExport = (org: Command, context: CommandContext): void => {
  org
    .command('export')
    .description('write all that an organisation has into a folder or a ZIP: records, files, settings, audit log')
    .argument('<org-id>', 'organisation', wholeNumber)
    .requiredOption('--out <path>', 'new folder, or a file that ends in .zip')
    .addOption(new Option('--format <format>', 'format of records').choices(archiveFormats).default('csv'))
    .action((orgId: number, { out, format }: Options) =>
      context.withDatabase((db) =>
        withFileStores(context, async (files) => {
          const own = await systemContext(db.forOrg(orgId), orgId, null, files);
          const contents = new OrganisationFiles();
          const { hear, records } = progressTo(process.stderr);
          await writeArchive(
            organisationArchive(own, { format, scopes: [...scopeNames], at: Date.now() }, contents, hear),
            out,
          );
          const changes = { organisation: [null, true], format: [null, format] };
          await own.db.transaction((tx) =>
            tx.finish([
              entryBy(COMMAND, orgId, { section: 'exports', recordId: 0, action: 'export', changes, security: true }),
            ]),
          );
          const missing = contents.problems.size;
          const result = { out, records: records(), files: contents.files, bytes: contents.bytes, missing };
          if (missing)
            throw new CliError(
              'files_missing',
              `${out} is written, but without ${missing} files that the store does not have or give: see the column state in files.${format}. Run broker-crm sweep or doctor, or restore the files, then repeat the command.`,
            );
          context.print(
            result,
            () => `${out} has ${result.records} records and ${result.files} files (${megabytes(result.bytes)}).`,
          );
        }),
      ),
    );
};
