/** `broker-crm search rebuild`: rebuilds the search index from the records (docs/decisions/0008). */
import type { Command } from 'commander';
import { forEachOrganisation } from '../../../access/organisations/manage-organisations.ts';
import { type Progress, type Rebuilt, rebuildSearch } from '../../../operations/rebuild/reindex.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { every } from '../../terminal/progress.ts';

interface Options {
  readonly org?: number;
}

type OfOrganisation = Rebuilt & { readonly org_id: number };

const sum = (all: readonly OfOrganisation[], key: 'written' | 'removed'): number =>
  all.reduce((total, one) => total + one[key], 0);

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('search')
    .description('the search index')
    .command('rebuild')
    .description('write search entries anew that are missing or out of date, while the service runs; can be repeated')
    .option('--org <org-id>', 'only this organisation', wholeNumber)
    .action(({ org }: Options) =>
      context.withDatabase(async (db) => {
        const found: OfOrganisation[] = [];
        const tell = every(process.stderr);
        await forEachOrganisation(db, org ?? null, async (orgId) => {
          const report: Progress = (what, section, looked, total, done) =>
            tell(
              `organisation ${orgId}: ${section}${what === 'entries' ? ', what is there:' : ''} ${looked} of ${total}`,
              done,
            );
          for (const one of await rebuildSearch(db, orgId, report)) found.push({ org_id: orgId, ...one });
        });
        const result = { written: sum(found, 'written'), removed: sum(found, 'removed'), sections: found };
        context.print(result, ({ written, removed }) =>
          [
            ...found.map(
              (one) => `organisation ${one.org_id}: ${one.section} ${one.written} written, ${one.removed} removed`,
            ),
            `${written} search entries were written, ${removed} removed`,
          ].join('\n'),
        );
      }),
    );
};
