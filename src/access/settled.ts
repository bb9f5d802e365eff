/** How changes of tokens, organisations and users take effect at every process (rules 6.3; docs/decisions/0013). */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds for which a process may use what it read of a token, counted from the moment it asked. */
export const KEPT_MS = 450;

/** Milliseconds between the commit of a change and its answer. Longer than `KEPT_MS`, because timers are not exact. */
const SETTLED_MS = 500;

/**
 * Waits until no process can use what it read before now. Call it after the commit of a change of a token, an
 * organisation, or of a user's deletion or deactivation, and before that change is answered.
 */
export const settled = (): Promise<void> => delay(SETTLED_MS);
