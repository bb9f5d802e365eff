/** The types of fields: values to send, to read and to refuse (rules 3.4, 3.5, 3.6). */
import type { SampleRecords } from './sample-records.ts';

/** A field, by the name that it has in bodies and answers. */
export interface Specified {
  readonly type: string;
  /** A value that is accepted, and what a read then answers. References need the stock. */
  readonly sent: (stock: SampleRecords) => unknown;
  readonly read: (stock: SampleRecords) => unknown;
  /** Values that are refused, each with the code of its issue. */
  readonly wrong: readonly (readonly [value: unknown, code: string])[];
  /** What `null` and the empty string leave in the record with this id; absent where the field is required. */
  readonly reset?: (empty: null | '', id: number) => unknown;
  /** What `with_schema` says: data_type and data_format. */
  readonly described: readonly [dataType: string, dataFormat?: string];
}

const always = (value: unknown) => () => value;
const toNull = always(null);

/** A field whose sent value does not depend on other records. */
const plain = (type: string, sent: unknown, read: unknown, rest: Omit<Specified, 'type' | 'sent' | 'read'>) => ({
  type,
  sent: always(sent),
  read: always(read),
  ...rest,
});

/** Text of up to `max` characters; the empty string is stored. */
export const string = (max = 255): Specified => {
  const longest = 'ß'.repeat(max);
  return plain('string', longest, longest, {
    wrong: [
      [5, 'invalid_type'],
      [`${longest}x`, 'too_big'],
      ['a\0b', 'invalid_format'],
      ['\ud800', 'invalid_format'],
    ],
    reset: (empty) => empty,
    described: ['string'],
  });
};

export const int = (): Specified =>
  plain('int', 2147483647, 2147483647, {
    wrong: [
      ['7', 'invalid_type'],
      [1.5, 'invalid_type'],
      [true, 'invalid_type'],
      [2147483648, 'too_big'],
    ],
    reset: toNull,
    described: ['number'],
  });

export const date = (): Specified =>
  plain('date', '2028-02-29', '2028-02-29', {
    wrong: [
      ['2026-02-29', 'invalid_format'],
      ['31.01.2026', 'invalid_format'],
      [20260131, 'invalid_type'],
    ],
    reset: toNull,
    described: ['date', 'YYYY-MM-DD'],
  });

export const datetime = (): Specified =>
  plain('datetime', '2026-01-31T09:30:00Z', '2026-01-31 10:30:00', {
    wrong: [
      ['2026-01-31', 'invalid_format'],
      ['2026-01-31 24:00:00', 'invalid_format'],
      [1, 'invalid_type'],
    ],
    reset: toNull,
    described: ['date', 'YYYY-MM-DD HH:MM:SS'],
  });

/** A decimal amount of 15 digits, `scale` of them after the point; answered as a string. */
export const decimal = (scale = 2): Specified =>
  plain('decimal', 0.5, `0.5${'0'.repeat(scale - 1)}`, {
    wrong: [
      ['0,5', 'invalid_format'],
      [`0.${'1'.repeat(scale + 1)}`, 'invalid_format'],
      ['1'.repeat(16 - scale), 'too_big'],
      [true, 'invalid_type'],
    ],
    reset: toNull,
    described: ['number', `0.${'0'.repeat(scale)}`],
  });

/** The same field with a default, which a reset restores. */
export const withDefault = (field: Specified, initial: unknown): Specified => ({ ...field, reset: always(initial) });

/** 0 or 1; true and false are accepted. */
export const flag = (): Specified =>
  plain('0/1', true, 1, {
    wrong: [
      [2, 'too_big'],
      [-1, 'too_small'],
      ['1', 'invalid_type'],
    ],
    reset: always(0),
    described: ['number'],
  });

export const boolean = (initial: boolean): Specified =>
  plain('boolean', !initial, !initial, {
    wrong: [
      [1, 'invalid_type'],
      ['true', 'invalid_type'],
      [null, 'invalid_type'],
      ['', 'invalid_type'],
    ],
    described: ['number'],
  });

/** A value of a select list; `read` where another form of it is answered. */
export const select = (sent: unknown, read = sent, code = 'invalid_select_value'): Specified =>
  plain('select', sent, read, {
    wrong: [[typeof read === 'number' ? 9999 : 'gibt es nicht', code]],
    reset: toNull,
    described: [typeof read === 'number' ? 'number' : 'string'],
  });

/** The id of a live record of a kind. */
export const reference = (path: string): Specified => ({
  ...int(),
  type: `id of ${path}`,
  sent: ({ ids }) => ids.get(path),
  read: ({ ids }) => ids.get(path),
  wrong: [
    [2147483647, 'invalid_reference'],
    [0, 'too_small'],
    ['1', 'invalid_type'],
  ],
});

/** The record a record belongs to: another code where it is missing. */
export const owner = (path: string): Specified => ({ ...reference(path), wrong: [[2147483647, 'customer_not_found']] });

/** The same field where it cannot be reset. */
export const required = (field: Specified): Specified => ({ ...field, reset: undefined });
