/**
 * Cache propagation: when a change takes effect in processes that cache tokens and settings (rules 6.3;
 * docs/decisions/0013).
 */
import { setTimeout as delay } from 'node:timers/promises';

/** TTL of cached token rows in milliseconds, counted from the moment the query was sent. */
export const AUTH_CACHE_TTL_MS = 450;

/** Milliseconds between the commit of a change and its answer. Longer than `AUTH_CACHE_TTL_MS`, because timers are not exact. */
const PROPAGATION_MS = 500;

/**
 * Waits until no process can use a row cached before now. Call it after the commit of a change of a token, of an
 * organisation with its settings and webhooks, or of a user's deletion or deactivation, and before the response.
 */
export const waitForCacheExpiry = (): Promise<void> => delay(PROPAGATION_MS);
