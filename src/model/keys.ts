/** Numbers that name records in paths, by the word that stands for them there. */
import type { Code } from '../errors.ts';
import { MAX_INT } from '../int.ts';
import { table } from '../table.ts';

/** `kid` and `id` differ in what a wrong one is answered with. */
export type Key = 'id' | 'kid';

/** What is known of such a number. */
export interface KeyNotion {
  /** Code of what is no such number. */
  readonly error: Code;
  /** For the OpenAPI description. */
  readonly about: string;
}

export const keys: Readonly<Record<Key, KeyNotion>> = table({
  id: { error: 'invalid_id', about: 'Row id.' },
  kid: { error: 'invalid_kid', about: 'Number of a customer, product partner or user.' },
});

/** JSON Schema of such a number. */
export const NUMBER: Readonly<Record<string, unknown>> = { type: 'integer', minimum: 1, maximum: MAX_INT };
