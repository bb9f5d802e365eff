import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'API-Tokens',
  },
  en: {
    title: 'API tokens',
  },
});
