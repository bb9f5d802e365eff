/**
 * Remarks on files and their rows, and reasons why a file cannot be read: each has a code, an English sentence and the
 * values in it, so that pages can word it in another language (`web/src/i18n`).
 */
import { lookupTable } from '../shared/lookup-table.ts';
import { WARNINGS, type WarningCode } from '../shared/value-form.ts';
import type { SourceHint } from './source-record.ts';

/** Values of the placeholders of a sentence. */
export type Params = Readonly<Record<string, string | number>>;

/** Remarks; they prevent nothing. `field` is a field or `part.field`. */
const hints = {
  same_record: 'The same record as in row {{row}}.',
  other_person: 'The row would make the person another one: {{fields}} differ. Choose the record, or a new one.',
  person_changes: 'The row changes {{fields}} of the person.',
  contradiction: '{{field}}: row {{row}} of the same record has "{{value}}", which counts.',
  changed_since: 'Changed since the import, and left as it is: {{fields}}.',
  record_changed_since: 'The record was changed since the import, and is left as it is.',
  undo_refused: 'Not undone: {{message}}',
  header_row: 'The column headers are in line {{line}}; {{left}} lines above are left out.',
  blank_lines: '{{lines}} lines without a value are left out, the first is line {{line}}.',
  end_mark: 'The file ends with the sign 0x1A of old programs, which is left out.',
  part_removed: '{{field}}: the stored value "{{value}}" goes, because the file has another one of its kind.',
  totals_row: 'The row has totals and no record. Take it if it is one.',
  headers_again: 'The row has the headers once more. Take it if it is a record.',
  no_value_for: '{{field}}: the row has no value that it belongs to, and it is left out.',
  short_postal_code: '{{field}}: "{{value}}" is read as the German postal code {{code}}.',
  name_parts: '"{{value}}" is read as the last name {{last}} and the first name {{first}}.',
  error_value:
    'Line {{line}}, column {{column}}: the cell has the error {{value}}, and is left out. Correct it in the table.',
  no_result:
    'Line {{line}}, column {{column}}: the formula has no stored result, and is left out. Open the file in Excel, and save it.',
  merged_cell: 'Line {{line}}, column {{column}}: the cell is merged with {{cell}}; only that row has its value.',
  other_sheets: 'Only the sheet "{{sheet}}" is read; the file also has: {{sheets}}.',
  mixed_encoding:
    '{{valid}} characters are UTF-8 and {{stray}} bytes are not: read as {{encoding}}. The option encoding sets another one.',
  unmapped_columns: 'Columns without a field are left out: {{columns}}.',
  no_match_fields: 'Rows are not compared with stored records: name match fields, or map a column to external_id.',
  erased_person: 'The customer of this contract was erased here: take the row only if it is about another customer.',
  gdv_other_files: 'These files of the archive are none of GDV and are left out: {{files}}.',
  gdv_no_header: 'The package has no record 0001.',
  gdv_no_trailer: 'The package has no record 9999; it may be incomplete.',
  gdv_record_count: 'Record 9999 counts {{announced}} records, the package has {{found}}.',
  gdv_premium_total: 'Record 9999 has a total premium of {{announced}}, the contracts of the package {{found}}.',
  gdv_no_contract: 'The contract {{number}} is not stored and has no record 0200: records {{kinds}} are left out.',
  gdv_no_number: 'Lines without a contract number are left out: records {{kinds}}.',
  gdv_sparte: 'The GDV Sparte {{sparte}} has no Sparte here.',
  gdv_sparte_choice: '{{options}} Sparten share the GDV Sparte {{sparte}} ({{product}}): taken as {{taken}}.',
  gdv_currency: '{{amount}} {{currency}} is no amount in euros, and is left out.',
  gdv_converted: '{{amount}} {{currency}} are {{euros}} EUR.',
  gdv_key: '{{field}}: the key "{{value}}" is not in the key table, and is left out.',
  gdv_cancelled: 'Cancelled: {{reason}}.',
  gdv_cover_ended: 'The cover of Sparte {{sparte}} ended.',
  gdv_cover_ended_on: 'The cover of Sparte {{sparte}} ended on {{day}}.',
  gdv_unknown_record: 'Record {{kind}} is not in the layout; its lines are stored with the contract.',
  gdv_no_policyholder: 'The file has no policyholder (record 0100, role 01).',
  gdv_renumbered: 'The contract had the number {{number}}.',
  gdv_repeated: 'The file has several records 0200 of the contract; the last one counts.',
  gdv_alike: 'Line {{other}} of the file has a customer with the same name and the same date of birth or address.',
  gdv_blank: 'Bytes {{from}} to {{to}} of record {{kind}} are blank in the standard; the file has "{{value}}".',
  gdv_field: '{{name}} (bytes {{from}} to {{to}}): {{deviation}}.',
  gdv_contradiction: '{{field}}: also "{{value}}" in the same file.',
  gdv_nation: 'The nationality "{{value}}" is not known.',
  gdv_post_box: 'The post box "{{value}}" is shown in the GDV data only.',
  gdv_contact: '"{{value}}" has the unknown kind of contact "{{kind}}".',
  gdv_payments: '{{number}} payments of the file were added.',
  gdv_settled: 'The claim is settled; the file has no date of it.',
  gdv_spelling: '{{field}} is spelled "{{value}}" in the file; "{{stored}}" stays.',
  gdv_moved: 'Another policyholder: the contract moves from customer {{from}} to customer {{to}}.',
  gdv_moved_new: 'Another policyholder: the contract moves from customer {{from}} to a new customer of the file.',
  gdv_older: 'The delivery of {{day}} is older than that of {{stored}}, which stays.',
  ...(Object.fromEntries(Object.entries(WARNINGS).map(([code, text]) => [code, `{{field}} ${text}.`])) as Readonly<
    Record<WarningCode, string>
  >),
};

