/** Numbers of records in paths, by the word for them. */
import type { Code } from '../../errors/api-error.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { lookupTable } from '../../shared/lookup-table.ts';

/** `kid` and `id` differ in the error of an invalid one; deliveries have larger numbers. */
export type PathKey = 'id' | 'kid' | 'delivery' | 'row';

/** Properties of such a number. */
export interface KeyNotion {
  /** Error code of an invalid number. */
  readonly error: Code;
  /** The greatest one there can be. */
  readonly most: number;
  /** For the OpenAPI description. */
  readonly about: string;
}

export const keys: Readonly<Record<PathKey, KeyNotion>> = lookupTable({
  id: { error: 'invalid_id', most: MAX_INT, about: 'Row id.' },
  kid: { error: 'invalid_kid', most: MAX_INT, about: 'Number of a customer, product partner or user.' },
  row: { error: 'invalid_id', most: MAX_INT, about: 'Number of a row, from 1.' },
  delivery: { error: 'invalid_id', most: Number.MAX_SAFE_INTEGER, about: 'Number of a delivery.' },
});

/** JSON Schema of such a number. */
export const numberOf = (key: PathKey) =>
  Object.freeze({
    type: 'integer',
    format: keys[key].most > MAX_INT ? 'int64' : 'int32',
    minimum: 1,
    maximum: keys[key].most,
  });

/** The same of a record. */
export const NUMBER = numberOf('id');
