/** Positions in PostgreSQL's log (LSN) and the files that have it. */

/** Bytes of one file of the log: what initdb makes by default. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENT = BigInt(SEGMENT_BYTES);
const SEGMENTS_OF_ONE = 0x1_0000_0000n / SEGMENT;

/** A position from what PostgreSQL says, such as `0/15D6A28`. */
export const positionOf = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/** As PostgreSQL writes it. */
export const positionText = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();

/** Where the file begins that has a position. */
export const segmentStart = (position: bigint): bigint => position - (position % SEGMENT);

const digits = (number: bigint | number): string => number.toString(16).toUpperCase().padStart(8, '0');

/** Name of the file that has a position. */
export const segmentName = (timeline: number, position: bigint): string => {
  const segment = position / SEGMENT;
  return digits(timeline) + digits(segment / SEGMENTS_OF_ONE) + digits(segment % SEGMENTS_OF_ONE);
};

/** A range cut where files end. */
export function* bySegment(from: bigint, to: bigint): Generator<readonly [from: bigint, to: bigint]> {
  for (let at = from; at < to; ) {
    const end = segmentStart(at) + SEGMENT;
    yield [at, end < to ? end : to];
    at = end;
  }
}
