/** Makes `t('...')` know its keys. */
import 'i18next';
import type { pageMessages } from '../pages/messages.ts';
import type { common } from './common.ts';
import type { errors } from './errors.ts';

type Pages = { [Name in keyof typeof pageMessages]: (typeof pageMessages)[Name]['de'] };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Pages & { common: (typeof common)['de']; errors: (typeof errors)['de'] };
    returnNull: false;
  }
}
