/** `broker-crm user ...`: who may sign in to the settings, and a way back in for those who cannot. */
import type { Command } from 'commander';
import { createInvitation } from '../../../access/credentials/one-time-links.ts';
import { passkeyCount } from '../../../access/credentials/passkeys.ts';
import { checkOrganisation } from '../../../access/organisations/manage-organisations.ts';
import type { Database } from '../../../db/database.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { resetSecondFactor, signOut } from '../../../operations/users/sign-in-admin.ts';
import { commandActs, userEvent } from '../../../operations/users/user-audit-events.ts';
import { sql } from '../../../sql/sql.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { settingsUrl } from '../../context/settings-url.ts';
import { CliError } from '../../terminal/cli-error.ts';
import { wholeNumber } from '../../terminal/options.ts';
import { escapeLine } from '../../terminal/terminal-escape.ts';

interface Listed {
  readonly kid: number;
  readonly email: string;
  readonly rolle: string | null;
  readonly aktiv: boolean;
  /** Has set a password. */
  readonly has_password: boolean;
  /** The second factor: an app, and passkeys. */
  readonly totp: boolean;
  readonly passkeys: number;
}

/** The error of a command for a missing user. */
const missing =
  (org: number, kid: number) =>
  (cause: unknown): never => {
    if (!(cause instanceof ApiError) || cause.code !== 'not_found') throw cause;
    throw new CliError('unknown_user', `Organisation ${org} has no user ${kid}.`);
  };

const registerList = (user: Command, context: CommandContext): void => {
  user
    .command('list')
    .description('users of an organisation')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action(({ org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        const users = await db.queryLong<Listed>(
          sql`select u.id as kid, u.email, u.rolle, u.aktiv, c.password_hash is not null as has_password,
              c.totp_secret is not null as totp, ${passkeyCount(org, sql`u.id`)} as passkeys from contact u
            left join credential c on c.org_id = ${org} and c.kid = u.id
            where u.org_id = ${org} and u.section = 'users' and u.del = 0 order by u.id`,
        );
        const line = ({ kid, email, rolle, aktiv, has_password: known, totp, passkeys }: Listed): string =>
          `${kid}  ${escapeLine(email)}  ${rolle ?? '-'}${aktiv ? '' : '  deactivated'}${known ? '' : '  no password yet'}${totp || passkeys ? '  second factor' : ''}`;
        context.print(users, (all) => all.map(line).join('\n'));
      }),
    );
};

/** Registers a command on one user: `work` runs it and prints the result. */
const registerAct = (
  user: Command,
  context: CommandContext,
  { name, about }: { readonly name: string; readonly about: string },
  work: (db: Database, org: number, kid: number) => Promise<void>,
): void => {
  user
    .command(name)
    .description(about)
    .argument('<kid>', 'user', wholeNumber)
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action((kid: number, { org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        await work(db, org, kid).catch(missing(org, kid));
      }),
    );
};

export const register = (program: Command, context: CommandContext): void => {
  const user = program.command('user').description('users who sign in to the settings');
  registerList(user, context);
  registerAct(
    user,
    context,
    { name: 'link', about: 'make a one-time link with which a user sets a password; it is shown this once' },
    async (db, org, kid) => {
      const { path, email, expiresAt } = await db.transaction(async (tx) => {
        const made = await createInvitation(tx, org, kid, Date.now());
        const changes = { kind: [null, made.kind], expires_at: [null, made.expiresAt] };
        await tx.finish([userEvent(commandActs(org), kid, 'link', changes)]);
        return made;
      });
      const link = new URL(path, settingsUrl(context.config)).href;
      context.print(
        { kid, email, link, expires_at: expiresAt },
        () => `${email}${expiresAt ? `, until ${expiresAt}` : ''}\n${link}`,
      );
    },
  );
  registerAct(user, context, { name: 'end-sessions', about: 'sign a user out everywhere' }, async (db, org, kid) => {
    const ended = await db.transaction((tx) => signOut(tx, commandActs(org), kid));
    context.print({ kid, ended }, () => `${ended} session${ended === 1 ? '' : 's'} of user ${kid} ended`);
  });
  registerAct(
    user,
    context,
    {
      name: 'take-factor',
      about: 'take away the second factor of a user who lost the device and the recovery codes; sessions end',
    },
    async (db, org, kid) => {
      if (!(await db.transaction((tx) => resetSecondFactor(tx, commandActs(org), kid))))
        throw new CliError('no_factor', `User ${kid} has no second factor.`);
      context.print({ kid, taken: true }, () => `user ${kid} signs in with the password alone`);
    },
  );
};
