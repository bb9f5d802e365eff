/** Keys of one letter. */
import { useEffect, useRef } from 'react';
import { isKeyOff } from './single-keys.ts';

/** Whether the focused element takes letters itself, so that they are no shortcuts. */
export const isTyping = (): boolean => {
  const at = document.activeElement;
  return (
    at instanceof HTMLElement && (at.isContentEditable || at.matches('input:not([type=checkbox]), textarea, select'))
  );
};

/** Whether a key is a command: nothing is typed, no dialog is open, no other key is held, and single keys are on. */
const isCommand = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !isKeyOff(key) && !isTyping() && !document.querySelector('[aria-modal=true]');

/** The second key of a sequence is awaited for so long. */
const SEQUENCE_MS = 1500;

/**
 * Runs a function at two keys one after the other, such as `g` and `k`. Other functions do not get the second key.
 * @param find the function of the second key, by the first one
 */
export const useKeySequences = (find: Readonly<Record<string, (second: string) => void>>): void => {
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    let begun: { readonly key: string; readonly at: number } | null = null;
    const act = (event: KeyboardEvent) => {
      if (!isCommand(event) || event.key === 'Shift') return;
      const { key, timeStamp } = event;
      const first = begun && timeStamp - begun.at < SEQUENCE_MS ? latest.current[begun.key] : undefined;
      begun = !first && latest.current[key] ? { key, at: timeStamp } : null;
      if (!first && !begun) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      first?.(key);
    };
    window.addEventListener('keydown', act, { capture: true });
    return () => window.removeEventListener('keydown', act, { capture: true });
  }, []);
};

/** Runs functions at keys, while nothing is typed and no dialog is open. */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const run = latest.current[event.key];
      if (!run || !isCommand(event)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', act);
    return () => window.removeEventListener('keydown', act);
  }, []);
};
