/** Texts of the cells of a row, with remarks on those that are left out or read in another way. */
import { cleanValue } from '../../model/declaration/clean-value.ts';
import { hintOf } from '../remarks.ts';
import type { SourceHint } from '../source-record.ts';
import { type Column, pathOf } from './columns.ts';
import { foldName } from './fold-name.ts';

/** The apostrophe with which spreadsheets and exports mark a text that would be a formula (`'+49 170`). */
const MARK = /^'+[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** Errors of formulas, in English and German Excel. */
const ERRORS: ReadonlySet<string> = new Set(
  '#N/A #NV #REF! #BEZUG! #VALUE! #WERT! #DIV/0! #NAME? #NULL! #NUM! #ZAHL! #SPILL! #ÜBERLAUF!'.split(' '),
);

const COUNTRY: ReadonlySet<string> = new Set(['Land', 'Staat', 'Country', 'LKZ', 'Ländercode'].map(foldName));
const GERMANY: ReadonlySet<string> = new Set(['', 'D', 'DE', 'DEU', 'Deutschland', 'BRD', 'Germany'].map(foldName));

/** The text that is read instead of another one. */
type Replaced = (header: string, target: string, text: string) => string;

/** Reads the texts of rows by the positions of their columns. */
export const textReader = (headers: readonly string[], columns: readonly Column[], replaced: Replaced) => {
  // The values of an export of this service are as they should be.
  const isOwn = columns.some(({ target: { part, fieldName } }) => !part && fieldName === 'id');
  const country = headers.findIndex((header) => COUNTRY.has(foldName(header)));
  return (cells: readonly string[], line: number) => {
    const texts = new Map<number, string>();
    const hints: SourceHint[] = [];
    for (const column of columns) {
      const { at, target } = column;
      const whole = String(cleanValue(target.field, cells[at] ?? '')).trim();
      const plain = MARK.test(whole) ? whole.slice(1) : whole;
      const text = replaced(headers[at] ?? '', target.name, plain);
      if (ERRORS.has(text) && !isOwn)
        hints.push(hintOf('error_value', { line, column: headers[at] ?? '', value: text }));
      else if (text) texts.set(at, text);
      // Numbers lose the zero before them.
      const isShort = !isOwn && target.field?.format === 'plz' && /^\d{4}$/.test(text);
      if (!isShort || !GERMANY.has(foldName(cells[country] ?? ''))) continue;
      texts.set(at, `0${text}`);
      hints.push(hintOf('short_postal_code', { field: pathOf(column), value: text, code: `0${text}` }));
    }
    return { texts, hints };
  };
};
