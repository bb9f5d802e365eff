/** `broker-crm org import`: a new organisation of an archive (docs/archive.md). */
import type { Command } from 'commander';
import { createOrganisation, nextOrganisation } from '../../../access/organisations/manage-organisations.ts';
import { COMMAND } from '../../../db/audit-entry.ts';
import { openArchive } from '../../../operations/organisation/archive-source.ts';
import { importOrganisation } from '../../../operations/organisation/import-organisation.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { withFileStores } from '../../context/with-file-stores.ts';
import { nonEmpty } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';

/** Adds it to the commands of organisations. */
export const registerImport = (org: Command, context: CommandContext): void => {
  org
    .command('import')
    .description('make a new organisation of an archive that org export wrote')
    .argument('<archive>', 'folder or ZIP')
    .option('--name <name>', 'name of the new organisation, instead of the name in the archive', nonEmpty)
    .action(async (path: string, { name }: { name?: string }) => {
      const source = await openArchive(path);
      try {
        await context.withDatabase(
          (db) =>
            withFileStores(context, async (files) => {
              const progress = every(process.stderr);
              const made = await importOrganisation(db, files, {
                source,
                name,
                nextNumber: () => nextOrganisation(db),
                create: (tx, orgId, organisation) => createOrganisation(tx, orgId, organisation, COMMAND),
                progress,
              });
              if (made.missing)
                process.stderr.write(
                  `Warning: the archive does not have the files of ${made.missing} documents: see the column state in its index of files.\n`,
                );
              const { org_id, name: called } = made;
              context.print(
                { org_id, name: called },
                () =>
                  `organisation ${org_id} (${called})\nIts users need a link for their first sign-in: broker-crm user list --org ${org_id}, then broker-crm user link USER --org ${org_id}`,
              );
            }),
          { asOwner: true },
        );
      } finally {
        source.close();
      }
    });
};
