/** Modules that no first render needs, such as menus, dialogs and toasts: loaded after the page, or on demand. */
const waiting = new Set<() => Promise<unknown>>();

/** Leaves something for later. */
export const preloadLater = (load: () => Promise<unknown>): void => {
  waiting.add(load);
};

/** Loads all of them as soon as the browser is idle. A failed module is requested again when it is needed. */
export const preload = (): void => {
  const load = () => {
    for (const one of waiting) one().catch(() => undefined);
    waiting.clear();
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(load);
  else setTimeout(load);
};