/** Reasons why a file cannot be read, or no further. */
const faults = {
  empty: 'The file is empty.',
  no_rows: 'The file has column headers and no rows.',
  no_records: 'The file has no records.',
  removed: 'The file of the import was removed.',
  pdf: 'The file is a PDF, not text.',
  zip: 'The file is a ZIP or Excel file, not text: unpack a ZIP and send its files one by one, name an Excel file with the ending xlsx.',
  gzip: 'The file is compressed (gz): unpack it, and send the file in it.',
  old_office:
    'The file is an old or encrypted Excel file (xls): open it in Excel, and save it without a password as Excel workbook (xlsx) or CSV UTF-8.',
  open_document:
    'The file is an OpenDocument table (ods): open it in LibreOffice, and save it as Excel workbook (xlsx) or CSV.',
  not_utf8: 'NDJSON must be UTF-8.',
  long_line: 'A line has more than 1 MiB.',
  open_quote: 'A quoted cell has no end: the file is cut off, or a quote is missing.',
  text_after_quote: 'Text follows behind the closing quote of a cell.',
  bad_csv: 'The file is no valid CSV: {{reason}}.',
  many_cells: 'The line has more than {{most}} cells.',
  many_columns: 'The table has more than {{most}} columns.',
  many_rows: 'The table has more than {{most}} rows; save it as CSV, which has no such limit.',
  no_headers: 'The line has no column headers: name another one as header_row.',
  no_header_row: 'The table has no line {{row}} with cells, which is named as header_row.',
  no_sheet: 'The file has no sheet {{sheet}}; it has: {{sheets}}.',
  no_mapped_column: 'No column is mapped to a field.',
  bad_archive: 'The file is no Excel file (xlsx), or it is cut off.',
  big_archive: 'The file unpacks to more than {{most}} MiB; save it as CSV.',
  dense_archive: 'A table of the file unpacks to more than {{most}} times its size; save it as CSV.',
  bad_table: 'The table cannot be read: {{reason}}',
  slow_table: 'The table cannot be read: it takes longer than {{most}} seconds. Save it as CSV.',
  big_table: 'The table cannot be read: it takes more than {{most}} MiB. Save it as CSV.',
  gdv_record_kind: 'The line does not begin with a record kind of GDV such as 0001.',
  gdv_no_customer_number:
    'The customer has no number, and the contract is in an earlier file of the archive too: send its files one by one, the oldest first.',
  gdv_bad_archive: 'The archive is damaged or encrypted: unpack it, and send its files one by one, the oldest first.',
  gdv_big_archive:
    'The archive has more than {{files}} files, or unpacks to more than {{most}} MiB or {{ratio}} times its size: send fewer files at once, the oldest first.',
  gdv_long_line: 'The line has {{bytes}} bytes; a GDV record has {{most}}.',
};

export type HintCode = keyof typeof hints;
export type FaultCode = keyof typeof faults;

/** English sentences by code. */
export const REMARKS = { hints: lookupTable(hints), faults: lookupTable(faults) };

/** Numbers are grouped as in `1,000`. */
const textOf = (value: string | number): string => value.toLocaleString('en');

const filled = (text: string, params: Params): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => textOf(params[name] ?? ''));

const parametersOf = (params: Params): { params?: Params } => (Object.keys(params).length ? { params } : {});

/** A remark. @param line its line in the file */
export const hintOf = (code: HintCode, params: Params = {}, line?: number): SourceHint => ({
  code,
  message: filled(hints[code], params),
  ...parametersOf(params),
  ...(line === undefined ? {} : { line }),
});

/** A reason with its sentence. */
export const faultOf = (code: FaultCode, params: Params = {}) => ({
  reason: code,
  message: filled(faults[code], params),
  ...parametersOf(params),
});
