/** Long lists: the visible part is rendered first, the rest without blocking input. */
import { startTransition, useEffect, useState } from 'react';

/**
 * The items to render: on the first render the `first` ones, soon after all.
 * @returns the items to render, and whether they are all
 */
export const useProgressiveRender = <T>(
  items: readonly T[],
  first: number,
): { shown: readonly T[]; complete: boolean } => {
  const [all, setAll] = useState(false);
  useEffect(() => startTransition(() => setAll(true)), []);
  const complete = all || items.length <= first;
  return { shown: complete ? items : items.slice(0, first), complete };
};
