/** Templates of mails and letters, and messages (rules 9.28, 16.25). */
import { z } from 'zod';
import { EMAIL, MAX_EMAIL } from '../../shared/email.ts';
import {
  EXPORT_DAYS,
  MAX_HOURLY_MESSAGES,
  MAX_LETTER_JOBS,
  MAX_LETTERS,
  MAX_MESSAGE_MIB,
  MAX_RECIPIENTS,
} from '../../shared/limits.ts';
import { listOf as boundedList } from '../declaration/bounded-schemas.ts';
import { recipientGroups, templateSections } from '../seed/placeholders.ts';
import { type ApiCalls, bytes, choice, count, id, named, reply, time } from './call.ts';

const text = z.string();

/** States of a message. */
export const MESSAGE_STATES = ['none', 'queued', 'sent', 'failed'] as const;
/** Why a mail server did not take a mail. */
export const MAIL_FAILURES = ['unreachable', 'not_authenticated', 'refused', 'timeout'] as const;
/** Why a mailbox or a mail server of an organisation cannot be used; `not_stored` is a failure of the service. */
export const SERVER_FAILURES = [
  ...['unknown_host', 'forbidden', 'unreachable', 'timeout', 'certificate', 'encryption'],
  ...['not_authenticated', 'folder', 'refused', 'not_stored'],
] as const;
/** How such a server is reached. `tls`: from the start; `starttls`: after the greeting; `none`: in clear. */
export const TLS_MODES = ['tls', 'starttls', 'none'] as const;
/** Reasons of a message that was not sent (yet). */
export const MESSAGE_ERRORS = [...MAIL_FAILURES, 'deleted'] as const;
const MOST_ATTACHMENTS = 20;

const state = z
  .enum(MESSAGE_STATES)
  .describe('`none`: it is kept and not sent. `queued`: it is sent soon, or again after a failure.');

const body = z.strictObject({
  template: id.describe('A template, for `subject` and `text` where they are absent.').optional(),
  subject: text.max(255).describe('May have placeholders, as `text`.').optional(),
  text: text.max(65_535).optional(),
  to: z
    .array(z.string().trim().max(MAX_EMAIL).regex(EMAIL))
    .max(MAX_RECIPIENTS)
    .default([])
    .describe('E-mail addresses; `send` `mail` needs one.'),
  attachments: z
    .array(id)
    .max(MOST_ATTACHMENTS)
    .default([])
    .describe('Documents of the same customer or product partner.'),
  send: choice(['mail', 'none']).describe('`mail`: send it. `none`: keep it only.'),
});

const made = reply(
  'It is kept, and sent soon.',
  z.object({
    success: z.boolean(),
    id,
    document_id: id,
    activity_id: id,
    state,
    empty: z.array(text).describe('Placeholders that had no value.'),
  }),
);

const message = named(
  'Message',
  z.object({
    id,
    document_id: id,
    activity_id: id,
    kid: id.nullable().describe('Of the document, as `vid` and `schaden`.'),
    vid: id.nullable(),
    schaden: id.nullable(),
    state,
    to: z.array(text),
    created: time,
    sent: time.nullable().describe('When the mail server accepted it.'),
    tries: count,
    error: z
      .enum(MESSAGE_ERRORS)
      .nullable()
      .describe('Of the last try. With `sent`: the mail server refused some of the addresses.'),
  }),
);

const write = (kind: string, name: string) =>
  ({
    id: `create${kind}Message`,
    who: 'v3:messages:write',
    summary: `Write a message about a ${name}`,
    about: `Fills the placeholders with the values of the record and keeps the result as a document (\`.eml\`) and an activity. With \`send\` \`mail\` a worker sends it by the mail server of the organisation, else of the installation, again after failures; the state of the message tells the outcome. A message has up to ${MAX_MESSAGE_MIB} MiB with its attachments (413 \`file_too_large\`) and ${MAX_RECIPIENTS} addresses; an organisation sends up to ${MAX_HOURLY_MESSAGES} an hour (429 \`too_many_mails\`). Needs \`v3:documents:write\` and \`v3:activities:write\` too, the read scopes of the record and of the kinds that placeholders are of, and for attachments \`v3:documents:read\`.`,
    body,
    answers: { 201: made },
    codes: [
      'not_found',
      'unknown_placeholder',
      'mail_not_configured',
      'file_too_large',
      'too_many_mails',
      's3_upload_failed',
      'service_unavailable',
    ],
    example: { subject: 'Ihre Unterlagen', text: '{{ kunde.briefanrede }},', to: ['eva@example.com'], send: 'none' },
  }) as const;

