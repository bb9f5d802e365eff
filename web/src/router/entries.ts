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

/** The number of the entry that the tab stands at. One that the browser made itself, for a `#`, gets its number here. */
export const entryNow = (): number => {
  const { href } = window.location;
  const number = stored().idx ?? (href === last.href ? last.number : last.number + 1);
  if (stored().idx === undefined) window.history.replaceState({ idx: number, usr: null }, '');
  last = { number, href };
  return number;
};

/** What was kept with the entry that the tab stands at. */
export const keptWithEntry = (): unknown => stored().usr ?? null;

/**
 * Writes an address into the tab.
 * @param how whether it gets an entry of its own, or takes the place of the present one
 * @param kept what a later visit of the entry finds
 */
export const writeEntry = (how: 'push' | 'replace', href: string, kept: unknown = null): void => {
  const number = entryNow() + (how === 'push' ? 1 : 0);
  window.history[`${how}State`]({ idx: number, usr: kept }, '', href);
  last = { number, href: window.location.href };
};
