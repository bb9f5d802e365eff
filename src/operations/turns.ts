/** Long work in one piece lets nobody else be answered: whoever does much of it asks now and then whether to pause. */

/** How long others wait for one stretch of work. */
const STRETCH_MS = 15;

/** Made at the beginning of the work; each call resolves at once, or when everybody else had a turn. */
export const takingTurns = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await new Promise(setImmediate);
    since = performance.now();
  };
};
