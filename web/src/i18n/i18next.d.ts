/** Makes `t('...')` know its keys. */
import 'i18next';
import type { texts } from './de/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    fallbackNS: 'common';
    resources: typeof texts;
    returnNull: false;
  }
}
