/** Long lists, of which the window shows a part: that part is drawn first, and what is below it without keeping anybody waiting. */
import { startTransition, useEffect, useState } from 'react';

/**
 * What of a list is drawn now: when its page has just come, the `first` items, and soon all of them.
 * @returns the items to draw, and whether they are all
 */
export const useGradually = <T>(items: readonly T[], first: number): { shown: readonly T[]; complete: boolean } => {
  const [all, setAll] = useState(false);
  useEffect(() => startTransition(() => setAll(true)), []);
  const complete = all || items.length <= first;
  return { shown: complete ? items : items.slice(0, first), complete };
};
