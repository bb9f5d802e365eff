import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '@mantine/charts/styles.css';
import '@mantine/notifications/styles.css';
import './shell/shell.css';
import { App } from './app.tsx';
import { startTranslation } from './i18n/setup.ts';
import { keepFocusOfBusyControls } from './shell/keep-focus.ts';
import { startStyleNonce } from './shell/style-nonce.ts';

const root = document.getElementById('root') as HTMLElement;
startStyleNonce();
keepFocusOfBusyControls();
startTranslation().then(
  () => createRoot(root).render(<App />),
  // There is no language to say it in.
  () => root.append('The texts of this page could not be loaded. Please reload it.'),
);
