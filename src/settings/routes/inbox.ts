/** Documents that wait in the inbox, and the records they can be assigned to (rules 5.16). */
import { z } from 'zod';
import { ASSIGNABLE } from '../../model/inbox.ts';
import { answer, done, field, items, listed, listOf, listQuery, type Routes } from './route.ts';

const id = z.number().nullable();
/** Several of them at once. */
const ids = listOf(field.id, 100, 1);

/** What the inbox can be sorted by. */
export const inboxSorts = ['name', 'absender', 'insert_datum', 'size'] as const;

export const inboxRoutes = {
  'GET /inbox': {
    query: listQuery(inboxSorts),
    answer: listed(
      answer({
        id: z.number(),
        name: z.string(),
        extension: z.string().nullable(),
        size: z.number(),
        datum: z.string().nullable(),
        betreff: z.string().nullable(),
        absender: z.string().nullable(),
        kid: id,
        kid_name: z.string().nullable(),
        vid: id,
        schaden: id,
        insert_datum: z.string(),
      }),
    ),
  },
  'GET /inbox/:id/content': {
    answer: null,
    about:
      'Inline with `Content-Security-Policy: sandbox` and `nosniff` (images, PDF and text; everything else as an attachment).',
  },
  'GET /inbox/:id/text': {
    answer: answer({
      text: z.string().nullable(),
      truncated: z.boolean(),
      problem: z.enum(['unsupported', 'too_large', 'unreadable']).nullable(),
    }),
    about:
      'The text of plain (`txt`, `csv`, `md`, `json`, `xml`; UTF-8, or else Windows-1252) and HTML (`html`, `htm`, `xhtml`), at most 200,000 characters (`truncated`: there is more). Nothing of a document runs. `too_large`: more than 20 MiB or 5 s. `unsupported`: any other kind, also Office documents; download it. 503 `service_unavailable` where a process reads too many at once.',
  },
  'POST /inbox/assign': {
    body: z.strictObject({ ids, section: z.enum(ASSIGNABLE), id: field.id }),
    answer: answer({
      assigned: z.array(answer({ id: z.number(), document_id: z.number() })),
      gone: z.array(z.number()),
    }),
    about:
      'At most 100, each by itself. `gone`: those that do not wait (any more). A record that is missing is refused before any is assigned.',
  },
  'POST /inbox/discard': {
    body: z.strictObject({ ids }),
    answer: answer({ discarded: z.number(), gone: z.array(z.number()) }),
    about: 'At most 100, each by itself.',
  },
  'POST /inbox/:id/assign': {
    body: z.strictObject({ section: z.enum(ASSIGNABLE), id: field.id }),
    answer: answer({ document_id: z.number() }),
  },
  'POST /inbox/:id/discard': { answer: done },
  'GET /records': {
    query: { section: 'as at `assign`', query: '' },
    answer: items(answer({ id: z.number(), title: z.string(), subtitle: z.string() })),
    about: 'At most 20, for pickers.',
  },
} satisfies Routes;
