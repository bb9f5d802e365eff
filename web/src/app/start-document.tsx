/** Common imports and providers of each document. */
import './mantine-styles.ts';
import './styles/type.css';
import './styles/layout.css';
import './styles/workspace.css';
import './styles/inbox.css';
import './styles/first-paint.css';
import './styles/forced-colors.css';
import './styles/print.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { guardFocus } from '../components/dialog/focus-guard.ts';
import { directionOf, startTranslation } from '../i18n/setup.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { startStyleNonce, styleNonce } from './style-nonce.ts';
import { cssVariables, theme } from './theme.ts';

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

/** Time for which the static document remains while content loads. */
const PATIENCE_MS = 1_000;

/**
 * Renders `content` with the chosen language, direction and colours, once with its data (`ready`): each render costs
 * a slow machine a tenth of a second. Static content of the document stays until then.
 */
export const start = (content: ReactNode, ready: Promise<unknown> = Promise.resolve()): void => {
  const root = document.getElementById('root') as HTMLElement;
  startStyleNonce();
  guardFocus();
  const patience = new Promise((resolve) => root.firstChild || setTimeout(resolve, PATIENCE_MS));
  Promise.all([startTranslation(), Promise.race([ready, patience])]).then(
    () => createRoot(root).render(<Look>{content}</Look>),
    // No translation is available.
    () => root.replaceChildren('The texts of this page could not be loaded. Please reload it.'),
  );
};
