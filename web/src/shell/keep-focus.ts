/**
 * A button that is busy is disabled meanwhile, and the browser takes the keyboard away from it. It gets the keyboard back
 * afterwards, unless it went elsewhere.
 */
export const keepFocusOfBusyButtons = (): void => {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    const button = changes.map(({ target }) => target).find((target) => target === last);
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost && button instanceof HTMLButtonElement && !button.disabled) button.focus({ preventScroll: true });
  }).observe(document.body, { attributes: true, attributeFilter: ['disabled'], subtree: true });
};
