/**
 * Numbers that Excel shows with zeros or letters in front, by the format of their cell: 1069 with `00000` is 01069, 42 with
 * `"K-"0000` is K-0042. The library gives the stored number only, which is the number of another customer.
 */
import { lookupTable } from '../../shared/lookup-table.ts';

/** A format of whole numbers. */
export interface NumberFormat {
  readonly prefix: string;
  /** Digits at least. */
  readonly digits: number;
}

const SIGNS: Readonly<Record<string, string>> = lookupTable({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' });

/** The text of an attribute in the XML of Excel. */
export const attribute = (tag: string, name: RegExp): string =>
  (name.exec(tag)?.[1] ?? '').replace(/&(lt|gt|quot|apos|amp);/g, (_, sign: string) => SIGNS[sign] ?? '');

const [ID, CODE, FORMAT_ID] = [/\snumFmtId="([^"]*)"/, /\sformatCode="([^"]*)"/, /\snumFmtId="(\d+)"/];

/** @param code as `"K-"0000`; the part for positive numbers counts */
const formatOf = (code: string): NumberFormat | undefined => {
  const [, letters = '', zeros = ''] = /^((?:"[^"]*"|\\.)*)(0+)(?:;.*)?$/.exec(code) ?? [];
  const prefix = letters.replace(/"([^"]*)"|\\(.)/g, (_, quoted = '', one = '') => `${quoted}${one}`);
  return zeros && (prefix || zeros.length > 1) ? { prefix, digits: zeros.length } : undefined;
};

/** The formats with zeros or letters in front, by the number of their style. @param styles XML of `xl/styles.xml` */
export const numberFormatsOf = (styles: string): ReadonlyMap<number, NumberFormat> => {
  const codes = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)].map(([tag]) => [attribute(tag, ID), attribute(tag, CODE)]),
  );
  const found = new Map<number, NumberFormat>();
  const cells = styles.slice(styles.indexOf('cellXfs'), styles.lastIndexOf('cellXfs'));
  for (const [style, [tag]] of [...cells.matchAll(/<(?:\w+:)?xf\s[^<>]*>/g)].entries()) {
    const format = formatOf(codes.get(attribute(tag, FORMAT_ID)) ?? '');
    if (format) found.set(style, format);
  }
  return found;
};

/** A number as Excel shows it. @param text the stored number */
export const shownNumber = (text: string, format: NumberFormat | undefined): string =>
  format && /^\d+$/.test(text) ? format.prefix + text.padStart(format.digits, '0') : text;
