/** Imports of files (docs/imports.md). */
import { z } from 'zod';
import {
  asText,
  GDV_FILES,
  GDV_MIB,
  IMPORT_DAYS,
  MAX_COLUMNS,
  MAX_IMPORT_MIB,
  MAX_MAPPING_CHARS,
  MAX_MAPPINGS,
  XLSX_MIB,
  XLSX_RATIO,
  XLSX_ROWS,
} from '../../shared/limits.ts';
import {
  encodings,
  formatNames,
  importStates,
  matchModes,
  newModes,
  outcomes,
  partModes,
} from '../records/import-values.ts';
import {
  type ApiCalls,
  bytes,
  choice,
  count,
  each,
  type Frozen,
  id,
  issue,
  jsonText,
  named,
  params,
  queryChoice,
  reply,
  time,
  upload,
} from './call.ts';
import { pageOf, paging } from './paging.ts';

const name = z.string().trim().min(1).max(100);
const text = z.string();

/** Headers are looked for in the first rows; a greater number is a mistake. */
const MAX_HEADER_ROW = 150;

/** Formats can be added, so the list is read at each check. */
const format = z
  .custom<string>((given) => formatNames.some((one) => one === given), {
    params: { code: 'invalid_value' },
    message: 'must be the name of a format',
  })
  .meta({ type: 'string', enum: formatNames });

const options = z.strictObject({
  format: format.optional(),
  section: name.describe('Record kind of the rows.').optional(),
  sections: z
    .array(name)
    .min(1)
    .max(10)
    .describe(
      'Record kinds of each row of a table that describes several records; `mapping` and `match` name fields with theirs: `contracts.nummer`.',
    )
    .optional(),
  mapping: z
    .record(text.max(1000), text.max(200))
    .describe('Column header -> field, `part.field` or `external_id`; an empty text leaves the column out.')
    .optional(),
  values: z
    .record(text.max(1000), z.record(text.max(1000), text.max(1000)))
    .describe(
      'Column header or field -> values of its cells -> those that are read instead, without regard to case; an empty text leaves the cell out.',
    )
    .optional(),
  match: z
    .array(name)
    .min(1)
    .max(10)
    .describe(
      'Fields by which stored records are found; where it is absent: the id of an own export, a number, or name, `vorname` and `geb`.',
    )
    .optional(),
  on_match: z.enum(matchModes).describe('`update` where it is absent.').optional(),
  on_new: z.enum(newModes).describe('Rows that match no record: `create` where it is absent.').optional(),
  parts: z
    .enum(partModes)
    .describe(
      'Telephone numbers and other parts that a record does not have: `add` adds them all, `replace` removes the other values of their kind. Where it is absent, they are added, unless file and record have one value of the kind each: that is replaced.',
    )
    .optional(),
  source: name.describe('Name of the system that external ids are of.').optional(),
  encoding: z.enum(encodings).optional(),
  header_row: z
    .int()
    .min(1)
    .max(MAX_HEADER_ROW)
    .meta({ format: 'int32' })
    .describe('Line of the column headers, from 1; found where it is absent.')
    .optional(),
  sheet: z
    .union([name, z.int().min(1).max(1000).meta({ format: 'int32' })])
    .describe(
      'Sheet of an Excel file: its name, or its number from 1; the first visible one with headers where it is absent.',
    )
    .optional(),
  delimiter: text.length(1).optional(),
  decimal: z.enum([',', '.']).optional(),
  again: z.boolean().describe('A new import, although the same file was sent before with the same options.').optional(),
  events: z
    .enum(['each', 'none'])
    .describe('Whether webhooks get an event for each row; `none` where it is absent.')
    .optional(),
});

/** Options of an import, as asked and as used. */
export type ImportOptions = Frozen<z.output<typeof options>>;

const hints = z.array(
  z.object({
    code: text,
    message: text,
    params: params.optional(),
    line: count.optional(),
    rows: count.describe('Number of rows with such a remark, in a remark on the file.').optional(),
  }),
);

