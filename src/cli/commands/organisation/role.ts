/** `broker-crm role ...`: roles of an organisation, which decide what its users may do. */
import type { Command } from 'commander';
import { parseScopes } from '../../../access/tokens/scopes.ts';
import { COMMAND } from '../../../db/audit-entry.ts';
import { deleteRole, listRoles, setRole } from '../../../operations/org-settings/roles.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { escapeLine } from '../../terminal/terminal-escape.ts';

interface Organisation {
  readonly org: number;
}

interface SetOptions extends Organisation {
  readonly name?: string;
  readonly scopes?: string[];
  readonly ownCustomers?: boolean;
}

/** Adds the commands to the program. */
export const register = (program: Command, context: CommandContext): void => {
  const role = program.command('role').description('roles of an organisation: what its users may do');
  const ORG = ['--org <org-id>', 'organisation'] as const;
  role
    .command('list')
    .description('list the roles of an organisation')
    .requiredOption(...ORG, wholeNumber)
    .action(({ org }: Organisation) =>
      context.withDatabase(async (db) => {
        const roles = await listRoles(db, org);
        context.print(roles, (all) =>
          all
            .map(
              ({ id, name, scopes, users, own_customers: own }) =>
                `${id}  ${escapeLine(name)}  ${users} users  ${own ? 'own customers  ' : ''}${scopes.join(',') || 'none'}`,
            )
            .join('\n'),
        );
      }),
    );
  role
    .command('set')
    .description('create a role, or change its name, scopes or customers; its users have them with their next call')
    .argument('<role-id>', 'the value of rolle of its users: berater, innendienst, ...')
    .requiredOption(...ORG, wholeNumber)
    .option('--name <name>', 'what people read')
    .option('--scopes <list>', 'all, none, or scopes separated by commas', parseScopes)
    .option('--own-customers', 'its users see only the customers that they advise')
    .option('--no-own-customers', 'its users see all customers')
    .action((id: string, { org, ownCustomers, ...change }: SetOptions) =>
      context.withDatabase(async (db) => {
        await setRole(db, org, { id, ...change, own_customers: ownCustomers }, { by: COMMAND });
        context.print({ role_id: id, changed: true }, () => `role ${id} was set`);
      }),
    );
  role
    .command('delete')
    .description('remove a role that no user has')
    .argument('<role-id>')
    .requiredOption(...ORG, wholeNumber)
    .action((id: string, { org }: Organisation) =>
      context.withDatabase(async (db) => {
        await deleteRole(db, org, id, COMMAND);
        context.print({ role_id: id, deleted: true }, () => `role ${id}: deleted`);
      }),
    );
};
