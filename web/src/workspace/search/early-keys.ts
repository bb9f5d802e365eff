/** Keys that are pressed before the field of the search has the focus: its file may still be on its way. */
import { useEffect, useState } from 'react';
import { isTyping } from '../../hooks/keys.ts';

/** The text so far, and whether Enter followed it. */
export interface EarlyKeys {
  readonly text: string;
  readonly entered: boolean;
}

const NONE: EarlyKeys = { text: '', entered: false };

const after = ({ text }: EarlyKeys, key: string): EarlyKeys => {
  if (key === 'Enter') return { text, entered: true };
  return { text: key === 'Backspace' ? text.slice(0, -1) : text + key, entered: false };
};

/** @param opened whether the search is open @returns the keys until its field has the focus */
export const useEarlyKeys = (opened: boolean): EarlyKeys => {
  const [early, setEarly] = useState(NONE);
  useEffect(() => {
    setEarly(NONE);
    if (!opened) return;
    const stop = () => window.removeEventListener('keydown', take, true);
    const take = (event: KeyboardEvent) => {
      if (isTyping()) return stop();
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || (key.length > 1 && key !== 'Enter' && key !== 'Backspace')) return;
      // It is text, not a command of the page.
      event.preventDefault();
      event.stopImmediatePropagation();
      setEarly((before) => after(before, key));
    };
    window.addEventListener('keydown', take, true);
    return stop;
  }, [opened]);
  return early;
};
