/** What every document of the page begins with. */
import '../mantine-styles.ts';
import './shell.css';
import './first.css';
import './forced-colors.css';
import './print.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { directionOf, startTranslation } from '../i18n/setup.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { cssVariables, theme } from '../theme.ts';
import { keepFocus } from './keep-focus.ts';
import { startStyleNonce, styleNonce } from './style-nonce.ts';

const Look = ({ children }: { children: ReactNode }) => {
  const direction = directionOf(useTranslation().language);
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

/** So long nothing is shown in place of what is on its way. */
const PATIENCE_MS = 1_000;

/**
 * Shows `content` in the language, direction and colours that were chosen, at once with what it needs (`ready`): each drawing
 * costs a slow machine a tenth of a second. What stands in the document already stays until then, however long that takes.
 */
export const start = (content: ReactNode, ready: Promise<unknown> = Promise.resolve()): void => {
  const root = document.getElementById('root') as HTMLElement;
  startStyleNonce();
  keepFocus();
  const patience = new Promise((resolve) => root.firstChild || setTimeout(resolve, PATIENCE_MS));
  Promise.all([startTranslation(), Promise.race([ready, patience])]).then(
    () => createRoot(root).render(<Look>{content}</Look>),
    // There is no language to say it in.
    () => root.replaceChildren('The texts of this page could not be loaded. Please reload it.'),
  );
};
