/** The columns of a file that is a table, with its first rows. */
import { cellOf } from './cells.ts';
import type { ImportJob, ImportRow } from './import-job.ts';
import type { Labels } from './labels.ts';

export interface Table {
  readonly job: ImportJob;
  /** The first rows as they are staged; none where the columns have no field yet. */
  readonly rows: readonly ImportRow[];
  readonly labels: Labels;
  /** The record kinds of a row; of several, targets begin with theirs. */
  readonly kinds: readonly string[];
  readonly mapping: Readonly<Record<string, string>>;
}

/** A column of a file. */
export type Column = NonNullable<ImportJob['columns']>[number];

/** The columns in the order of the file. */
export const columnsIn = ({ job, mapping }: Table): readonly Column[] =>
  job.columns ?? Object.keys(mapping).map((header) => ({ header, samples: [] }));

/** Columns that share their field: each has a value of its own. */
export const sharing = ({ mapping }: Table, header: string): boolean =>
  Object.entries(mapping).some(([other, target]) => target && other !== header && target === mapping[header]);

/**
 * The cell of a column in a row: as the service has read it by the chosen field, else as the file has it.
 * @param at from 0
 */
export const cellAt = (table: Table, { header, first }: Column, at: number): { text: string; isBad: boolean } => {
  const { job, rows, labels, mapping } = table;
  const text = first?.[at] ?? '';
  const target = mapping[header];
  const row = rows[at];
  if (!row || !target || target !== job.options.mapping?.[header] || sharing(table, header) || (first && !text))
    return { text, isBad: false };
  const read = cellOf(row, target, labels);
  return { text: (read.isBad && text) || read.text || text, isBad: read.isBad };
};
