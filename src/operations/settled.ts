/**
 * Changes that access depends on are answered when no process can still use what it read before (docs/decisions/0013).
 */

import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';

/** Longer than the half second for which a token's row, and with it its user's state, is kept. */
const SETTLED_MS = 500;

/**
 * Waits where access depends on what was changed.
 * @param given values that were written; null for a removal
 */
export const settledAfter = async ({ rules }: Resource, given: Values | null): Promise<void> => {
  if (rules.some(({ settles }) => settles && (!given || Object.hasOwn(given, settles)))) await settled();
};

/** Waits until a committed change holds at every process. */
export const settled = (): Promise<void> => new Promise((done) => setTimeout(done, SETTLED_MS));
