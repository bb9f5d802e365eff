/** Packages of a file: from one to three records 0001 to a record 9999. */
import { isUtf8 } from 'node:buffer';
import { createYielder } from '../../concurrency/yield-event-loop.ts';
import { UnreadableFile } from '../format.ts';
import { hintOf } from '../remarks.ts';
import type { SourceHint } from '../source-record.ts';
import { classifyLine, RECORD_LENGTH, satzartOf } from './classify-line.ts';
import { countBytes, decode, detectEncoding, type GdvEncoding } from './gdv-encoding.ts';
import type { GdvLayout } from './layout.ts';
import { readField } from './read-fields.ts';
import { type LineSpan, readLines } from './read-lines.ts';

export interface GdvPackage {
  readonly encoding: GdvEncoding;
  /** VU-Nummer (BaFin) of the insurer. */
  readonly vu: string;
  readonly sender: string;
  /** Date of the delivery, `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly lines: readonly LineSpan[];
  /** The line as text of 256 characters; shorter lines are filled with blanks. */
  text(line: LineSpan): string;
}

const HEADER = '0001';
const TRAILER = '9999';

const isBlank = (bytes: Buffer, { from, to }: LineSpan): boolean => {
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte !== 32 && byte !== 9 && byte !== 26 && byte !== 0) return false;
  }
  return true;
};

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const kindOf = (bytes: Buffer, { from }: LineSpan): string => {
  const start = bytes.subarray(from, from + 3).equals(BYTE_ORDER_MARK) ? from + 3 : from;
  return bytes.toString('latin1', start, start + 4);
};

const requireRecord = (bytes: Buffer, layout: GdvLayout, line: LineSpan): void => {
  const kind = kindOf(bytes, line);
  if (layout.parts.has(kind)) return;
  throw new UnreadableFile('gdv_record_kind', line.number);
};

/** Maximum characters of a line; a longer line belongs to another kind of file. */
const MAX_LINE = 4 * RECORD_LENGTH;

/** Groups of lines; a header after another record begins a package, also without a 9999 before it. */
async function* groupLines(bytes: Buffer, layout: GdvLayout, first: number): AsyncGenerator<LineSpan[]> {
  const pause = createYielder();
  let group: LineSpan[] = [];
  let inHeader = false;
  let isFirst = true;
  for (const line of readLines(bytes, first)) {
    await pause();
    if (isBlank(bytes, line)) continue;
    if (isFirst) requireRecord(bytes, layout, line);
    if (line.to - line.from > MAX_LINE) {
      throw new UnreadableFile('gdv_long_line', line.number, { bytes: line.to - line.from, most: RECORD_LENGTH });
    }
    isFirst = false;
    const isHeader = kindOf(bytes, line) === HEADER;
    if (isHeader && !inHeader && group.length) {
      yield group;
      group = [];
    }
    inHeader = isHeader;
    group.push(line);
  }
  if (isFirst) throw new UnreadableFile('empty', 1);
  yield group;
}

const encodingOf = async (bytes: Buffer, lines: readonly LineSpan[]): Promise<GdvEncoding> => {
  const pause = createYielder();
  const counts: number[] = new Array(256).fill(0);
  let valid = true;
  for (const { from, to } of lines) {
    await pause();
    const part = bytes.subarray(from, to);
    countBytes(part, counts);
    valid &&= isUtf8(part);
  }
  return detectEncoding(counts, valid);
};

/**
 * A line of UTF-8 that was filled to 256 bytes, where umlauts take the place of a blank: the blanks are added behind
 * their values, so that the next field begins at its position.
 */
const byCharacters = (text: string): string =>
  text
    .split(/( {2,})/)
    .map((value) => value + ' '.repeat(Buffer.byteLength(value) - value.length))
    .join('');

/**
 * Packages of a file.
 * @param bytes the whole file
 * @param firstLine number of its first line
 * @throws UnreadableFile with the line, if the file is not in the format
 */
export async function* readPackages(bytes: Buffer, layout: GdvLayout, firstLine = 1): AsyncGenerator<GdvPackage> {
  for await (const lines of groupLines(bytes, layout, firstLine)) {
    const encoding = await encodingOf(bytes, lines);
    const text = ({ from, to }: LineSpan): string => {
      const read = decode(bytes.subarray(from, to), encoding).replace(/^\ufeff/, '');
      return (encoding === 'utf-8' && to - from === RECORD_LENGTH ? byCharacters(read) : read).padEnd(RECORD_LENGTH);
    };
    const first = text(lines[0]!);
    const header = satzartOf(first) === HEADER ? classifyLine(layout, first) : undefined;
    const field = (key: string): string => {
      const found = header?.byKey.get(key);
      return (found && readField(layout, found, first).value) ?? '';
    };
    const period = field('ErstellungsDatumZeitraumVomZeitraumBis');
    const days = [period.slice(8), period.slice(0, 8)].map(
      (day) => /^(\d\d)(\d\d)([12]\d{3})$/.exec(day)?.slice(1).reverse().join('-') ?? null,
    );
    yield {
      encoding,
      // A package without 0001 has the insurer in its records only.
      vu: (header ? field('VuNr') : first.slice(4, 9)).trim(),
      sender: field('Absender'),
      date: days.find((day) => day !== null && !day.includes('-00')) ?? null,
      lines,
      text,
    };
  }
}

/** Cents of an amount field in a text. */
const cents = (text: string, from: number, to: number): bigint => {
  const digits = text.slice(from - 1, to).trim();
  return /^\d+$/.test(digits) ? BigInt(digits) : 0n;
};

/** Compares the totals of record 9999 with the records of the package. @returns differences as hints */
export const checkTotals = async ({ lines, text }: GdvPackage): Promise<SourceHint[]> => {
  const pause = createYielder();
  let count = 0;
  let premiums = 0n;
  let hasHeader = false;
  let trailer: { readonly line: LineSpan; readonly text: string } | undefined;
  for (const line of lines) {
    await pause();
    const record = text(line);
    const kind = satzartOf(record);
    if (kind === HEADER) hasHeader = true;
    else if (kind === TRAILER) trailer = { line, text: record };
    else {
      count++;
      if (kind === '0200' && record[255] !== '2') premiums += cents(record, 116, 127);
    }
  }
  const hints: SourceHint[] = [];
  const at = lines[0]!.number;
  if (!hasHeader) hints.push(hintOf('gdv_no_header', {}, at));
  if (!trailer) return [...hints, hintOf('gdv_no_trailer', {}, at)];
  const line = trailer.line.number;
  const announced = cents(trailer.text, 5, 14);
  if (announced && announced !== BigInt(count))
    hints.push(hintOf('gdv_record_count', { announced: Number(announced), found: count }, line));
  const total = cents(trailer.text, 25, 39);
  if (total && total !== premiums) {
    const euros = (sum: bigint): string => `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`;
    hints.push(hintOf('gdv_premium_total', { announced: euros(total), found: euros(premiums) }, line));
  }
  return hints;
};