const importJob = named(
  'Import',
  z.object({
    id,
    state: z.enum(importStates),
    format,
    section: text.nullable(),
    file: z.object({ name: text, size: count, sha256: text }),
    options: options.describe('The options that are used, with the guessed ones.'),
    total: count.describe('Staged rows.'),
    counts: each([...outcomes, 'kept'], count).describe(
      'Rows by outcome; `kept` are written rows that an undo left as they are.',
    ),
    position: count.describe('Rows that the current step has done.'),
    applied: count.describe('Rows that are written.'),
    hints,
    columns: z
      .array(z.object({ header: text, samples: z.array(text), first: z.array(text).optional() }))
      .describe(
        'Columns of a table, with up to three different values each; of one import also the texts of its `first` 20 rows.',
      )
      .optional(),
    lines: z
      .record(text, each(['read', 'stored', 'mapped', 'left_out'], count))
      .describe(
        'Lines of a GDV file by record kind: `read` are those of the file, `stored` go with a record, `mapped` ones of these gave it values.',
      )
      .optional(),
    files: z
      .array(z.object({ name: text, line: count, counts: each(outcomes, count) }))
      .describe(
        'GDV files of a ZIP in the order of their days, with their first line and their rows as they were staged; a record that an earlier file has is `skipped`.',
      )
      .optional(),
    created_at: time.nullable().optional(),
    applied_at: time.nullable().optional(),
    undone_at: time.nullable().optional(),
    error: z
      .object({
        code: text,
        message: text,
        line: count.nullable(),
        reason: text.optional(),
        params: params.optional(),
      })
      .describe('Only of a failed import; `reason` where the file cannot be read.')
      .optional(),
  }),
);

const importRow = named(
  'ImportRow',
  z.object({
    row: count,
    line: count,
    outcome: z.enum(outcomes),
    section: text,
    record: z.object({ section: text, id, name: text }).nullable(),
    name: text.describe('Name of the record as the file has it.'),
    action: z.enum(['take', 'skip']).nullable(),
    applied: z.boolean(),
    changes: z
      .record(
        text,
        z.object({
          from: z.unknown(),
          to: z.unknown(),
          line: count.optional(),
          bytes: z.array(count).length(2).optional(),
        }),
      )
      .describe('Values before and after, by field or `part.field`.'),
    issues: z.array(issue),
    hints,
    candidates: z
      .array(z.object({ section: text, id, name: text, score: z.number(), reasons: z.array(text) }))
      .optional(),
    source: z.object({ line: count, bytes: z.array(count).optional() }),
  }),
);

const importMapping = named(
  'ImportMapping',
  z.object({
    name: text,
    options,
    delivered: z.boolean().describe('Of a usual program: part of the service, until one of its name is stored.'),
    updated_at: time.nullable(),
  }),
);

const queued = z.object({ id, state: z.enum(importStates) });

