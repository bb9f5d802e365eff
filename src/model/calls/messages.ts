/** Templates of mails and letters (rules 9.28). */
import { z } from 'zod';
import { templateSections } from '../seed/placeholders.ts';
import { type ApiCalls, choice, id, reply } from './call.ts';

const text = z.string();

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
} as const satisfies ApiCalls;
