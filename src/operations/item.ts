/** What a create is asked for, and what it makes. */
import type { Values } from '../model/field-shape.ts';

/** A body that passed validation. */
export interface Item {
  readonly values: Values;
  readonly nested: Readonly<Record<string, readonly Values[]>>;
}

/** What was made. */
export interface Inserted {
  readonly id: number;
  readonly printed: string;
  readonly values: Values;
  /** Printed rows of the arrays created with it. */
  readonly nested: Readonly<Record<string, readonly string[]>>;
}
