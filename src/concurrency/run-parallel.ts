import { forEachConcurrent } from './for-each-concurrent.ts';

/**
 * Runs `work` over the items, at most `parallel` at the same time.
 * @returns the results in the order of the items
 * @throws the first error, once all running work has ended
 */
export const runParallel = async <T, R>(
  items: readonly T[],
  parallel: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = new Array(items.length);
  await forEachConcurrent(items.entries(), parallel, async ([index, item]) => {
    results[index] = await work(item, index);
  });
  return results;
};
