/** Cells of Excel that show less than they seem to: errors, formulas without a stored result, and merged cells. */

/** A marked cell. */
export interface Mark {
  readonly code: 'error_value' | 'no_result' | 'merged_cell';
  /** Letters of its column. */
  readonly column: string;
  /** The error. */
  readonly value?: string;
  /** The cell that has the value of merged ones. */
  readonly cell?: string;
}

/** Marked cells of a row. */
export const MOST_MARKS = 20;
/** Rows of a merged cell, and merged cells of a sheet. */
const [MOST_ROWS, MOST_MERGED] = [1000, 10_000];

/** @param at the end of the opening tag of the cell */
export const markOf = (sheet: string, at: number, cell: string, column: string): Mark | undefined => {
  const isError = /\st="e"/.test(cell);
  if (!isError && !sheet.startsWith('<f', at)) return undefined;
  const content = sheet.slice(at, sheet.indexOf('</c>', at));
  const [, value = ''] = /<v>([^<]*)<\/v>/.exec(content) ?? [];
  if (isError) return { code: 'error_value', column, value };
  // A text that is empty is a result.
  return content.includes('<v') ? undefined : { code: 'no_result', column };
};

const MERGED = /<mergeCell\s[^<>]*ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;

/** The rows that a merged cell covers below its first one, which has its value, and their first cells. */
export function* mergedCells(sheet: string): Generator<readonly [row: number, Mark]> {
  let left = MOST_MERGED;
  for (const [, column = '', first, , last] of sheet.matchAll(MERGED)) {
    if (left-- <= 0) return;
    const cell = `${column}${first}`;
    const end = Math.min(Number(last), Number(first) + MOST_ROWS);
    for (let row = Number(first) + 1; row <= end; row += 1) yield [row, { code: 'merged_cell', column, cell }];
  }
}
