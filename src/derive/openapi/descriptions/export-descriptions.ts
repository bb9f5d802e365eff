/** OpenAPI descriptions of exports (rules 16.21). */
import type { ExportOperation } from '../../../model/declaration/operation-names.ts';
import { exportFormats, exportStates } from '../../../model/records/export-body.ts';
import { EXPORT_DAYS, MAX_EXPORTS } from '../../../shared/limits.ts';
import { lookupTable } from '../../../shared/lookup-table.ts';
import { type Offered, plainTerms } from '../../query/sort-and-fields.ts';
import { PAGING, termParameters } from '../components/query-parameters.ts';
import { ANSWER_HEADERS, answer } from '../components/response-headers.ts';
import { COUNT, closed, ID, type OperationNote, PAGED, ref } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };
const TIME: Json = { type: 'string', format: 'date-time' };
const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });

const STATE: Json = { ...TEXT, enum: exportStates };
const FORMAT: Json = { ...TEXT, enum: exportFormats };
const SECTIONS: Json = { type: 'array', minItems: 1, items: ref('Section') };
const SINCE = { anyOf: [{ ...TEXT, format: 'date' }, TIME] };

const EXPORT: Json = {
  id: ID,
  state: STATE,
  sections: SECTIONS,
  format: FORMAT,
  since: { anyOf: [...SINCE.anyOf, { type: 'null' }] },
  records: { ...COUNT, description: 'Records that were written so far.' },
  file: {
    description: 'Only when it is `done`.',
    ...orNull(closed({ name: TEXT, size: { type: 'integer', format: 'int64', minimum: 0 } })),
  },
  created_at: TIME,
  finished_at: orNull(TIME),
  expires_at: { ...TIME, description: 'When it is removed.' },
};

/** Sort keys and selectable fields of the list. */
export const exportTerms: Offered = plainTerms(EXPORT);

const JOB: Json = {
  type: 'object',
  description: 'An export; `error` says why it has failed.',
  required: Object.keys(EXPORT),
  properties: { ...EXPORT, error: TEXT },
};

/** Schemas of exports. */
export const exportSchemas: Readonly<Record<string, Json>> = lookupTable({ Export: JOB });

const described = (description: string, schema: Json): Json => ({
  description,
  headers: ANSWER_HEADERS,
  content: { 'application/json': { schema } },
});

const NEEDS_SCOPES = 'Needs the read scopes of everything that the export has, else 403 `insufficient_scope`.';

/** Descriptions of their operations. */
export const exportNotes: Readonly<Record<ExportOperation, OperationNote>> = lookupTable({
  listExports: {
    summary: 'List exports',
    description: 'The exports that the caller may download, the newest first.',
    codes: [],
    parameters: [...PAGING, ...termParameters('exports', exportTerms)],
    answers: {
      200: described('The exports.', closed({ ...PAGED, items: { type: 'array', items: ref('Export') } })),
    },
  },
  createExport: {
    summary: 'Export records',
    description: `Writes all records of the sections into a file: one file, or a ZIP of one file a section. CSV is for a German Excel (semicolons, decimal commas, German dates; the header has the names of the fields); NDJSON has one record a line, as reads answer it. Parts and annotations (\`addresses\`, \`comments\`) are sections of their own; they have the records of owners that the caller may read. Needs the read scopes of the sections. An export is kept for ${EXPORT_DAYS} days; a user has at most ${MAX_EXPORTS}.`,
    codes: ['insufficient_scope', 'too_many_exports'],
    body: {
      type: 'object',
      required: ['sections', 'format'],
      properties: {
        sections: SECTIONS,
        format: FORMAT,
        since: {
          ...SINCE,
          description:
            'Only records that were made or changed since then: a day, or a time with its zone. Deleted ones are in `/v3/changes`.',
        },
      },
      additionalProperties: false,
      example: { sections: ['customers', 'addresses'], format: 'csv' },
    },
    answers: { 202: answer('The export runs.', { id: ID, state: STATE }, ['id', 'state']) },
  },
  retrieveExport: {
    summary: 'Retrieve an export',
    description: NEEDS_SCOPES,
    codes: ['insufficient_scope'],
    answers: { 200: described('The export.', ref('Export')) },
  },
  downloadExport: {
    summary: 'Download the file of an export',
    description: NEEDS_SCOPES,
    codes: ['insufficient_scope', 'export_not_done', 'service_unavailable'],
    parameters: [],
    answers: {
      200: {
        description: 'The file.',
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  },
  removeExport: {
    summary: 'Delete an export',
    description: `${NEEDS_SCOPES} The file is removed; an export that runs is cancelled.`,
    codes: ['insufficient_scope'],
    answers: {
      200: answer('It is gone.', { success: { type: 'boolean' }, deleted: { type: 'boolean' }, id: ID }, [
        'success',
        'deleted',
        'id',
      ]),
    },
  },
});
