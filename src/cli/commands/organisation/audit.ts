/** `broker-crm audit list`: who changed what, and when. */
import type { Command } from 'commander';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import {
  type AuditEntryRead,
  auditPieces,
  RECORD_NAMES,
  type RecordName,
  recordNamed,
} from '../../../operations/audit/audit-log.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { instant, wholeNumber } from '../../terminal/options.ts';

interface Options {
  readonly org: number;
  readonly record?: string;
  readonly since?: Date;
  readonly security?: boolean;
  readonly limit: number;
}

const recordOf = (text: string | undefined): RecordName | null => {
  if (text === undefined) return null;
  const record = recordNamed(text);
  if (!record) throw new CliError('invalid_record', `"${text}" is no record: it must be ${RECORD_NAMES}.`);
  return record;
};

const lineOf = (one: AuditEntryRead): string => {
  const who = one.via ?? `user ${one.user_kid ?? '-'}`;
  return `${one.at}  ${one.action} ${one.section}/${one.record_id}  ${who}  ${JSON.stringify(one.changes)}`;
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
    .option(
      '--security',
      'only who may do what: sign-ins, passwords, tokens, webhooks, keys, the state of the organisation',
    )
    .option('--limit <n>', 'at most so many, the latest', wholeNumber, 1000)
    .action(({ org, record, since, security, limit }: Options) =>
      context.withDatabase(async (db) => {
        const query = { record: recordOf(record), since: since?.toISOString(), security };
        await checkOrganisation(db, org);
        const found: AuditEntryRead[] = [];
        for await (const entries of auditPieces(db, org, query, limit)) {
          found.push(...entries.slice(0, limit - found.length));
          if (found.length === limit) break;
        }
        context.print(found.reverse(), (entries) => entries.map(lineOf).join('\n'));
      }),
    );
};