const listOf = (kind: string, name: string) =>
  ({
    id: `list${kind}Messages`,
    who: 'v3:messages:read',
    summary: `List the messages of a ${name}`,
    about: 'The newest 100 first. Needs `v3:documents:read` too.',
    answers: { 200: reply('The messages.', z.object({ items: z.array(message) })) },
    codes: ['missing_required_scope'],
  }) as const;

/** States of a job that makes letters. */
export const LETTER_STATES = ['running', 'done', 'failed'] as const;
/** Kinds of templates, and of jobs. */
export const LETTER_KINDS = ['letter', 'record', 'mail'] as const;

const letterState = z.enum(LETTER_STATES);

const letters = named(
  'Letters',
  z.object({
    id,
    state: letterState.describe('`failed`: the service could not make all of them. Ask for the others again.'),
    section: choice(templateSections),
    kind: z.enum(LETTER_KINDS),
    total: count.describe('Records that were named.'),
    done: count.describe('Letters that were made so far.'),
    failed: z
      .array(z.object({ id, code: text }))
      .describe('Records without a letter, with the code of the error, such as `not_found` or `no_email_address`.'),
    incomplete: z
      .array(z.object({ id, empty: z.array(text) }))
      .describe('Records of letters with placeholders that have no value, with these.'),
    mails: z
      .object({ queued: count, sent: count, failed: count })
      .describe('How many e-mails of the job wait, were sent, and failed for good.'),
    unsent: z
      .array(z.object({ id, message_id: id, error: z.enum(MESSAGE_ERRORS) }))
      .describe('Records whose e-mail failed for good, with its number as a message.'),
    document_ids: z.array(id).describe('The letters as documents, in the order of `ids`.'),
    created_at: time,
    expires_at: time.describe('When the job and its file go. The documents stay.'),
  }),
);

const recipient = choice(recipientGroups).describe(
  'Whom an e-mail goes to: the customer (`kunde`), or the product partner (`gesellschaft`). Without it the customer, of product partners these.',
);

const lettersTo = (kind: string, names: string) =>
  ({
    id: `create${kind}Letters`,
    who: 'v3:messages:write',
    summary: `Write letters or e-mails about ${names}`,
    about: `Makes a PDF for each record of a template of the kind \`letter\` (DIN 5008, form B) or \`record\`, and keeps it as a document and a done activity of the record. A letter goes to the customer, of product partners to these; one whose text begins with \`{{ gesellschaft.anschrift }}\` or \`{{ kunde.anschrift }}\` goes to that one. With a template of the kind \`mail\` each record gets an e-mail instead, at the first address of the recipient, which is sent as a message (409 \`mail_not_configured\` without a mail server); at ${MAX_HOURLY_MESSAGES} messages in an hour the job waits. It works in the background; an organisation has up to ${MAX_LETTER_JOBS} unfinished jobs (409 \`too_many_letters\`). Needs \`v3:documents:write\` and \`v3:activities:write\` too, and the read scopes of the records and of those that are on the letters.`,
    body: z.strictObject({
      template: id.describe('A template of the record kind.'),
      ids: boundedList(id, MAX_LETTERS, 1).describe('Numbers of records; each gets one letter.'),
      subject: text.max(255).describe('In place of that of the template; may have placeholders.').optional(),
      text: text.max(65_535).describe('In place of that of the template; may have placeholders.').optional(),
      recipient: recipient.optional(),
      consent: z
        .boolean()
        .default(false)
        .describe('E-mails go only to addresses with a consent to advertising (`werbung`).'),
    }),
    answers: { 202: reply('The letters are being made.', z.object({ id, state: letterState })) },
    codes: ['unknown_placeholder', 'missing_required_scope', 'mail_not_configured', 'too_many_letters'],
    example: { template: 1, ids: [1] },
  }) as const;

