/** Exports of records as files (rules 16.21, docs/exports.md). */
import { z } from 'zod';
import { languages } from '../../shared/disclosure.ts';
import { EXPORT_DAYS, MAX_EXPORTS } from '../../shared/limits.ts';
import { listOf } from '../declaration/bounded-schemas.ts';
import { type ApiCalls, bytes, choice, count, deleted, id, named, ref, reply, time } from './call.ts';
import { listTerms, pageOf, paging } from './paging.ts';

/** Formats of the archive of an organisation. */
export const archiveFormats = ['csv', 'ndjson'] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];

export const exportFormats = [...archiveFormats, 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const exportStates = ['running', 'done', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** Most sections of one export: more than there are. */
const MAX_SECTIONS = 100;
/** Most columns of one export, and most characters of a query. */
const [MAX_NAMED, MAX_QUERY] = [500, 4000];

const day = z.iso.date();
const state = z.enum(exportStates);
const format = z.enum(exportFormats);
const section = ref('Section', z.string().max(100));
const size = z.int().min(0).meta({ format: 'int64', maximum: undefined });

/** An export in lists. */
export const listedExport = z.object({
  id,
  state,
  sections: z.array(section).min(1),
  format,
  since: z.union([day, time, z.null()]),
  records: count.describe('Records that were written so far.'),
  file: z.object({ name: z.string(), size }).nullable().describe('Only when it is `done`.'),
  created_at: time,
  finished_at: time.nullable(),
  expires_at: time.describe('When it is removed.'),
});

const exportJob = named(
  'Export',
  listedExport.extend({ error: z.string().optional() }).describe('An export; `error` says why it has failed.'),
);

const NEEDS_SCOPES = 'Needs the read scopes of everything that the export has, else 403 `insufficient_scope`.';

export const exportCalls = {
  'GET /v3/exports': {
    id: 'listExports',
    who: 'v3:exports:read',
    summary: 'List exports',
    about: 'The exports that the caller may download, the newest first.',
    query: { ...paging, ...listTerms('exports', listedExport) },
    answers: { 200: reply('The exports.', pageOf(exportJob)) },
  },
  'POST /v3/exports': {
    id: 'createExport',
    who: 'v3:exports:write',
    summary: 'Export records',
    about: `Writes all records of the sections into a file: one file, or a ZIP of one file a section. CSV is for a German Excel (semicolons, decimal commas, German dates; the header has the names of the fields); XLSX has typed numbers and dates, a frozen header and a filter; NDJSON has one record a line, as reads answer it. Parts and annotations (\`addresses\`, \`comments\`) are sections of their own; they have the records of owners that the caller may read. Needs the read scopes of the sections. An export is kept for ${EXPORT_DAYS} days; a user has at most ${MAX_EXPORTS}.`,
    body: z.strictObject({
      sections: listOf(section, MAX_SECTIONS, 1),
      format,
      since: z
        .union([day, time])
        .describe(
          'Only records that were made or changed since then: a day, or a time with its zone. Deleted ones are in `/v3/changes`.',
        )
        .optional(),
      query: z
        .string()
        .max(MAX_QUERY)
        .describe(
          'The query text of the list of the one section, such as `betreuer=4&sort=-beginn`: its filters, `sort` and switches. The file has all records of that list in its order.',
        )
        .optional(),
      columns: listOf(z.string().max(100), MAX_NAMED, 1)
        .describe(
          'Names of fields of the one section, in the order of the columns; also fields of its parts (`addresses.ort`, of the first one), values of a kind (`contacts.telefon`), and `frist` of contracts. Without it all fields.',
        )
        .optional(),
      labels: z
        .boolean()
        .describe('Not in NDJSON: labels as headers, and values of lists and references as people read them.')
        .optional(),
      language: choice(languages).describe('Of labels; German where it is absent.').optional(),
      excel: z
        .boolean()
        .describe(
          'Not in NDJSON: an apostrophe before texts that a spreadsheet would compute as a formula, which an import takes away again. Default in CSV.',
        )
        .optional(),
    }),
    answers: { 202: reply('The export runs.', z.object({ id, state })) },
    codes: ['insufficient_scope', 'too_many_exports'],
    example: { sections: ['customers', 'addresses'], format: 'csv' },
  },
  'GET /v3/exports/:id': {
    id: 'getExport',
    who: 'v3:exports:read',
    summary: 'Retrieve an export',
    about: NEEDS_SCOPES,
    answers: { 200: reply('The export.', exportJob) },
    codes: ['insufficient_scope'],
  },
  'GET /v3/exports/:id/download': {
    id: 'downloadExport',
    who: 'v3:exports:read',
    summary: 'Download the file of an export',
    about: NEEDS_SCOPES,
    answers: { 200: reply('The file.', bytes('*/*')) },
    codes: ['insufficient_scope', 'export_not_done', 'service_unavailable'],
  },
  'DELETE /v3/exports/:id': {
    id: 'deleteExport',
    who: 'v3:exports:write',
    summary: 'Delete an export',
    about: `${NEEDS_SCOPES} The file is removed; an export that runs is cancelled.`,
    answers: { 200: reply('It is gone.', deleted) },
    codes: ['insufficient_scope'],
  },
} as const satisfies ApiCalls;
