import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '@mantine/charts/styles.css';
import '@mantine/notifications/styles.css';
import './shell/shell.css';
import { App } from './app.tsx';
import { startTranslation } from './i18n/setup.ts';
import { keepFocusOfBusyControls } from './shell/keep-focus.ts';
import { startStyleNonce } from './shell/style-nonce.ts';

startTranslation();
startStyleNonce();
keepFocusOfBusyControls();
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
