/**
 * Forgotten passwords: a one-time link by mail. The answer is the same, and comes as fast, whether or not an address
 * belongs to somebody (rules 8.2); what sets the password with the link ends the sessions (invitations.ts).
 */
import { type RequestedLink, requestLink } from '../access/invitations.ts';
import { usersOfAddress } from '../access/passwords.ts';
import { fail } from '../errors.ts';
import { userEvent } from '../operations/users/user-events.ts';
import { count, countsOfLink } from './attempts.ts';
import { type CallOf, DONE, type Handlers } from './call.ts';
import { acting } from './door.ts';
import { forgottenLetter } from './letters.ts';

type Here = CallOf<'POST /forgotten-password'>;

/** A link for each organisation in which the address belongs to somebody, each with its entry in the audit log. */
const makeLinks = async (here: Here): Promise<RequestedLink[]> => {
  const { db, body, now, address } = here;
  const links: RequestedLink[] = [];
  for (const { orgId, kid } of await usersOfAddress(db, body.email)) {
    const made = await db.of(orgId).transaction(async (tx) => {
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
  // Sent to the address as it is stored, whatever its small and capital letters were typed as.
  if (first) {
    const shown = links.map(({ organisation, path }) => ({ organisation, link: `${here.origin}${path}` }));
    // What goes wrong is in the log.
    await here.mail?.([first.email], forgottenLetter(shown)).catch(() => undefined);
  }
};

const ask = async (here: Here) => {
  if (here.mail === null) throw fail('mail_not_configured');
  await count(here, countsOfLink(here, here.body.email), 'too_many_mails');
  here.afterwards.begin(() => mailLinks(here));
  return DONE;
};

export const forgotten = {
  'GET /forgotten-password': async ({ mail }) => ({ mailed: mail !== null }),
  'POST /forgotten-password': ask,
} satisfies Partial<Handlers>;
