/**
 * Whether operations that were seen at positions of one total order can have happened in it: what ended before another
 * began stands before it. For positions that are known this is all that linearizability asks, and needs no search.
 */
import type { Span } from '../history.ts';

/** An operation at a position of the order. */
export interface Placed extends Span {
  readonly position: number;
  /** Begins its position: whatever else is there comes after it. */
  readonly begins: boolean;
  readonly what: string;
}

/** An operation and the one that ended before it began and yet stands behind it. */
export interface OutOfOrder {
  readonly later: Placed;
  readonly earlier: Placed;
}

/** Pairs that contradict the order; for each operation at most one, with the worst of those before it. */
export const outOfOrder = (operations: readonly Placed[]): OutOfOrder[] => {
  const byStart = [...operations].sort((a, b) => a.start - b.start);
  const byEnd = [...operations].sort((a, b) => a.end - b.end);
  const found: OutOfOrder[] = [];
  let ended = 0;
  let furthest: Placed | undefined;
  for (const later of byStart) {
    for (let next = byEnd[ended]; next && next.end < later.start; next = byEnd[++ended]) {
      if (!furthest || next.position > furthest.position) furthest = next;
    }
    if (!furthest || furthest === later) continue;
    const isBehind = later.begins ? furthest.position >= later.position : furthest.position > later.position;
    if (isBehind) found.push({ later, earlier: furthest });
  }
  return found;
};
