import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'API-Referenz',
  },
  en: {
    title: 'API reference',
  },
});
