import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Mein Konto',
  },
  en: {
    title: 'My account',
  },
});
