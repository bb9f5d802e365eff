/** The navigation of a phone, which covers the page while it is open (shell.css). */
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** Windows without space for the navigation next to the page. */
const PHONE = '(max-width: 47.99em)';

/** `covers`: elements behind it are not reachable; `button` opens it, and gets the focus after Escape. */
export const usePhoneNavigation = () => {
  const [opened, { toggle, close }] = useDisclosure();
  const covers = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) && opened;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!covers) return;
    const closeAtEscape = ({ key }: KeyboardEvent) => {
      // Menus and dialogs above it close first.
      if (key !== 'Escape' || document.querySelector('[role=menu], [role=dialog]')) return;
      close();
      button.current?.focus();
    };
    // In the capture phase, before a menu handles the key and is unmounted.
    window.addEventListener('keydown', closeAtEscape, { capture: true });
    return () => window.removeEventListener('keydown', closeAtEscape, { capture: true });
  }, [covers, close]);
  return { opened, covers, toggle, close, button };
};
