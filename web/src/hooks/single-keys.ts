/** Whether commands of a single character, such as `e` or `/`, are on; the browser remembers it. */
import { useSyncExternalStore } from 'react';

const KEY = 'single-keys';
const CHANGED = 'single-keys';

const read = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
};

let on: boolean | undefined;

const areOn = (): boolean => {
  on ??= read();
  return on;
};

/** Whether a key is a single character while these are off. @param key `KeyboardEvent.key` */
export const isKeyOff = (key: string): boolean => key.length === 1 && !areOn();

/** A browser that stores nothing has them on again after a reload. */
export const setSingleKeys = (to: boolean): void => {
  on = to;
  try {
    localStorage.setItem(KEY, to ? 'on' : 'off');
  } catch {
    // This page has it nevertheless.
  }
  window.dispatchEvent(new Event(CHANGED));
};

const follow = (changed: () => void): (() => void) => {
  const changedElsewhere = ({ key }: StorageEvent) => {
    if (key !== KEY) return;
    on = undefined;
    changed();
  };
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', changedElsewhere);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', changedElsewhere);
  };
};

export const useSingleKeys = (): boolean => useSyncExternalStore(follow, areOn);
