/** Yields the event loop in long synchronous work, so that other requests are answered. */

/** Maximum time for which the work blocks the event loop. */
const STRETCH_MS = 15;

/** Creates a yielder at the start of the work; each call resolves at once, or after other tasks have run. */
export const createYielder = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await new Promise(setImmediate);
    since = performance.now();
  };
};
