/** Work on many things, some at a time. */

/** Does the work for each thing. @throws the first error, once nothing is under way any more */
export const eachOf = async <T>(
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
