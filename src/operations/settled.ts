/**
 * Changes that access depends on are answered when no process can still use what it read before (docs/decisions/0013).
 */

/** Longer than the half second for which a token's row, and with it its user's state, is kept. */
const SETTLED_MS = 500;

/** Waits until a committed change holds at every process. */
export const settled = (): Promise<void> => new Promise((done) => setTimeout(done, SETTLED_MS));
