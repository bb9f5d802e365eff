/** Documents that wait in the inbox, and the records they can be assigned to (rules 5.16). */
import { z } from 'zod';
import { ASSIGNABLE } from '../../model/inbox.ts';
import { answer, done, field, items, listed, listQuery, type Routes } from './route.ts';

const id = z.number().nullable();

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
