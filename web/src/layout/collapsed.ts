/** Whether the navigation shows pictures alone, as this browser remembers it. */
import { useEffect, useState } from 'react';

const KEY = 'navigation';

const stored = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'collapsed';
  } catch {
    return false;
  }
};

/** Its state, and what turns it round; Ctrl+B does too. */
export const useCollapsed = (): readonly [collapsed: boolean, turn: () => void] => {
  const [collapsed, setCollapsed] = useState(stored);
  useEffect(() => {
    try {
      localStorage.setItem(KEY, collapsed ? 'collapsed' : 'wide');
    } catch {
      // A browser that stores nothing begins with the wide one.
    }
  }, [collapsed]);
  useEffect(() => {
    const turnAtKey = (event: KeyboardEvent) => {
      if (event.key !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setCollapsed((now) => !now);
    };
    window.addEventListener('keydown', turnAtKey);
    return () => window.removeEventListener('keydown', turnAtKey);
  }, []);
  return [collapsed, () => setCollapsed((now) => !now)];
};
