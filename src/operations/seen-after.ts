/** Changes that access depends on are answered when no process can still use what it read before (docs/decisions/0013). */
import type { Values } from '../model/field-shape.ts';
import type { Resource } from '../model/resource.ts';
import { untilSeenEverywhere } from '../seen-everywhere.ts';

/**
 * Waits where access depends on what was changed.
 * @param given values that were written; null for a removal
 */
export const seenAfter = async ({ rules }: Resource, given: Values | null): Promise<void> => {
  if (rules.some(({ givesAccess }) => givesAccess && (!given || Object.hasOwn(given, givesAccess))))
    await untilSeenEverywhere();
};
