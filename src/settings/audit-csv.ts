/** The audit log as CSV (RFC 4180), for programs that show tables. */
import type { AuditEntryRead } from '../operations/audit-log.ts';

/** What programs that show tables take for a formula, wherever a value begins with it. */
const FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** A value in quotation marks; what could be taken for a formula gets an apostrophe before it, which makes it a text. */
const cell = (value: string | number | boolean | null): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  return `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
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

/** The line of an entry; what changed is one value, as JSON. */
export const auditLine = (entry: AuditEntryRead): string =>
  `${[...COLUMNS.map((name) => cell(entry[name])), cell(JSON.stringify(entry.changes))].join(',')}\r\n`;
