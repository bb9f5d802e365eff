/**
 * Keeps the focus on the page. A busy button is disabled and loses the focus, and a button may remove its own row;
 * keyboard users would start again at the top.
 */

/** Other code that knows a better element has focused it by then. */
const PATIENCE_MS = 100;

let last: Element | null = null;
let places: readonly Element[] = [];
let waits = false;

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The focused element, or the last one before it was disabled or removed. */
export const lastFocused = (): Element | null => (isLost() ? last : document.activeElement);

/**
 * Elements that can take the focus: the element, then its ancestors, nearest first. For a menu item it begins with
 * the button that opened the menu, because the item will be unmounted.
 */
export const placesOf = (element: Element | null): readonly Element[] => {
  const menu = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const first = (menu && document.getElementById(menu)) || element;
  const found: Element[] = [];
  for (let at = first; at; at = at.parentElement) {
    if (at === first || at.matches('section, main, [tabindex]')) found.push(at);
  }
  return found;
};

/** Focuses an element, or the heading of one that is not focusable. @returns the focused element */
const take = (place: Element): HTMLElement | null => {
  const heading = place.matches('section:not([tabindex]), main:not([tabindex])') && place.querySelector('h1, h2, h3');
  const target = heading || place;
  if (!(target instanceof HTMLElement) || !target.isConnected) return null;
  if (heading) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return document.activeElement === target ? target : null;
};

/** Takes the keyboard to the first of these places that is still there, else to the dialog that is open, or to the page. */
export const goOnAt = (wanted: readonly Element[]): HTMLElement | null => {
  const dialog = [...document.querySelectorAll('[aria-modal=true]')].slice(-1);
  const pages = dialog.length ? dialog : [...document.querySelectorAll('main')];
  for (const place of [...wanted, ...pages]) {
    const taken = take(place);
    if (taken) return taken;
  }
  return null;
};

const goOn = (): void => {
  waits = false;
  if (!isLost() || !last || last.isConnected) return;
  const [nearest] = places;
  // The button of a menu whose entry is at work: it gets the keyboard when that is over.
  if (nearest?.isConnected && nearest.matches(':disabled')) last = nearest;
  else goOnAt(places);
};

/** Looks after the keyboard from now on. */
export const guardFocus = (): void => {
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element;
    places = placesOf(last);
  });
  new MutationObserver((changes) => {
    if (!last || !isLost()) return;
    const enabled = changes.some(({ type, target }) => type === 'attributes' && target === last);
    // An element that a list has moved loses the focus.
    const moved = changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)));
    if ((enabled || moved) && last.isConnected && !last.matches(':disabled')) take(last);
    if (last.isConnected || waits) return;
    waits = true;
    setTimeout(goOn, PATIENCE_MS);
  }).observe(document.body, { attributes: true, attributeFilter: ['disabled'], childList: true, subtree: true });
};
