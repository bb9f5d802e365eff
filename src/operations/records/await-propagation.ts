/** Responses to changes of access wait for the propagation to all caches (docs/decisions/0013). */

import { waitForCacheExpiry } from '../../concurrency/cache-propagation.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';

/**
 * Waits where access depends on the changed values.
 * @param given the written values; null for a removal
 */
export const afterPropagation = async ({ rules }: Resource, given: Values | null): Promise<void> => {
  if (rules.some(({ givesAccess }) => givesAccess && (!given || Object.hasOwn(given, givesAccess))))
    await waitForCacheExpiry();
};
