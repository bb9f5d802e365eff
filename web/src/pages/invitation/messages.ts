import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Passwort festlegen',
  },
  en: {
    title: 'Set your password',
  },
});
