/** Templates of mails and letters, and messages (rules 9.28, 16.25). */
import { z } from 'zod';
import { EMAIL, MAX_EMAIL } from '../../shared/email.ts';
import { MAX_HOURLY_MESSAGES, MAX_MESSAGE_MIB, MAX_RECIPIENTS } from '../../shared/limits.ts';
import { templateSections } from '../seed/placeholders.ts';
import { type ApiCalls, choice, count, id, named, reply, time } from './call.ts';

const text = z.string();

/** States of a message. */
export const MESSAGE_STATES = ['none', 'queued', 'sent', 'failed'] as const;
/** Reasons of a message that was not sent (yet). */
/** Why a mail server did not take a mail. */
export const MAIL_FAILURES = ['unreachable', 'not_authenticated', 'refused', 'timeout'] as const;
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
  z.object({ success: z.boolean(), id, document_id: id, activity_id: id, state }),
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
    about: `Fills the placeholders with the values of the record and keeps the result as a document (\`.eml\`) and an activity. With \`send\` \`mail\` a worker sends it by the mail server of the installation, again after failures; the state of the message tells the outcome. A message has up to ${MAX_MESSAGE_MIB} MiB with its attachments (413 \`file_too_large\`) and ${MAX_RECIPIENTS} addresses; an organisation sends up to ${MAX_HOURLY_MESSAGES} an hour (429 \`too_many_mails\`). Needs \`v3:documents:write\` and \`v3:activities:write\` too, the read scopes of the record and of the kinds that placeholders are of, and for attachments \`v3:documents:read\`.`,
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
    body: z.strictObject({ section: choice(templateSections), id }),
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
  'POST /v3/customers/:kid/messages': write('Customer', 'customer'),
  'POST /v3/products/:kid/messages': write('Product', 'product partner'),
  'POST /v3/contracts/:id/messages': write('Contract', 'contract'),
  'POST /v3/damages/:id/messages': write('Damage', 'damage'),
  'GET /v3/customers/:kid/messages': listOf('Customer', 'customer'),
  'GET /v3/products/:kid/messages': listOf('Product', 'product partner'),
  'GET /v3/contracts/:id/messages': listOf('Contract', 'contract'),
  'GET /v3/damages/:id/messages': listOf('Damage', 'damage'),
} as const satisfies ApiCalls;
