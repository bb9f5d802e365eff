/**
 * The entries that this page has in the tab's history. Each carries its number, because browsers do not say how far a step
 * through them led.
 */

interface Entry {
  readonly idx: number;
  readonly usr: unknown;
}

/** Where the tab stood when it was last looked at. */
let last = { number: -1, href: '' };

const stored = (): Partial<Entry> => window.history.state ?? {};

/**
 * The number of the tab's current entry. One that the browser created itself, for a fragment, gets its number here.
 */
export const entryNow = (): number => {
  const { href } = window.location;
  const number = stored().idx ?? (href === last.href ? last.number : last.number + 1);
  if (stored().idx === undefined) window.history.replaceState({ idx: number, usr: null }, '');
  last = { number, href };
  return number;
};

/** The state stored with the tab's current entry. */
export const keptWithEntry = (): unknown => stored().usr ?? null;

/**
 * Sets the address of the tab.
 * @param how as a new entry, or in place of the current one
 * @param kept state for a later visit of the entry
 */
export const writeEntry = (how: 'push' | 'replace', href: string, kept: unknown = null): void => {
  const number = entryNow() + (how === 'push' ? 1 : 0);
  window.history[`${how}State`]({ idx: number, usr: kept }, '', href);
  last = { number, href: window.location.href };
};
