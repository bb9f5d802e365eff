/** `broker-crm user ...`: who may sign in to the settings, and a way back in for those who cannot. */
import type { Command } from 'commander';
import { makeInvitation } from '../access/invitations.ts';
import { checkOrganisation } from '../access/organisations.ts';
import { ApiError } from '../errors.ts';
import { signOut, takeFactor } from '../operations/users/sign-in-acts.ts';
import { commandActs, userEvent } from '../operations/users/user-events.ts';
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
  /** Signs in with a second factor. */
  readonly totp: boolean;
}

/** What a command says where the user is missing. */
const missing =
  (org: number, kid: number) =>
  (cause: unknown): never => {
    if (!(cause instanceof ApiError) || cause.code !== 'not_found') throw cause;
    throw new Refusal('unknown_user', `Organisation ${org} has no user ${kid}.`);
  };

const registerList = (user: Command, context: CommandContext): void => {
  user
    .command('list')
    .description('users of an organisation')
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action(({ org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        const users = await db.readLong<Listed>(
          sql`select u.id as kid, u.email, u.rolle, u.aktiv, c.kid is not null as has_password,
              c.totp_secret is not null as totp from contact u
            left join credential c on c.org_id = ${org} and c.kid = u.id
            where u.org_id = ${org} and u.section = 'users' and u.del = 0 order by u.id`,
        );
        const line = ({ kid, email, rolle, aktiv, has_password: known, totp }: Listed): string =>
          `${kid}  ${email}  ${rolle ?? '-'}${aktiv ? '' : '  deactivated'}${known ? '' : '  no password yet'}${totp ? '  second factor' : ''}`;
        context.print(users, (all) => all.map(line).join('\n'));
      }),
    );
};

const registerLink = (user: Command, context: CommandContext): void => {
  user
    .command('link')
    .description('make a one-time link with which a user sets a password; it is shown this once')
    .argument('<kid>', 'user', wholeNumber)
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action((kid: number, { org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        const { host, port, publicUrl } = context.config;
        const { path, email, expiresAt } = await db
          .transaction(async (tx) => {
            const made = await makeInvitation(tx, org, kid, Date.now());
            const told = { kind: [null, made.kind], expires_at: [null, made.expiresAt] };
            await tx.finish([userEvent(commandActs(org), kid, 'link', told)]);
            return made;
          })
          .catch(missing(org, kid));
        const link = new URL(path, publicUrl || `http://${host}:${port}`).href;
        context.print({ kid, email, link, expires_at: expiresAt }, () => `${email}, until ${expiresAt}\n${link}`);
      }),
    );
};

const registerEndSessions = (user: Command, context: CommandContext): void => {
  user
    .command('end-sessions')
    .description('sign a user out everywhere')
    .argument('<kid>', 'user', wholeNumber)
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action((kid: number, { org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        const acts = commandActs(org);
        const ended = await db.transaction((tx) => signOut(tx, acts, kid)).catch(missing(org, kid));
        context.print({ kid, ended }, () => `${ended} session${ended === 1 ? '' : 's'} of user ${kid} ended`);
      }),
    );
};

const registerTakeFactor = (user: Command, context: CommandContext): void => {
  user
    .command('take-factor')
    .description('take away the second factor of a user who lost the device and the recovery codes; sessions end')
    .argument('<kid>', 'user', wholeNumber)
    .requiredOption('--org <org-id>', 'organisation', wholeNumber)
    .action((kid: number, { org }: { org: number }) =>
      context.withDatabase(async (db) => {
        await checkOrganisation(db, org);
        const acts = commandActs(org);
        const taken = await db.transaction((tx) => takeFactor(tx, acts, kid)).catch(missing(org, kid));
        if (!taken) throw new Refusal('no_factor', `User ${kid} has no second factor.`);
        context.print({ kid, taken: true }, () => `user ${kid} signs in with the password alone`);
      }),
    );
};

export const register = (program: Command, context: CommandContext): void => {
  const user = program.command('user').description('users who sign in to the settings');
  registerList(user, context);
  registerLink(user, context);
  registerEndSessions(user, context);
  registerTakeFactor(user, context);
};
