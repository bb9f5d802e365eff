/** The requested and the created record of a create. */
import type { Issue } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';

/** A body that passed validation. */
export interface Item {
  readonly values: Values;
  readonly nested: Readonly<Record<string, readonly Values[]>>;
}

/** A created record. */
export interface Inserted {
  readonly id: number;
  readonly printed: string;
  readonly values: Values;
  /** Printed rows of the arrays created with it. */
  readonly nested: Readonly<Record<string, readonly string[]>>;
  readonly warnings: readonly Issue[];
}
