/** The audit log as CSV (RFC 4180), for programs that show tables. */
import { csvText } from '../../derive/csv-text.ts';
import type { AuditEntryRead } from '../../operations/audit/audit-log.ts';

/** A text in quotation marks; other values as they are. */
const cell = (value: string | number | boolean | null): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  return `"${csvText(value).replaceAll('"', '""')}"`;
};

const COLUMNS = [
  'id',
  'at',
  'action',
  'section',
  'record_id',
  'owner_section',
  'owner_id',
  'user_kid',
  'user_name',
  'token_id',
  'token_name',
  'request_id',
  'via',
  'security',
] as const satisfies readonly (keyof AuditEntryRead)[];

/** The first line, after the mark by which such programs know that the text is UTF-8. */
export const auditHead = `\uFEFF${[...COLUMNS, 'changes'].join(',')}\r\n`;

/** The CSV line of an entry; its changes are one value, as JSON. */
export const auditLine = (entry: AuditEntryRead): string =>
  `${[...COLUMNS.map((name) => cell(entry[name])), cell(JSON.stringify(entry.changes))].join(',')}\r\n`;
