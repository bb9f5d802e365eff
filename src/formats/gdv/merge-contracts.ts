import { hintOf } from '../remarks.ts';
import type { SourceRecord } from '../source-record.ts';

/** Parts whose rows are added, since each insurer has its own; of the others a later delivery has the whole. */
export const ADDED_PARTS: ReadonlySet<string> = new Set(['contacts', 'numbers', 'banking']);

/** Another record that deliveries of two days have: the later one counts, as after an import of each. */
const mergeLater = (both: SourceRecord, one: SourceRecord, other: SourceRecord): Partial<SourceRecord> => {
  const [first = '', last = ''] = [one.delivered, other.delivered];
  if (first >= last) return {};
  const replaced = Object.entries(other.parts).filter(([path]) => !ADDED_PARTS.has(path));
  return {
    values: { ...one.values, ...other.values },
    parts: { ...both.parts, ...Object.fromEntries(replaced) },
    references: { ...one.references, ...other.references },
    positions: { ...one.positions, ...other.positions },
    delivered: last,
  };
};

/** A contract that two packages of a file have: the later one's values win, unless it is of an earlier day. */
export const mergeContracts = (both: SourceRecord, one: SourceRecord, other: SourceRecord): Partial<SourceRecord> => {
  if (other.section !== 'contracts') return mergeLater(both, one, other);
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
