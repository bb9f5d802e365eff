/** Mailboxes of the organisation, and its own mail server (rules 16.27, 16.28). */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { fail } from '../../errors/api-error.ts';
import { type Allows, mailboxFailureOf, withMailbox } from '../../operations/mailboxes/imap.ts';
import {
  type By,
  changeMailbox,
  createMailbox,
  deleteMailbox,
  listMailboxes,
  readAccount,
} from '../../operations/mailboxes/manage-mailboxes.ts';
import { saidBy, serverFailureOf } from '../../operations/mailboxes/server-failure.ts';
import { composeMail } from '../../operations/messages/compose-message.ts';
import {
  ownMailServer,
  readMailServer,
  removeMailServer,
  setMailServer,
} from '../../operations/messages/own-mail-server.ts';
import { addressRule } from '../../webhooks/public-address.ts';
import { testMailText } from '../mail/mail-templates.ts';
import { authorOf, numberOf } from '../request/perform.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';
import { count, countsOfServerTest } from '../sign-in/login-throttle.ts';

const byOf = (here: SettingsCall<unknown>): By => ({ orgId: here.session.orgId, author: authorOf(here) });

const allowsOf = ({ config }: SettingsCall<unknown>): Allows => addressRule(config.webhookAllowedNetworks);

const change = async (here: CallOf<'PATCH /mailboxes/:id'>) => {
  await changeMailbox(here.db, byOf(here), numberOf(here), here.body);
  return DONE;
};

const test = async (here: SettingsCall) => {
  const { db, session } = here;
  const account = await readAccount(db, session.orgId, numberOf(here));
  await count(here, countsOfServerTest(session.orgId), 'too_many_mails');
  return withMailbox(account, allowsOf(here), async (_, { exists }) => exists).then(
    (mails) => ({ failure: null, said: null, mails }),
    (error: unknown) => ({ ...mailboxFailureOf(error), mails: null }),
  );
};

const testServer = async (here: SettingsCall) => {
  const { db, session } = here;
  const server = await ownMailServer(db, session.orgId, allowsOf(here));
  if (!server) throw fail('not_found');
  await count(here, countsOfServerTest(session.orgId), 'too_many_mails');
  const to = session.email;
  const mail = await composeMail({
    ...testMailText(session.organisation),
    from: { name: session.organisation, address: server.from },
    to: [to],
    messageId: `<${randomUUID()}@${server.from.split('@').at(-1)}>`,
    date: here.now(),
    attachments: [],
  });
  return server.send([to], Readable.from(mail)).then(
    () => ({ to, failure: null, said: null }),
    (error: unknown) => ({ to, failure: serverFailureOf(error), said: saidBy(error) }),
  );
};

export const mailboxes = {
  'GET /mailboxes': async ({ db, session }) => ({ items: await listMailboxes(db, session.orgId) }),
  'POST /mailboxes': async (here) => ({ mailbox_id: await createMailbox(here.db, byOf(here), here.body) }),
  'PATCH /mailboxes/:id': change,
  'DELETE /mailboxes/:id': async (here) => {
    await deleteMailbox(here.db, byOf(here), numberOf(here));
    return DONE;
  },
  'POST /mailboxes/:id/test': test,
  'GET /mail-server': async ({ db, session }) => ({ server: await readMailServer(db, session.orgId) }),
  'PUT /mail-server': async (here) => {
    await setMailServer(here.db, byOf(here), here.body);
    return DONE;
  },
  'DELETE /mail-server': async (here) => {
    await removeMailServer(here.db, byOf(here));
    return DONE;
  },
  'POST /mail-server/test': testServer,
} satisfies Partial<Handlers>;
