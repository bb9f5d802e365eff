/** The archive of the organisation (docs/archive.md). */
import { z } from 'zod';
import { EXPORT_DAYS } from '../../shared/limits.ts';
import { proof } from './account.ts';
import { answer, done, type Routes, time } from './route.ts';

const archive = answer({
  state: z.enum(['running', 'done', 'failed']),
  by: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
  expires_at: time,
  records: z.number(),
  size: z.number().nullable(),
  missing: z.number(),
});

export const archiveRoutes = {
  'GET /archive': {
    answer: answer({ archive: archive.nullable() }),
    about: '`records`: written so far. `missing`: files that the store does not give, and that the archive lacks.',
  },
  'POST /archive': {
    body: z.strictObject(proof),
    answer: done,
    about: `Proof. The service makes the ZIP of \`broker-crm org export\` in the background, instead of an earlier one, and mails the user when it is done; it is removed after ${EXPORT_DAYS} days. 409 \`archive_running\` while one is made.`,
  },
  'GET /archive/download': {
    answer: null,
    about: 'The ZIP; the audit log has each download. 404 without one, 409 `export_not_done` while it is made.',
  },
  'DELETE /archive': { answer: done, about: 'Removes it; one that is made is cancelled.' },
} satisfies Routes;
