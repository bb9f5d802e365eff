import { isUtf8 } from 'node:buffer';
import { RECORD_LENGTH } from './classify-line.ts';

/** The place of a line in the file. */
export interface LineSpan {
  /** 1-based number of the line. */
  readonly number: number;
  readonly from: number;
  readonly to: number;
  /** Start of the next line: `to` plus the line end. */
  readonly next: number;
}

const LF = 10;
const CR = 13;

/** Bytes of the next `RECORD_LENGTH` characters. */
const recordEnd = (bytes: Buffer, from: number, utf8: boolean): number => {
  if (!utf8) return Math.min(from + RECORD_LENGTH, bytes.length);
  let at = from;
  for (let count = 0; at < bytes.length; at++) {
    const starts = (bytes[at]! & 0xc0) !== 0x80;
    if (starts && count++ === RECORD_LENGTH) break;
  }
  return at;
};

const startsRecord = (bytes: Buffer, at: number): boolean => /^\d{4}$/.test(bytes.toString('latin1', at, at + 4));

/** Records without line ends follow each other; other lines of any length are one record. */
function* cut(bytes: Buffer, from: number, to: number, utf8: boolean): Generator<number> {
  const rest = bytes.subarray(0, to);
  let at = from;
  while (to - at > RECORD_LENGTH) {
    const end = recordEnd(rest, at, utf8);
    if (end >= to || !startsRecord(bytes, end)) break;
    yield end;
    at = end;
  }
}

/**
 * Lines of a file with CRLF, LF, CR or no line ends. The spans cover the file without gaps.
 * @param bytes the whole file
 * @param first number of the first line
 */
export function* readLines(bytes: Buffer, first = 1): Generator<LineSpan> {
  const utf8 = isUtf8(bytes);
  let from = 0;
  let number = first;
  let [feed, back] = [0, 0];
  while (from < bytes.length) {
    // A file with one kind of line ends is searched for the other only once.
    if (feed >= 0 && feed <= from) feed = bytes.indexOf(LF, from);
    if (back >= 0 && back <= from) back = bytes.indexOf(CR, from);
    const breaksAtReturn = back >= 0 && (feed < 0 || back < feed);
    const to = breaksAtReturn ? back : feed < 0 ? bytes.length : feed;
    const next = Math.min(to + (breaksAtReturn && bytes[to + 1] === LF ? 2 : 1), bytes.length);
    for (const end of cut(bytes, from, to, utf8)) {
      yield { number, from, to: end, next: end };
      number++;
      from = end;
    }
    yield { number, from, to, next };
    number++;
    from = next;
  }
}
