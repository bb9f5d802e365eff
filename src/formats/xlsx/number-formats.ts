/**
 * Numbers that Excel shows with zeros or letters in front, or as percentages, by the format of their cell: 1069 with `00000` is
 * 01069, 42 with `"K-"0000` is K-0042, 0.5 with `0%` is 50%. The library gives the stored number only, which is the number of
 * another customer.
 */
import { lookupTable } from '../../shared/lookup-table.ts';

/** A format of numbers. */
export interface NumberFormat {
  readonly prefix: string;
  /** Digits of a whole number at least. */
  readonly digits: number;
  /** Digits after the comma of a percentage; undefined for other numbers. */
  readonly percent?: number;
}

/** The formats of percentages that every file has. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['9', '0%'],
  ['10', '0.00%'],
]);

const SIGNS: Readonly<Record<string, string>> = lookupTable({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' });

/** The text of an attribute in the XML of Excel. */
export const attribute = (tag: string, name: RegExp): string =>
  (name.exec(tag)?.[1] ?? '').replace(/&(lt|gt|quot|apos|amp);/g, (_, sign: string) => SIGNS[sign] ?? '');

const [ID, CODE, FORMAT_ID] = [/\snumFmtId="([^"]*)"/, /\sformatCode="([^"]*)"/, /\snumFmtId="(\d+)"/];

/** @param code as `"K-"0000`; the part for positive numbers counts */
const formatOf = (code: string): NumberFormat | undefined => {
  const percent = /^[#0,]*0(?:\.([0#]+))? ?%(?:;.*)?$/.exec(code);
  if (percent) return { prefix: '', digits: 1, percent: percent[1]?.length ?? 0 };
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
    const format = formatOf(codes.get(attribute(tag, FORMAT_ID)) ?? BUILT_IN.get(attribute(tag, FORMAT_ID)) ?? '');
    if (format) found.set(style, format);
  }
  return found;
};

/** A number as Excel shows it. @param text the stored number, with a decimal comma */
export const shownNumber = (text: string, format: NumberFormat | undefined): string => {
  if (!format) return text;
  const { prefix, digits, percent } = format;
  const number = Number(text.replace(',', '.'));
  if (percent !== undefined && text !== '' && Number.isFinite(number))
    return `${String(Number((number * 100).toFixed(percent))).replace('.', ',')}%`;
  return percent === undefined && /^\d+$/.test(text) ? prefix + text.padStart(digits, '0') : text;
};
