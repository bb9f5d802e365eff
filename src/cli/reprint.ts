/**
 * `broker-crm reprint`: the stored text of records, compared with what they print as, and renewed
 * (docs/decisions/0004).
 */
import type { Command } from 'commander';
import { eachOrganisation } from '../access/organisations.ts';
import { registry } from '../model/registry.ts';
import { type Looked, type Reprinted, reprint } from '../operations/reprint.ts';
import type { CommandContext } from './context.ts';
import { everySoOften } from './every-so-often.ts';
import { wholeNumber } from './options.ts';

interface Options {
  readonly org?: number;
  readonly check?: boolean;
}

type OfOrganisation = Reprinted & { readonly org_id: number };

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('reprint')
    .description('print records anew whose stored text is out of date, while the service runs')
    .option('--org <org-id>', 'only this organisation', wholeNumber)
    .option('--check', 'only count them; exit code 1 where there are some')
    .action(({ org, check = false }: Options) =>
      context.withDatabase(async (db) => {
        const found: OfOrganisation[] = [];
        const tell = everySoOften(process.stderr);
        await eachOrganisation(db, org ?? null, async (orgId) => {
          const told: Looked = (kind, records, all) => tell(`organisation ${orgId}: ${kind} ${records} of ${all}`);
          for (const one of await reprint(db, registry, orgId, !check, told)) found.push({ org_id: orgId, ...one });
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
