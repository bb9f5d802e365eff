/** Cells of a file as a row of an import shows them. */
import type { ImportRow } from './import-job.ts';
import { type Labels, withoutIndex } from './labels.ts';
import { refusedText } from './remark-text.ts';

/** The name in `changes` of a target; `contacts.Telefon` is the value of the row of that sort. */
const changedName = ({ changes }: ImportRow, target: string): string | undefined => {
  const [part = '', sort = ''] = target.split('.');
  const names = Object.keys(changes);
  const art = names.find((name) => withoutIndex(name) === `${part}.art` && String(changes[name]?.to) === sort);
  return art?.replace(/art$/, 'wert') ?? names.find((name) => withoutIndex(name) === target);
};

/** The value that a row has for a target: refused ones are bad, those that a record has already are empty. */
export const cellOf = (row: ImportRow, target: string, labels: Labels): { text: string; isBad: boolean } => {
  const issue = row.issues.find(({ path }) => withoutIndex(path.join('.')) === target);
  // A refused value is no value of the field: `31.02.1980` is no date.
  if (issue) return { text: refusedText(issue), isBad: true };
  const name = changedName(row, target);
  return { text: name === undefined ? '' : labels.text(name, row.changes[name]?.to), isBad: false };
};
