/**
 * Password reset: a one-time link by mail. The response is the same and equally fast, whether or not the address has
 * an account (rules 8.2); setting the password with the link ends the sessions (invitations.ts).
 */
import { type RequestedLink, requestLink } from '../../access/credentials/one-time-links.ts';
import { findUsersByEmail } from '../../access/credentials/passwords.ts';
import { fail } from '../../errors/api-error.ts';
import { userEvent } from '../../operations/users/user-audit-events.ts';
import { passwordResetMailText } from '../mail/mail-templates.ts';
import { type CallOf, DONE, type Handlers } from '../request/settings-call.ts';
import { count, countsOfLink } from './login-throttle.ts';
import { acting } from './reauthentication.ts';

type Here = CallOf<'POST /forgotten-password'>;

/** A link for each organisation with an account of the address, each with an audit entry. */
const makeLinks = async (here: Here): Promise<RequestedLink[]> => {
  const { db, body, now, address } = here;
  const links: RequestedLink[] = [];
  for (const { orgId, kid } of await findUsersByEmail(db, body.email)) {
    const made = await db.forOrg(orgId).transaction(async (tx) => {
      const link = await requestLink(tx, { orgId, kid, asked: body.email }, now());
      const noted = { address: [null, address], expires_at: [null, link?.expiresAt] };
      await tx.finish(link ? [userEvent(acting(here, orgId, null), kid, 'link-requested', noted)] : []);
      return link;
    });
    if (made) links.push(made);
  }
  return links;
};

const mailLinks = async (here: Here): Promise<void> => {
  const links = await makeLinks(here);
  const [first] = links;
  // Sent to the stored address, regardless of the letter case of the input.
  if (first) {
    const shown = links.map(({ organisation, path }) => ({ organisation, link: `${here.origin}${path}` }));
    // The error is in the log.
    await here.mail?.([first.email], passwordResetMailText(shown)).catch(() => undefined);
  }
};

const ask = async (here: Here) => {
  if (here.mail === null) throw fail('mail_not_configured');
  await count(here, countsOfLink(here, here.body.email), 'too_many_mails');
  here.afterwards.begin(() => mailLinks(here));
  return DONE;
};

export const passwordReset = {
  'GET /forgotten-password': async ({ mail }) => ({ mailed: mail !== null }),
  'POST /forgotten-password': ask,
} satisfies Partial<Handlers>;
