/** `broker-crm jobs`: the background work of the service, and the jobs that wait or run. */
import type { Command } from 'commander';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import { type OpenJob, openWork } from '../../../operations/jobs/open-work.ts';
import { describeInterval } from '../../../shared/background-work.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { formatColumns } from '../../terminal/terminal-escape.ts';

const describeJob = ({ org_id, id, state, since, leased_until, tries }: OpenJob): string =>
  `  ${formatColumns(
    `organisation ${org_id}`,
    ...(id === null ? [] : [id]),
    state,
    ...(since ? [`since ${since}`] : []),
    ...(leased_until ? [`leased until ${leased_until}`] : []),
    ...(tries ? [`tries: ${tries}`] : []),
  )}`;

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('jobs')
    .description('background work of the service, and the jobs that wait or run')
    .option('--org <id>', 'only this organisation', wholeNumber)
    .action(({ org }: { readonly org?: number }) =>
      context.withDatabase(async (db) => {
        if (org !== undefined) await checkOrganisation(db, org);
        context.print(await openWork(db, org ?? null), (all) =>
          all
            .flatMap(({ name, open }) => [
              formatColumns(name, describeInterval(name), open.length ? `${open.length} open` : ''),
              ...open.map(describeJob),
            ])
            .join('\n'),
        );
      }),
    );
};
