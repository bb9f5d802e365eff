/** What is found at each look is not said at each. */

/**
 * @returns whether something has to be said now: where it is another than what was said last, and again after `everyMs`; what
 *   has to be counts as said
 */
export const saidAgain = (everyMs: number) => {
  let said: { readonly what: unknown; readonly at: number } | null = null;
  return (what: unknown): boolean => {
    const now = performance.now();
    if (said && said.what === what && now - said.at < everyMs) return false;
    said = { what, at: now };
    return true;
  };
};
