/** `broker-crm org delete`: an organisation that has left, with all it has (docs/decisions/0043). */
import type { Command } from 'commander';
import { COMMAND } from '../../../db/audit-entry.ts';
import { type DeletionProgress, deleteOrganisation } from '../../../operations/organisation/delete-organisation.ts';
import { megabytes } from '../../backup/backup-steps.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { withFileStores } from '../../context/with-file-stores.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';

/** Reports the progress to a terminal. */
const createReporter = (stream: NodeJS.WriteStream): DeletionProgress => {
  const tell = every(stream);
  return {
    removed: (what, n, done, all) =>
      tell(`${what}: ${n} ${all === undefined ? '' : `of ${all} `}removed${done ? '' : ' so far'}`, done),
    waits: (ms) => {
      stream.write(`waits ${Math.ceil(ms / 1000)} s for calls that may still be under way\n`);
    },
  };
};

/** Adds it to the commands of organisations. */
export const registerDelete = (org: Command, context: CommandContext): void => {
  org
    .command('delete')
    .description(
      'delete an organisation whose contract is inactive, with all it has; broken off, it goes on when repeated',
    )
    .argument('<org-id>', 'organisation', wholeNumber)
    .option('--confirm <name>', 'its name, exactly as it is: nothing is deleted without')
    .action((orgId: number, { confirm }: { confirm?: string }) =>
      context.withDatabase(
        (db) =>
          withFileStores(context, async (files) => {
            const report = createReporter(process.stderr);
            const deleted = await deleteOrganisation(db, files, orgId, confirm, COMMAND, report);
            const rows = Object.values(deleted.tables).reduce((sum, n) => sum + n, 0);
            context.print({ org_id: orgId, ...deleted, rows }, ({ name, tables, files: contents, bytes }) =>
              [
                ...Object.entries(tables).map(([table, n]) => `${table}\t${n}`),
                `organisation ${orgId} (${name}) is deleted: ${rows} rows of ${Object.keys(tables).length} tables, ${contents} files (${megabytes(bytes)})`,
              ].join('\n'),
            );
          }),
        // The deleted rows contain secrets, and none of them is read.
        { asOwner: true, keyless: true },
      ),
    );
};
