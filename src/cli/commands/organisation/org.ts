/** Commands `org`: create, change and list organisations. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  changeOrganisation,
  listedOrganisation,
  listOrganisations,
} from '../../../access/organisations/manage-organisations.ts';
import { parsePlan, planKeys } from '../../../access/organisations/plan.ts';
import { COMMAND } from '../../../db/audit-entry.ts';
import type { Database } from '../../../db/database.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { setBillingCompanies } from '../../../operations/org-settings/billing-companies.ts';
import { type Language, languages } from '../../../shared/disclosure.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { createOrganisationWithAdmin } from '../../context/create-organisation.ts';
import { cliErrorOf } from '../../terminal/cli-error.ts';
import {
  assertAnyChange,
  emailAddress,
  instantOf,
  instantOrNone,
  nonEmpty,
  repeated,
  wholeNumber,
} from '../../terminal/options.ts';
import { formatColumns } from '../../terminal/terminal-escape.ts';
import { registerDelete } from './org-delete.ts';
import { registerExport } from './org-export.ts';
import { registerImport } from './org-import.ts';

const contractState = (text: string): 'active' | 'inactive' => {
  if (text !== 'active' && text !== 'inactive') throw new InvalidArgumentError('It must be active or inactive.');
  return text;
};

const PLAN = `plan value, may be repeated: ${planKeys.join(', ')}`;

const warn = (warnings: readonly string[]): void => {
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
};

const sayNamesake = (other: number, made: number, name: string): string =>
  `organisation ${other} has the name ${name} already. If this one was not meant to be another: broker-crm org set ${made} --contract inactive, then broker-crm org delete ${made}.`;

/**
 * The warning about organisations of the same name: usually a command was repeated, but two offices may share a name.
 * With a cluster node down the list may be incomplete, which does not prevent the creation.
 */
const namesakesOf = async (db: Database, name: string): Promise<(made: number) => readonly string[]> => {
  try {
    const others = (await listOrganisations(db)).filter((one) => one.name === name);
    return (made) => others.map(({ org_id }) => sayNamesake(org_id, made, name));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    return () => [`whether another organisation has the name ${name} is not known: ${cliErrorOf(error).message}`];
  }
};

interface CreateOptions {
  readonly name: string;
  readonly adminEmail: string;
  readonly plan?: string[];
  readonly timeZone: string;
  readonly language: Language;
}

interface SetOptions {
  readonly plan?: string[];
  readonly contract?: 'active' | 'inactive';
  readonly trialEnds?: Date | 'none';
  readonly billingCompany?: string[];
}

export const register = (program: Command, context: CommandContext): void => {
  const org = program.command('org').description('organisations (tenants)');
  org
    .command('create')
    .description('make an organisation and its first administrator')
    .requiredOption('--name <name>', 'name of the organisation', nonEmpty)
    .requiredOption('--admin-email <email>', 'e-mail address of the first administrator', emailAddress)
    .option('--plan <key=value>', PLAN, repeated)
    .option('--time-zone <zone>', 'time zone of times without zone', 'Europe/Berlin')
    .addOption(new Option('--language <language>', 'of its first templates').choices(languages).default('de'))
    .action((options: CreateOptions) =>
      context.withDatabase(async (db) => {
        const { plan, warnings } = parsePlan(options.plan ?? []);
        warn(warnings);
        const namesakes = await namesakesOf(db, options.name);
        const organisation = {
          name: options.name,
          email: options.adminEmail,
          timeZone: options.timeZone,
          plan,
          templates: options.language,
        };
        const made = await createOrganisationWithAdmin(db, organisation, COMMAND);
        warn(namesakes(made.org_id));
        context.print(
          made,
          ({ org_id, admin }) =>
            `organisation ${org_id}\nadministrator ${admin.email} (user ${admin.kid})\npassword ${admin.password}  (shown this once, to be changed at the first sign-in)`,
        );
      }),
    );
  org
    .command('set')
    .description('change plan, contract, trial or billing companies')
    .argument('<org-id>', 'organisation', wholeNumber)
    .option('--plan <key=value>', PLAN, repeated)
    .option('--contract <state>', 'active or inactive', contractState)
    .option('--trial-ends <time>', 'end of the trial such as 2027-01-31T12:00:00Z, or none', instantOrNone)
    .option('--billing-company <name>', 'additional company; may be repeated and replaces the whole list', repeated)
    .hook('preAction', assertAnyChange)
    .action((orgId: number, options: SetOptions) =>
      context.withDatabase(async (db) => {
        const { plan, warnings } = parsePlan(options.plan ?? []);
        warn(warnings);
        const { contract, billingCompany } = options;
        const trialEnds = instantOf(options.trialEnds);
        if (billingCompany) await setBillingCompanies(db, orgId, billingCompany, COMMAND);
        if (options.plan || contract || trialEnds !== undefined) {
          await changeOrganisation(db, orgId, { plan, contract, trialEnds }, COMMAND);
        }
        const changed = await listedOrganisation(db, orgId);
        context.print({ ...changed, warnings }, () => `organisation ${orgId} was changed`);
      }),
    );
  org
    .command('list')
    .description('list the organisations')
    .action(() =>
      context.withDatabase(async (db) => {
        context.print(await listOrganisations(db), (rows) =>
          rows
            .map((row) => formatColumns(row.org_id, row.deletion_began_at ? 'being deleted' : row.contract, row.name))
            .join('\n'),
        );
      }),
    );
  registerExport(org, context);
  registerImport(org, context);
  registerDelete(org, context);
};
