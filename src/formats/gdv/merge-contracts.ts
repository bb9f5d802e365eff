import { hintOf } from '../remarks.ts';
import type { SourceRecord } from '../source-record.ts';

/** A contract that two packages of a file have: the later one's values win, unless it is of an earlier day. */
export const mergeContracts = <Source extends SourceRecord>(both: Source, one: Source, other: SourceRecord): Source => {
  if (other.section !== 'contracts') return both;
  const isLater = (one.delivered ?? '') <= (other.delivered ?? '');
  const [last, first] = isLater ? [other, one] : [one, other];
  return {
    ...both,
    values: { ...first.values, ...last.values },
    references: { ...first.references, ...last.references },
    positions: { ...first.positions, ...last.positions },
    ...(last.delivered === undefined ? {} : { delivered: last.delivered }),
    hints: [...both.hints, hintOf('gdv_repeated', {}, last.line)],
  };
};
