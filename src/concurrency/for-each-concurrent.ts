/** Runs work for many items with limited concurrency. */

/** Runs the work for each item. @throws the first error, once all running work has ended */
export const forEachConcurrent = async <T>(
  things: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (thing: T) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>();
  let failed: { readonly error: unknown } | undefined;
  for await (const thing of things) {
    if (failed) break;
    const one: Promise<void> = work(thing)
      .catch((error: unknown) => {
        failed ??= { error };
      })
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= atOnce) await Promise.race(running);
  }
  await Promise.all(running);
  if (failed) throw failed.error;
};
