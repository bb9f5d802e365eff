/** Imports of files in the OpenAPI description (docs/imports.md). */
import {
  encodings,
  formatNames,
  importStates,
  matchModes,
  newModes,
  outcomes,
} from '../../../model/records/import-values.ts';
import {
  asText,
  GDV_MIB,
  IMPORT_DAYS,
  MAX_COLUMNS,
  MAX_IMPORT_MIB,
  XLSX_MIB,
  XLSX_RATIO,
  XLSX_ROWS,
} from '../../../shared/limits.ts';
import { lookupTable } from '../../../shared/lookup-table.ts';
import { PAGING, parameter } from '../components/query-parameters.ts';
import { answer } from '../components/response-headers.ts';
import { COUNT, closed, ID, type OperationNote, PAGED, PARAMS, ref } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };
const ANY: Json = {};
const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });
const TIME: Json = { type: ['string', 'null'], format: 'date-time' };
const LINE: Json = { ...COUNT, type: ['integer', 'null'] };

const OPTIONS: Json = {
  type: 'object',
  properties: {
    format: { ...TEXT, enum: formatNames },
    section: { ...TEXT, description: 'Record kind of the rows.' },
    mapping: {
      type: 'object',
      description: 'Column header -> field, `part.field` or `external_id`; an empty text leaves the column out.',
      additionalProperties: TEXT,
    },
    match: {
      type: 'array',
      items: TEXT,
      description:
        'Fields by which stored records are found; where it is absent: the id of an own export, a number, or name, `vorname` and `geb`.',
    },
    on_match: { ...TEXT, enum: matchModes, description: '`update` where it is absent.' },
    on_new: { ...TEXT, enum: newModes, description: 'Rows that match no record: `create` where it is absent.' },
    source: { ...TEXT, description: 'Name of the system that external ids are of.' },
    encoding: { ...TEXT, enum: encodings },
    delimiter: TEXT,
    decimal: { ...TEXT, enum: [',', '.'] },
    events: {
      ...TEXT,
      enum: ['each', 'none'],
      description: 'Whether webhooks get an event for each row; `none` where it is absent.',
    },
  },
};

const HINT: Json = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: TEXT,
    message: TEXT,
    params: PARAMS,
    line: COUNT,
    rows: { ...COUNT, description: 'Number of rows with such a remark, in a remark on the file.' },
  },
};
const HINTS: Json = { type: 'array', items: HINT };

/** Schemas of imports. */
export const importSchemas: Readonly<Record<string, Json>> = lookupTable({
  Import: {
    type: 'object',
    required: [
      'id',
      'state',
      'format',
      'section',
      'file',
      'options',
      'total',
      'counts',
      'position',
      'applied',
      'hints',
    ],
    properties: {
      id: ID,
      state: { ...TEXT, enum: importStates },
      format: { ...TEXT, enum: formatNames },
      section: orNull(TEXT),
      file: closed({ name: TEXT, size: COUNT, sha256: TEXT }),
      options: { ...OPTIONS, description: 'The options that are used, with the guessed ones.' },
      total: { ...COUNT, description: 'Staged rows.' },
      counts: closed(
        Object.fromEntries([...outcomes, 'kept'].map((name) => [name, COUNT])),
        'Rows by outcome; `kept` are written rows that an undo left as they are.',
      ),
      position: { ...COUNT, description: 'Rows that the current step has done.' },
      applied: { ...COUNT, description: 'Rows that are written.' },
      hints: HINTS,
      created_at: TIME,
      applied_at: TIME,
      undone_at: TIME,
      error: {
        type: 'object',
        description: 'Only of a failed import; `reason` where the file cannot be read.',
        required: ['code', 'message', 'line'],
        properties: { code: TEXT, message: TEXT, line: LINE, reason: TEXT, params: PARAMS },
      },
    },
  },
  ImportRow: {
    type: 'object',
    required: [
      'row',
      'line',
      'outcome',
      'section',
      'record',
      'name',
      'action',
      'applied',
      'changes',
      'issues',
      'hints',
      'source',
    ],
    properties: {
      row: COUNT,
      line: COUNT,
      outcome: { ...TEXT, enum: outcomes },
      section: TEXT,
      record: orNull(closed({ section: TEXT, id: ID, name: TEXT })),
      name: { ...TEXT, description: 'Name of the record as the file has it.' },
      action: orNull({ ...TEXT, enum: ['take', 'skip'] }),
      applied: { type: 'boolean' },
      changes: {
        type: 'object',
        description: 'Values before and after, by field or `part.field`.',
        additionalProperties: {
          type: 'object',
          required: ['from', 'to'],
          properties: {
            from: ANY,
            to: ANY,
            line: COUNT,
            bytes: { type: 'array', items: COUNT, minItems: 2, maxItems: 2 },
          },
        },
      },
      issues: { type: 'array', items: ref('Issue') },
      hints: HINTS,
      candidates: {
        type: 'array',
        items: closed({
          section: TEXT,
          id: ID,
          name: TEXT,
          score: { type: 'number' },
          reasons: { type: 'array', items: TEXT },
        }),
      },
      source: {
        type: 'object',
        required: ['line'],
        properties: { line: COUNT, bytes: { type: 'array', items: COUNT } },
      },
    },
  },
});

