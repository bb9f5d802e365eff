/** How changes take effect at every process that remembers for a moment what it read (rules 6.3; docs/decisions/0013). */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds for which a process may use what it read of a token, counted from the moment it asked. */
export const KEPT_MS = 450;

/** Milliseconds between the commit of a change and its answer. Longer than `KEPT_MS`, because timers are not exact. */
const SEEN_EVERYWHERE_MS = 500;

/**
 * Waits until no process can use what it read before now. Call it after the commit of a change of a token, an
 * organisation with its settings and webhooks, or of a user's deletion or deactivation, and before it is answered.
 */
export const untilSeenEverywhere = (): Promise<void> => delay(SEEN_EVERYWHERE_MS);
