/** `broker-crm privacy ledger ...`: the ledger of erasures, for backups of a server of your own (docs/privacy.md). */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { writeAtomically } from '../../../filesystem/atomic-write.ts';
import { listErasures, repeatErasures } from '../../../operations/privacy/repeat-erasures.ts';
import { type ErasureEntry, lostAfter, parseLedger } from '../../../shared/erasure-entry.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { withFileStores } from '../../context/with-file-stores.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { instant } from '../../terminal/options.ts';

/** @throws CliError where the file is no ledger */
const readLedgerFile = async (file: string): Promise<readonly ErasureEntry[]> => {
  try {
    return parseLedger(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CliError('no_ledger', `${file} is not a ledger of erasures: ${(error as Error).message}`);
  }
};

/** Adds `export` and `apply`. */
export const registerLedger = (privacy: Command, context: CommandContext): void => {
  const ledger = privacy.command('ledger').description('erasures of all organisations, without personal data');
  ledger
    .command('export')
    .description('write the ledger to a file, to be stored beside the backups of the database')
    .requiredOption('--out <file>', 'JSON file, which is replaced')
    .action(({ out }: { readonly out: string }) =>
      context.withDatabase(async (db) => {
        const entries = await listErasures(db);
        await writeAtomically(out, JSON.stringify(entries));
        context.print({ out, erasures: entries.length }, () => `${out} has ${entries.length} erasures`);
      }),
    );
  ledger
    .command('apply')
    .description('carry out the erasures again that a restored database has lost, before the service starts')
    .argument('<file>', 'file of "privacy ledger export"')
    .requiredOption('--after <time>', 'moment that the database was restored to', instant)
    .action((file: string, { after }: { readonly after: Date }) =>
      context.withDatabase((db) =>
        withFileStores(context, async (files) => {
          const entries = lostAfter(await readLedgerFile(file), after.getTime());
          const failed = (error: Error): void => {
            throw error;
          };
          const erasures = await repeatErasures({ db, files, failed }, entries);
          context.print({ erasures }, () => `${erasures} erasures were carried out again`);
        }),
      ),
    );
};
