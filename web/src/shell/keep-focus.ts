/**
 * A button or switch that is busy is disabled meanwhile, and the browser takes the keyboard away from it. It gets the
 * keyboard back afterwards, unless that went elsewhere.
 */
export const keepFocusOfBusyControls = (): void => {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    const control = changes.map(({ target }) => target).find((target) => target === last);
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost && control instanceof HTMLElement && !control.matches(':disabled')) control.focus({ preventScroll: true });
  }).observe(document.body, { attributes: true, attributeFilter: ['disabled'], subtree: true });
};
