/**
 * Whether operations at known positions of one total order can have happened in it: an operation that ended before
 * another began has a smaller position. For known positions this is linearizability, without a search.
 */
import type { Span } from '../history.ts';

/** An operation at a position of the order. */
export interface Placed extends Span {
  readonly position: number;
  /** Begins its position: other operations there follow it. */
  readonly begins: boolean;
  readonly what: string;
}

/** An operation, and one that ended before it began but has a later position. */
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
