/** `broker-crm org ...` */
import { type Command, InvalidArgumentError } from 'commander';
import { changeOrganisation, listedOrganisation, listOrganisations } from '../access/organisations.ts';
import { parsePlan, planKeys } from '../access/plan.ts';
import { COMMAND } from '../db/audit-entry.ts';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import { setBillingCompanies } from '../operations/organisation/billing-companies.ts';
import type { CommandContext } from './context.ts';
import { registerDelete } from './delete-organisation.ts';
import { inColumns } from './for-terminal.ts';
import { makeOrganisation } from './new-organisation.ts';
import {
  emailAddress,
  instantOf,
  instantOrNone,
  nonEmpty,
  repeated,
  somethingToChange,
  wholeNumber,
} from './options.ts';
import { refusalOf } from './refusal.ts';

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
 * What is to be said of organisations that have a name already. Two offices may have one name; more often the command was said twice.
 * Where a node of a cluster is down nobody knows all of them, which is no reason to make none.
 */
const namesakesOf = async (db: Database, name: string): Promise<(made: number) => readonly string[]> => {
  try {
    const others = (await listOrganisations(db)).filter((one) => one.name === name);
    return (made) => others.map(({ org_id }) => sayNamesake(org_id, made, name));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    return () => [`whether another organisation has the name ${name} is not known: ${refusalOf(error).message}`];
  }
};

interface CreateOptions {
  readonly name: string;
  readonly adminEmail: string;
  readonly plan?: string[];
  readonly timeZone: string;
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
    .action((options: CreateOptions) =>
      context.withDatabase(async (db) => {
        const { plan, warnings } = parsePlan(options.plan ?? []);
        warn(warnings);
        const namesakes = await namesakesOf(db, options.name);
        const organisation = { name: options.name, email: options.adminEmail, timeZone: options.timeZone, plan };
        const made = await makeOrganisation(db, organisation, COMMAND);
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
    .hook('preAction', somethingToChange)
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
            .map((row) => inColumns(row.org_id, row.deletion_began_at ? 'being deleted' : row.contract, row.name))
            .join('\n'),
        );
      }),
    );
  registerDelete(org, context);
};
