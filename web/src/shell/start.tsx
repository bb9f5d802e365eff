/** What every document of the page begins with. */
import '../mantine-styles.ts';
import './shell.css';
import './first.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { startTranslation } from '../i18n/setup.ts';
import { cssVariables, theme } from '../theme.ts';
import { keepFocusOfBusyControls } from './keep-focus.ts';
import { startStyleNonce, styleNonce } from './style-nonce.ts';

const Look = ({ children }: { children: ReactNode }) => {
  const direction = useTranslation().i18n.dir();
  return (
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
};

/**
 * Shows `content` in the language, direction and colours that were chosen. What stands in the document already stays
 * until `ready`, so that the page itself takes its place and no sign of waiting.
 */
export const start = (content: ReactNode, ready: Promise<void> = Promise.resolve()): void => {
  const root = document.getElementById('root') as HTMLElement;
  startStyleNonce();
  keepFocusOfBusyControls();
  Promise.all([startTranslation(), root.firstChild ? ready : null]).then(
    () => createRoot(root).render(<Look>{content}</Look>),
    // There is no language to say it in.
    () => root.replaceChildren('The texts of this page could not be loaded. Please reload it.'),
  );
};
