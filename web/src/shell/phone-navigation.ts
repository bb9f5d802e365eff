/** The navigation of a phone, which covers the page while it is open (shell.css). */
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** Where the navigation has no place beside the page. */
const PHONE = '(max-width: 47.99em)';

/** `covers`: nothing behind it can be reached; `button` is what opens it, and has the keyboard again after Escape. */
export const usePhoneNavigation = () => {
  const [opened, { toggle, close }] = useDisclosure();
  const covers = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) && opened;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!covers) return;
    const closeAtEscape = ({ key }: KeyboardEvent) => {
      // What lies above it is closed first.
      if (key !== 'Escape' || document.querySelector('[role=menu], [role=dialog]')) return;
      close();
      button.current?.focus();
    };
    // Before a menu hears of it, and is gone.
    window.addEventListener('keydown', closeAtEscape, { capture: true });
    return () => window.removeEventListener('keydown', closeAtEscape, { capture: true });
  }, [covers, close]);
  return { opened, covers, toggle, close, button };
};