export const importCalls = {
  'GET /v3/imports': {
    id: 'listImports',
    who: 'v3:imports:read',
    summary: 'List imports',
    about: `Imports of the last ${IMPORT_DAYS} days, the latest first.`,
    query: paging,
    answers: { 200: reply('The imports.', pageOf(importJob)) },
  },
  'POST /v3/imports': {
    id: 'createImport',
    who: 'v3:imports:write',
    summary: 'Import a file',
    about: `Needs \`v3:imports:write\` and the write scope of the record kind. Stores the file (CSV and NDJSON up to ${MAX_IMPORT_MIB} MiB, Excel up to ${XLSX_MIB} MiB, ${asText(XLSX_ROWS)} rows and a table of ${XLSX_RATIO} times its packed size, GDV up to ${GDV_MIB} MiB, also as a ZIP of at most ${GDV_FILES} files; tables have at most ${asText(MAX_COLUMNS)} columns) and compares its rows with the stored records in the background; nothing is written before \`apply\`. The same file with the same options again is the same import, unless the options have \`again\`.`,
    form: z.strictObject({
      file: upload(),
      options: jsonText(options).describe('JSON of the options; absent ones are guessed.').optional(),
    }),
    maxBytes: MAX_IMPORT_MIB * 1024 * 1024,
    answers: { 200: reply('The same file was sent before.', queued), 202: reply('The file is stored.', queued) },
    codes: ['insufficient_scope', 's3_upload_failed'],
  },
  'GET /v3/imports/mappings': {
    id: 'listImportMappings',
    who: 'v3:imports:read',
    summary: 'List the named mappings',
    about: 'Those of the organisation by name, then those of usual programs.',
    answers: { 200: reply('The mappings.', z.object({ items: z.array(importMapping), total: count })) },
  },
  'GET /v3/imports/mappings/:name': {
    id: 'getImportMapping',
    who: 'v3:imports:read',
    summary: 'Retrieve a named mapping',
    answers: { 200: reply('The mapping.', importMapping) },
  },
  'PUT /v3/imports/mappings/:name': {
    id: 'setImportMapping',
    who: 'v3:imports:write',
    summary: 'Store a named mapping',
    about: `The body is the options of imports, which an upload or a restage then takes. Needs the write scope of their record kind too. An organisation has at most ${MAX_MAPPINGS} mappings of ${asText(MAX_MAPPING_CHARS)} characters.`,
    body: options,
    answers: { 200: reply('The stored mapping.', importMapping) },
    codes: ['insufficient_scope', 'too_many_mappings'],
  },
  'DELETE /v3/imports/mappings/:name': {
    id: 'deleteImportMapping',
    who: 'v3:imports:write',
    summary: 'Delete a named mapping',
    about: 'One of a usual program stays.',
    answers: { 200: reply('It is deleted.', z.object({ success: z.boolean(), deleted: z.boolean(), name: text })) },
  },
  'GET /v3/imports/:id': {
    id: 'getImport',
    who: 'v3:imports:read',
    summary: 'Retrieve an import',
    answers: { 200: reply('The import.', importJob) },
  },
  'DELETE /v3/imports/:id': {
    id: 'deleteImport',
    who: 'v3:imports:write',
    summary: 'Cancel or discard an import',
    about:
      'Cancels an import that is not finished: written rows stay, and can be taken back. Any other is removed with its rows.',
    answers: {
      200: reply(
        'It is cancelled or removed.',
        z.object({
          success: z.boolean(),
          id,
          state: z.enum(['cancelled']).optional(),
          deleted: z.boolean().optional(),
        }),
      ),
    },
  },
  'GET /v3/imports/:id/rows': {
    id: 'listImportRows',
    who: 'v3:imports:read',
    summary: 'List the rows of an import',
    about:
      'Needs the read scopes of the record kinds too: rows show stored values. With `format=csv` the answer is a file with all rows: their values by field, which an import reads again, and their issues.',
    query: {
      ...paging,
      outcome: queryChoice(outcomes).describe('Only rows with this outcome.'),
      format: queryChoice(['csv']).describe('All rows as a file for Excel.'),
    },
    answers: { 200: reply('The rows, in the order of the file.', pageOf(importRow), bytes('text/csv')) },
    codes: ['insufficient_scope'],
  },
  'PATCH /v3/imports/:id/rows/:row': {
    id: 'updateImportRow',
    who: 'v3:imports:write',
    summary: 'Decide a row of an import',
    about:
      'Takes or skips a row. `values` correct cells, `record_id` chooses the stored record, null a new one; the row is compared again.',
    body: z.strictObject({
      action: z.enum(['take', 'skip']),
      record_id: id.nullish(),
      values: z.record(text, z.unknown()).describe('Corrected values by field or `part.field`.').optional(),
    }),
    answers: { 200: reply('The row after the comparison.', importRow) },
    codes: ['insufficient_scope', 'import_state'],
  },
  'POST /v3/imports/:id/restage': {
    id: 'restageImport',
    who: 'v3:imports:write',
    summary: 'Read an import again',
    about:
      'Reads the stored file again and compares its rows again, with other options, such as the mapping of an import that is `needs_mapping`. Decisions are lost. Options replace those of the upload.',
    body: z.strictObject({ options: options.optional() }),
    optional: true,
    answers: { 202: reply('The file is being read.', queued) },
    codes: ['insufficient_scope', 'import_state'],
  },
  'POST /v3/imports/:id/apply': {
    id: 'applyImport',
    who: 'v3:imports:write',
    summary: 'Apply an import',
    about:
      'Writes the new and changed records in the background. A record that changed since staging becomes `conflict` and stays as it is.',
    body: z.strictObject({ rows: choice(['all', 'decided']).default('all') }),
    optional: true,
    answers: { 202: reply('The rows are being written.', queued) },
    codes: ['insufficient_scope', 'import_state'],
  },
  'POST /v3/imports/:id/undo': {
    id: 'undoImport',
    who: 'v3:imports:write',
    summary: 'Undo an import',
    about: 'Deletes the new records and restores the values of changed ones, unless they were changed since.',
    optional: true,
    answers: { 202: reply('The rows are being taken back.', queued) },
    codes: ['insufficient_scope', 'import_state'],
  },
} as const satisfies ApiCalls;
