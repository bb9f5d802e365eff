/** Log throttle: repeats a message only when it changed or after `everyMs`. */

/**
 * @returns a function that tells whether to log now: the message differs from the last one, or `everyMs` have passed;
 * true
 *   counts as logged
 */
export const createLogThrottle = (everyMs: number) => {
  let said: { readonly what: unknown; readonly at: number } | null = null;
  return (what: unknown): boolean => {
    const now = performance.now();
    if (said && said.what === what && now - said.at < everyMs) return false;
    said = { what, at: now };
    return true;
  };
};
