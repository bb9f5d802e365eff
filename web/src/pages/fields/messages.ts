import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Felder und Listen',
  },
  en: {
    title: 'Fields and lists',
  },
});
