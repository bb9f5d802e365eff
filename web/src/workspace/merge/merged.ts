/** Values of two customers side by side, and the rows that both have. */
import type { Row } from '../../api/v3.ts';
import type { Field, Schema } from '../schema/schema.ts';
import type { Part, Section } from '../schema/section.ts';
import { type Context, textOf } from '../schema/shown.ts';

/** Fields that the API fills from the other customer where they are empty. */
const FILLED: readonly string[] = ['vorname', 'name', 'titel', 'anrede', 'geb_name', 'namenszusatz', 'geb'];

/** A field of both customers. */
export interface Compared {
  readonly field: Field;
  readonly master: string;
  readonly slave: string;
  /** Whether the result is taken from the other customer. */
  readonly filled: boolean;
}

/** The fields that one of them has. @param fills whether gaps are filled */
export const comparedFields = (
  schema: Schema,
  [master, slave]: readonly [Row, Row],
  [contextOfMaster, contextOfSlave]: readonly [Context, Context],
  fills: boolean,
): readonly Compared[] =>
  [...schema.fields.values()]
    .filter(({ readOnly }) => !readOnly)
    .map((field) => {
      const texts = {
        master: textOf(field, master[field.name], contextOfMaster),
        slave: textOf(field, slave[field.name], contextOfSlave),
      };
      const filled = fills && FILLED.includes(field.name) && texts.master === '' && texts.slave !== '';
      return { field, ...texts, filled };
    })
    .filter((one) => one.master !== '' || one.slave !== '');

/** A row of the other customer that the remaining one has as well. */
export interface Doubled {
  readonly part: Part;
  readonly id: number;
  readonly text: string;
}

const rowsOf = (row: Row, { embed }: Part): readonly Row[] => (row[embed] ?? []) as readonly Row[];

const STAMPS = new Set(['id', 'kid', 'insert_datum', 'edit_datum']);

/** The content of a row, by the fields that people write. */
const textsOf = (row: Row): readonly string[] =>
  Object.entries(row)
    .filter(([name, value]) => !STAMPS.has(name) && typeof value === 'string' && value.trim() !== '')
    .map(([, value]) => String(value).trim());

/** Significant digits of a telephone number, without the codes of country and network. */
const PHONE_DIGITS = 9;
/** A text as it is compared: of a telephone number the last digits. */
export const comparedText = (text: string): string =>
  /^[+\d][\d\s()/.-]{5,30}$/.test(text) ? text.replaceAll(/\D/g, '').slice(-PHONE_DIGITS) : text;

/** A content in any spelling: `0171 5556677` and `+49 171 5556677` are the same number. */
const keyOf = (row: Row): string => textsOf(row).map(comparedText).join(' ').toLowerCase().replaceAll(/\s+/g, '');

export const doubledRows = ({ parts }: Section, master: Row, slave: Row): readonly Doubled[] =>
  parts.flatMap((part) => {
    const known = new Set(rowsOf(master, part).map(keyOf));
    return rowsOf(slave, part)
      .filter((row) => known.has(keyOf(row)) && keyOf(row) !== '')
      .map((row) => ({ part, id: Number(row.id), text: textsOf(row).join(', ') }));
  });
