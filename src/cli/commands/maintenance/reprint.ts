/**
 * `broker-crm reprint`: compares the stored JSON of records with their present serialization and rebuilds it
 * (docs/decisions/0004).
 */
import type { Command } from 'commander';
import { forEachOrganisation } from '../../../access/organisations/manage-organisations.ts';
import { registry } from '../../../model/registry.ts';
import { type RebuildProgress, type RebuiltTable, rebuildJson } from '../../../operations/rebuild/rebuild-json.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';

interface Options {
  readonly org?: number;
  readonly check?: boolean;
}

type OfOrganisation = RebuiltTable & { readonly org_id: number };

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('reprint')
    .description('print records anew whose stored text is out of date, while the service runs')
    .option('--org <org-id>', 'only this organisation', wholeNumber)
    .option('--check', 'only count them; exit code 1 where there are some')
    .action(({ org, check = false }: Options) =>
      context.withDatabase(async (db) => {
        const found: OfOrganisation[] = [];
        const tell = every(process.stderr);
        await forEachOrganisation(db, org ?? null, async (orgId) => {
          const report: RebuildProgress = (kind, records, all) =>
            tell(`organisation ${orgId}: ${kind} ${records} of ${all}`);
          for (const one of await rebuildJson(db, registry, orgId, !check, report))
            found.push({ org_id: orgId, ...one });
        });
        const total = found.reduce((sum, { rows }) => sum + rows, 0);
        context.print({ [check ? 'outdated' : 'reprinted']: total, tables: found }, () =>
          [
            ...found.map(({ org_id, table, section, rows }) => `organisation ${org_id}: ${rows} ${section ?? table}`),
            check ? `${total} records are out of date` : `${total} records were printed anew`,
          ].join('\n'),
        );
        if (check && total) process.exitCode = 1;
      }),
    );
};