export const messageCalls = {
  'GET /v3/system/templates/placeholders': {
    id: 'listPlaceholders',
    who: 'v3:messages:read',
    summary: 'List the placeholders of templates',
    about:
      'The names that templates for records of a kind may have between `{{` and `}}`: fields of the record and of the records that it names, the adviser of the customer, the organisation and the present day.',
    query: { section: choice(templateSections).describe('Record kind of the template.') },
    answers: {
      200: reply('The placeholders.', z.object({ items: z.array(z.object({ name: text, label: text, group: text })) })),
    },
    codes: ['validation_failed'],
  },
  'POST /v3/system/templates/:id/preview': {
    id: 'previewTemplate',
    who: 'v3:messages:read',
    summary: 'Preview a template',
    about:
      'Subject and text with the values of a record. Dates are written `31.12.2026`, amounts `1.234,56 €`, values of lists as their labels. Needs the read scope of the record, and of the kinds that the placeholders are of. The result is plain text.',
    body: z.strictObject({
      section: choice(templateSections),
      id,
      subject: text.max(255).describe('In place of that of the template.').optional(),
      text: text.max(65_535).describe('In place of that of the template.').optional(),
    }),
    answers: {
      200: reply(
        'The texts.',
        z.object({
          subject: text,
          text,
          empty: z.array(text).describe('Placeholders without a value.'),
        }),
      ),
    },
    codes: ['not_found', 'unknown_placeholder'],
    example: { section: 'customers', id: 1 },
  },
  'GET /v3/messages/:id': {
    id: 'getMessage',
    who: 'v3:messages:read',
    summary: 'Read the state of a message',
    about: 'Needs `v3:documents:read` too. A message goes with its document.',
    answers: { 200: reply('The message.', message) },
    codes: ['not_found', 'missing_required_scope'],
  },
  'POST /v3/messages/:id/resend': {
    id: 'resendMessage',
    who: 'v3:messages:write',
    summary: 'Send a message again',
    about: `Sends a message that failed for good once more, as it is kept, with up to eight tries again (409 \`message_not_failed\` for any other). It counts as a message of the hour (429 \`too_many_mails\`). Needs \`v3:documents:read\` too.`,
    answers: { 200: reply('It is sent soon.', z.object({ success: z.boolean(), id })) },
    codes: ['not_found', 'missing_required_scope', 'message_not_failed', 'mail_not_configured', 'too_many_mails'],
  },
  'POST /v3/customers/letters': lettersTo('Customer', 'customers'),
  'POST /v3/products/letters': lettersTo('Product', 'product partners'),
  'POST /v3/contracts/letters': lettersTo('Contract', 'contracts'),
  'POST /v3/damages/letters': lettersTo('Damage', 'damages'),
  'POST /v3/letters/recipients': {
    id: 'checkRecipients',
    who: 'v3:messages:read',
    summary: 'Check the recipients of e-mails',
    about:
      'Which of the records have a recipient without an e-mail address, or without one with a consent to advertising (`werbung`). Nothing is stored. Needs the read scopes of the records and of their recipients.',
    body: z.strictObject({
      section: choice(templateSections),
      ids: boundedList(id, MAX_LETTERS, 1),
      recipient: recipient.optional(),
    }),
    answers: {
      200: reply(
        'The records.',
        z.object({
          without_address: z.array(id).describe('Also records that do not exist.'),
          without_consent: z.array(id).describe('Those without an address included.'),
        }),
      ),
    },
    codes: ['missing_required_scope'],
    example: { section: 'customers', ids: [1] },
  },
  'GET /v3/letters/:id': {
    id: 'getLetters',
    who: 'v3:messages:read',
    summary: 'Read the state of letters',
    about: `The job is kept for ${EXPORT_DAYS} days.`,
    answers: { 200: reply('The state.', letters) },
    codes: ['not_found'],
  },
  'GET /v3/letters/:id/download': {
    id: 'downloadLetters',
    who: 'v3:messages:read',
    summary: 'Download letters as one PDF',
    about:
      'All letters of the job as they were made. Needs `v3:documents:read` too, and the read scopes of the records and of customers, of product partners only theirs.',
    answers: { 200: reply('The PDF.', bytes('application/pdf')) },
    codes: ['not_found', 'missing_required_scope', 'letters_not_done'],
  },
  'POST /v3/customers/:kid/messages': write('Customer', 'customer'),
  'POST /v3/products/:kid/messages': write('Product', 'product partner'),
  'POST /v3/contracts/:id/messages': write('Contract', 'contract'),
  'POST /v3/damages/:id/messages': write('Damage', 'damage'),
  'GET /v3/customers/:kid/messages': listOf('Customer', 'customer'),
  'GET /v3/products/:kid/messages': listOf('Product', 'product partner'),
  'GET /v3/contracts/:id/messages': listOf('Contract', 'contract'),
  'GET /v3/damages/:id/messages': listOf('Damage', 'damage'),
} as const satisfies ApiCalls;
