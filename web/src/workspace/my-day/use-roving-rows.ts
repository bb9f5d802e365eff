/** One focus over all rows of a page: the keyboard reaches one row, and moves to the others with the arrows. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTyping } from '../../hooks/keys.ts';
import { isKeyOff } from '../../hooks/single-keys.ts';

const linkOf = (page: HTMLElement | null, key: string): HTMLElement | null =>
  page?.querySelector<HTMLElement>(`[data-row="${key}"] .row-link`) ?? null;

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Whether keys belong to the rows: the focus is in one of them, or nowhere. */
const isFree = (page: HTMLElement | null): boolean => {
  const at = document.activeElement;
  if (isTyping() || document.querySelector('[aria-modal=true]')) return false;
  return at === document.body || at?.id === 'content' || Boolean(at?.closest('[data-row]') && page?.contains(at));
};

/**
 * @param keys of the rows, in their order
 * @param act runs the command of a letter on the focused row; false where the letter has no command
 * @returns the row that the keyboard reaches, and a function that makes another one that
 */
export const useRovingRows = (
  page: RefObject<HTMLElement | null>,
  keys: readonly string[],
  act: (key: string, row: string) => boolean,
) => {
  const [active, setActive] = useState({ key: '', place: 0 });
  const current = keys.includes(active.key) ? active.key : (keys[Math.min(active.place, keys.length - 1)] ?? '');
  const latest = useRef({ keys, act, current });
  latest.current = { keys, act, current };
  const enter = (key: string) => setActive({ key, place: Math.max(0, keys.indexOf(key)) });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { keys: all, current: now, act: run } = latest.current;
      if (event.ctrlKey || event.metaKey || event.altKey || isKeyOff(event.key) || !isFree(page.current) || !now)
        return;
      const step = STEPS[event.key];
      if (!step) {
        const inside = document.activeElement?.closest('[data-row]');
        if (inside && run(event.key, now)) event.preventDefault();
        return;
      }
      event.preventDefault();
      const inRow = Boolean(document.activeElement?.closest('[data-row]'));
      const at = all.indexOf(now);
      const to = all[inRow ? Math.min(Math.max(step(at, all.length), 0), all.length - 1) : at] ?? now;
      linkOf(page.current, to)?.focus();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [page]);
  // The focus of a row that went moves to the one in its place.
  const wasInside = useRef(false);
  useEffect(() => {
    const note = () => {
      wasInside.current = Boolean(document.activeElement?.closest('[data-row]'));
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body) linkOf(page.current, current)?.focus();
  });
  return [current, enter] as const;
};
