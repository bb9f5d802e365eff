/** Columns of a table with a target. */
import type { Target } from './targets.ts';

export interface Column {
  readonly at: number;
  readonly target: Target;
  /** Row of the part: a second column of the same field is that of another row. */
  readonly nth: number;
}

/** `field`, `part.field`, or `part.2.field` of a second row. */
export const pathOf = ({ target: { part, fieldName }, nth }: Column): string =>
  part ? [part, ...(nth ? [nth + 1] : []), fieldName].join('.') : fieldName;

/** The separator of decimals in a column. */
export type Decimals = (at: number) => ',' | '.';
