/** `broker-crm audit list`: who changed what, and when. */
import type { Command } from 'commander';
import { checkOrganisation } from '../access/organisations.ts';
import { sql } from '../sql.ts';
import { type CommandContext, Refusal } from './context.ts';
import { instant, wholeNumber } from './options.ts';

interface Options {
  readonly org: number;
  readonly record?: string;
  readonly since?: Date;
  readonly limit: number;
}

interface Entry {
  readonly at: string;
  readonly action: string;
  readonly section: string;
  readonly record_id: number;
  readonly user_kid: number | null;
  readonly token_id: number | null;
  readonly changes: unknown;
}

const recordOf = (text: string | undefined): { section: string | null; id: number | null } => {
  if (text === undefined) return { section: null, id: null };
  const [, section, id] = /^([\w-]+(?:\/[a-z]+)?)\/(\d+)$/.exec(text) ?? [];
  if (!section || !id) throw new Refusal('invalid_record', `"${text}" is no record; write one such as customers/5.`);
  return { section, id: Number(id) };
};

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('audit')
    .description('change history')
    .command('list')
    .description('entries of an organisation, oldest first; of a record with all that happened below it')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .option('--record <kind/id>', 'only this record, such as customers/5')
    .option('--since <time>', 'only from this time on, such as 2027-01-31', instant)
    .option('--limit <n>', 'at most so many, the latest', wholeNumber, 1000)
    .action(({ org, record, since, limit }: Options) =>
      context.withDatabase(async (db) => {
        const { section, id } = recordOf(record);
        await checkOrganisation(db, org);
        const from = since?.toISOString() ?? null;
        const rows = await db.readLong<{
          doc: string;
        }>(sql`select json_build_object('id', e.id, 'at', e.at, 'action', e.action,
          'section', e.section, 'record_id', e.record_id, 'owner_section', e.owner_section, 'owner_id', e.owner_id,
          'user_kid', e.user_kid, 'token_id', e.token_id, 'request_id', e.request_id, 'changes', e.changes::json)::text as doc
          from (select * from audit_entry e where e.org_id = ${org}
            and (${section}::text is null or (e.section = ${section} and e.record_id = ${id}::int)
              or (e.owner_section in (${section}, 'contacts') and e.owner_id = ${id}::int))
            and (${from}::timestamptz is null or e.at >= ${from}::timestamptz)
            order by e.id desc limit ${limit}) e order by e.id`);
        const entries = rows.map(({ doc }) => JSON.parse(doc) as Entry);
        context.print(entries, (all) =>
          all
            .map(
              (one) =>
                `${one.at}  ${one.action} ${one.section}/${one.record_id}  user ${one.user_kid ?? '-'}  ${JSON.stringify(one.changes)}`,
            )
            .join('\n'),
        );
      }),
    );
};
