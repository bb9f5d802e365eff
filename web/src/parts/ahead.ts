/** What no page begins with, menus, dialogs and messages above all: it is loaded once a page is there, or when it is asked for. */
const waiting = new Set<() => Promise<unknown>>();

/** Leaves something for later. */
export const comesLater = (load: () => Promise<unknown>): void => {
  waiting.add(load);
};

/** Loads all of it as soon as the browser has nothing else to do. What does not come is asked for again when it is needed. */
export const loadAhead = (): void => {
  const load = () => {
    for (const one of waiting) one().catch(() => undefined);
    waiting.clear();
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(load);
  else setTimeout(load);
};
