/** `broker-crm user ...`: who may sign in to the settings, and a way back in for those who cannot. */
import type { Command } from 'commander';
import { makeInvitation } from '../access/invitations.ts';
import { checkOrganisation } from '../access/organisations.ts';
import { ApiError } from '../errors.ts';
import { sql } from '../sql.ts';
import { type CommandContext, Refusal } from './context.ts';
import { wholeNumber } from './options.ts';

interface Listed {
  readonly kid: number;
  readonly email: string;
  readonly rolle: string | null;
  readonly aktiv: boolean;
  /** Has set a password. */
  readonly has_password: boolean;
}

const registerList = (user: Command, context: CommandContext): void => {
  user
    .command('list')
    .description('users of an organisation')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action(({ org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        const users = await db.readLong<Listed>(
          sql`select u.id as kid, u.email, u.rolle, u.aktiv, c.kid is not null as has_password from contact u
            left join credential c on c.org_id = ${org} and c.kid = u.id
            where u.org_id = ${org} and u.section = 'users' and u.del = 0 order by u.id`,
        );
        const line = ({ kid, email, rolle, aktiv, has_password: known }: Listed): string =>
          `${kid}  ${email}  ${rolle ?? '-'}${aktiv ? '' : '  deactivated'}${known ? '' : '  no password yet'}`;
        context.print(users, (all) => all.map(line).join('\n'));
      }),
    );
};

const registerLink = (user: Command, context: CommandContext): void => {
  user
    .command('link')
    .description(
      'make a one-time link with which a user sets a password, and a second factor anew; it is shown this once',
    )
    .argument('<kid>', 'user', wholeNumber)
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action((kid: number, { org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        const { host, port, publicUrl } = context.config;
        const { path, email, expiresAt } = await makeInvitation(db, org, kid, Date.now()).catch((cause: unknown) => {
          if (!(cause instanceof ApiError)) throw cause;
          throw new Refusal('unknown_user', `Organisation ${org} has no user ${kid}.`);
        });
        const link = new URL(path, publicUrl || `http://${host}:${port}`).href;
        context.print({ kid, email, link, expires_at: expiresAt }, () => `${email}, until ${expiresAt}\n${link}`);
      }),
    );
};

export const register = (program: Command, context: CommandContext): void => {
  const user = program.command('user').description('users who sign in to the settings');
  registerList(user, context);
  registerLink(user, context);
};
