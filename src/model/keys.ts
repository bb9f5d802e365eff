/** Numbers that name records in paths, by the word that stands for them there. */
import type { Code } from '../errors.ts';
import { MAX_INT } from '../int.ts';
import { table } from '../table.ts';

/** `kid` and `id` differ in what a wrong one is answered with; deliveries are more than records can be. */
export type Key = 'id' | 'kid' | 'delivery';

/** What is known of such a number. */
export interface KeyNotion {
  /** Code of what is no such number. */
  readonly error: Code;
  /** The greatest one there can be. */
  readonly most: number;
  /** For the OpenAPI description. */
  readonly about: string;
}

export const keys: Readonly<Record<Key, KeyNotion>> = table({
  id: { error: 'invalid_id', most: MAX_INT, about: 'Row id.' },
  kid: { error: 'invalid_kid', most: MAX_INT, about: 'Number of a customer, product partner or user.' },
  delivery: { error: 'invalid_id', most: Number.MAX_SAFE_INTEGER, about: 'Number of a delivery.' },
});

/** JSON Schema of such a number. */
export const numberOf = (key: Key) =>
  Object.freeze({
    type: 'integer',
    format: keys[key].most > MAX_INT ? 'int64' : 'int32',
    minimum: 1,
    maximum: keys[key].most,
  });

/** The same of a record. */
export const NUMBER = numberOf('id');
