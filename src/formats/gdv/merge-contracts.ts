import { hintOf } from '../remarks.ts';
import type { SourceRecord } from '../source-record.ts';

/** A contract that two packages of a file have: the later one's values win, unless it is of an earlier day. */
export const mergeContracts = (both: SourceRecord, one: SourceRecord, other: SourceRecord): Partial<SourceRecord> => {
  if (other.section !== 'contracts') return {};
  const isLater = (one.delivered ?? '') <= (other.delivered ?? '');
  const [last, first] = isLater ? [other, one] : [one, other];
  const isRepeated = !one.onlyStored && !other.onlyStored;
  const sparteKey = last.sparteKey ?? first.sparteKey;
  return {
    values: { ...first.values, ...last.values },
    references: { ...first.references, ...last.references },
    positions: { ...first.positions, ...last.positions },
    ...(last.delivered === undefined ? {} : { delivered: last.delivered }),
    ...(sparteKey === undefined ? {} : { sparteKey }),
    onlyStored: Boolean(one.onlyStored && other.onlyStored),
    hints: isRepeated ? [...both.hints, hintOf('gdv_repeated', {}, last.line)] : both.hints,
  };
};
