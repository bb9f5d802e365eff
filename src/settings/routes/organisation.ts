/** Name and logo of the organisation, and whether the service can send mails. */
import { z } from 'zod';
import { MAIL_FAILURES } from '../../model/calls/messages.ts';
import { answer, changeOf, done, field, type Routes } from './route.ts';

/** The longest logo in bytes, and how many characters of base64 that is. */
export const LOGO_BYTES = 256 * 1024;
const LOGO_CHARACTERS = Math.ceil(LOGO_BYTES / 3) * 4;
/** The longest side of a logo in pixels. */
export const LOGO_PIXELS = 2000;

export const organisationRoutes = {
  'GET /organisation': {
    answer: answer({ name: z.string(), time_zone: z.string(), logo: z.string().nullable() }),
    about: '`logo` is its name: another one for another picture.',
  },
  'PATCH /organisation': {
    body: changeOf(z.strictObject({ name: field.name, time_zone: z.string().max(64) }).partial()),
    answer: done,
    about:
      'Issue `invalid_value` for a time zone that does not exist. Times without zone that are stored stay as they are written, and are those of the new zone from then on.',
  },
  'POST /organisation/logo': {
    body: z.strictObject({ content: z.string().max(LOGO_CHARACTERS) }),
    limit: LOGO_CHARACTERS + 1024,
    answer: answer({ logo: z.string() }),
    about: `\`content\`: PNG, JPEG or WebP as base64, at most ${LOGO_BYTES / 1024} KiB and ${LOGO_PIXELS} pixels a side. The type is detected from the bytes; else the issue \`invalid_picture\`.`,
  },
  'DELETE /organisation/logo': { answer: done, about: '404 without one.' },
  'GET /organisation/logo': {
    who: 'user',
    query: { name: 'for the cache of the browser' },
    answer: null,
    about: 'The logo that there is; 404 without one.',
  },
  'GET /mail': {
    answer: answer({ configured: z.boolean(), from: z.string().nullable(), links_to: z.string() }),
    about: '`configured`: there is a mail server (`SMTP_URL`). `links_to`: where links in mails lead (`PUBLIC_URL`).',
  },
  'POST /mail/test': {
    answer: answer({ to: z.string(), sent: z.boolean(), failure: z.enum(MAIL_FAILURES).nullable() }),
    about:
      'Sends a mail to the own address; five an hour and user, then 429 `too_many_mails` with `Retry-After`. 409 `mail_not_configured`.',
  },
} satisfies Routes;
