/** Ctrl+Z runs the last change that can be undone, as the button of its message does. */
import { useEffect } from 'react';
import { isTyping } from './keys.ts';

/** Functions that undo a change, the last one at the end. */
let offers: readonly (() => void)[] = [];

/** Whether the focused field is one that a page focuses by itself, and nothing is typed there. */
const isUntouched = (): boolean => {
  const at = document.activeElement;
  return at instanceof HTMLInputElement && at.matches('[data-page-undo]') && !at.value;
};

const undoAtKey = (event: KeyboardEvent): void => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key !== 'z' || !(ctrlKey || metaKey) || altKey || shiftKey || (isTyping() && !isUntouched())) return;
  event.preventDefault();
  offers.at(-1)?.();
};

/** Offers a function to Ctrl+Z. @returns a function that ends the offer */
export const offerUndo = (undo: () => void): (() => void) => {
  const offer = () => undo();
  if (!offers.length) window.addEventListener('keydown', undoAtKey);
  offers = [...offers, offer];
  return () => {
    offers = offers.filter((one) => one !== offer);
    if (!offers.length) window.removeEventListener('keydown', undoAtKey);
  };
};

/** Offers a function to Ctrl+Z as long as there is one. @param undo the same function as long as it undoes the same */
export const useUndo = (undo: (() => void) | null): void =>
  useEffect(() => (undo ? offerUndo(undo) : undefined), [undo]);