const QUEUED = closed({ id: ID, state: { ...TEXT, enum: importStates } });
const queued = (description: string): Json => answer(description, QUEUED.properties as Json, ['id', 'state']);
const shown = (name: string, description: string): Json => ({
  ...answer(description, {}),
  content: { 'application/json': { schema: ref(name) } },
});
const pageOf = (name: string, description: string): Json =>
  answer(description, { ...PAGED, items: { type: 'array', items: ref(name) } }, [...Object.keys(PAGED), 'items']);

const FORM: Json = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { ...TEXT, format: 'binary' },
    options: {
      ...TEXT,
      description: 'JSON of the options; absent ones are guessed.',
      contentMediaType: 'application/json',
    },
  },
  additionalProperties: false,
};

export const importNotes = {
  listImports: {
    summary: 'List imports',
    codes: [],
    description: `Imports of the last ${IMPORT_DAYS} days, the latest first.`,
    parameters: PAGING,
    answers: { 200: pageOf('Import', 'The imports.') },
  },
  createImport: {
    summary: 'Import a file',
    codes: ['insufficient_scope', 's3_upload_failed'],
    description: `Needs \`v3:imports:write\` and the write scope of the record kind. Stores the file (CSV and NDJSON up to ${MAX_IMPORT_MIB} MiB, Excel up to ${XLSX_MIB} MiB, ${asText(XLSX_ROWS)} rows and a table of ${XLSX_RATIO} times its packed size, GDV up to ${GDV_MIB} MiB; tables have at most ${asText(MAX_COLUMNS)} columns) and compares its rows with the stored records in the background; nothing is written before \`apply\`. The same file with the same options again is the same import.`,
    parameters: [],
    body: FORM,
    content: { 'multipart/form-data': { schema: FORM } },
    answers: { 200: queued('The same file was sent before.'), 202: queued('The file is stored.') },
  },
  retrieveImport: {
    summary: 'Retrieve an import',
    codes: [],
    parameters: [],
    answers: { 200: shown('Import', 'The import.') },
  },
  removeImport: {
    summary: 'Cancel or discard an import',
    codes: [],
    description:
      'Cancels an import that is not finished: written rows stay, and can be taken back. Any other is removed with its rows.',
    answers: {
      200: answer(
        'It is cancelled or removed.',
        {
          success: { type: 'boolean' },
          id: ID,
          state: { ...TEXT, enum: ['cancelled'] },
          deleted: { type: 'boolean' },
        },
        ['success', 'id'],
      ),
    },
  },
  listImportRows: {
    summary: 'List the rows of an import',
    codes: ['insufficient_scope'],
    description: 'Needs the read scopes of the record kinds too: rows show stored values.',
    parameters: [...PAGING, parameter('outcome', { ...TEXT, enum: outcomes }, 'Only rows with this outcome.')],
    answers: { 200: pageOf('ImportRow', 'The rows, in the order of the file.') },
  },
  changeImportRow: {
    summary: 'Decide a row of an import',
    codes: ['insufficient_scope', 'import_state'],
    description:
      'Takes or skips a row. `values` correct cells, `record_id` chooses the stored record, null a new one; the row is compared again.',
    body: {
      type: 'object',
      required: ['action'],
      properties: {
        action: { ...TEXT, enum: ['take', 'skip'] },
        record_id: orNull(ID),
        values: {
          type: 'object',
          description: 'Corrected values by field or `part.field`.',
          additionalProperties: ANY,
        },
      },
      additionalProperties: false,
    },
    answers: { 200: shown('ImportRow', 'The row after the comparison.') },
  },
  applyImport: {
    summary: 'Apply an import',
    codes: ['insufficient_scope', 'import_state'],
    description:
      'Writes the new and changed records in the background. A record that changed since staging becomes `conflict` and stays as it is.',
    body: {
      type: 'object',
      properties: { rows: { ...TEXT, enum: ['all', 'decided'], default: 'all' } },
      additionalProperties: false,
    },
    bodyless: true,
    answers: { 202: queued('The rows are being written.') },
  },
  undoImport: {
    summary: 'Undo an import',
    codes: ['insufficient_scope', 'import_state'],
    description: 'Deletes the new records and restores the values of changed ones, unless they were changed since.',
    bodyless: true,
    answers: { 202: queued('The rows are being taken back.') },
  },
} satisfies Readonly<Record<string, OperationNote>>;
