/** Mailboxes of the organisation, and its own mail server (rules 16.27, 16.28). */
import { z } from 'zod';
import { SERVER_FAILURES, TLS_MODES } from '../../model/calls/messages.ts';
import { MAX_MAIL_MIB, MAX_MAILBOXES } from '../../shared/limits.ts';
import { answer, changeOf, done, field, items, type Routes, time } from './route.ts';

const server = {
  host: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .regex(/^[^\s/@]+$/, 'must be the name of a server such as imap.example.com'),
  port: z.number().int().min(1).max(65_535).meta({ format: 'int32' }),
  tls: z.enum(TLS_MODES),
};
const password = z.string().min(1).max(500);
const settings = {
  name: z.string().trim().min(1).max(100),
  ...server,
  username: z.string().trim().min(1).max(255),
  folder: z.string().trim().min(1).max(255),
  active: z.boolean(),
};

const failure = z.enum(SERVER_FAILURES);
const said = z.string().nullable();

const mailbox = answer({
  mailbox_id: z.number(),
  ...settings,
  created_at: time,
  fetched_at: time.nullable(),
  failing_since: time.nullable(),
  failure: failure.nullable(),
  said,
});

const mailServer = { ...server, username: z.string().trim().max(255), sender: field.email };

export const mailboxRoutes = {
  'GET /mailboxes': {
    answer: items(mailbox),
    about:
      '`failure`: why the last fetch failed, `failing_since` when the first one did; `said` is the answer of the server.',
  },
  'POST /mailboxes': {
    body: z.strictObject({ ...settings, password }),
    status: 201,
    answer: answer({ mailbox_id: z.number() }),
    about: `Mails that come from this day on are put into the inbox, each once; larger ones than ${MAX_MAIL_MIB} MiB leave a note. \`tls\`: \`tls\` from the start, \`starttls\` after the greeting, \`none\` in clear. The password is never answered. At most ${MAX_MAILBOXES}.`,
  },
  'PATCH /mailboxes/:id': {
    body: changeOf(z.strictObject({ ...settings, password }).partial()),
    answer: done,
    about: 'Another `host`, `port`, `tls` or `username` needs the `password` again: issue `required`.',
  },
  'DELETE /mailboxes/:id': { answer: done, about: 'Fetched mails stay.' },
  'POST /mailboxes/:id/test': {
    answer: answer({ failure: failure.nullable(), said, mails: z.number().nullable() }),
    about:
      'Signs in and opens the folder; `mails`: how many are there. Sixty an hour and organisation, then 429 `too_many_mails` with `Retry-After`.',
  },
  'GET /mail-server': {
    answer: answer({ server: answer(mailServer).nullable() }),
    about: 'The own mail server for messages; without one they go by that of the service (`SMTP_URL`).',
  },
  'PUT /mail-server': {
    body: changeOf(z.strictObject({ ...mailServer, password: password.optional() })),
    answer: done,
    about: 'An empty `username`: without a sign-in. Another server or user needs the `password` again.',
  },
  'DELETE /mail-server': { answer: done, about: '404 without one.' },
  'POST /mail-server/test': {
    answer: answer({ to: z.string(), failure: failure.nullable(), said }),
    about: 'Sends a mail to the own address. 404 without a mail server; limited as the test of a mailbox.',
  },
} satisfies Routes;
