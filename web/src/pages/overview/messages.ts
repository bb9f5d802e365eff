import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Übersicht',
  },
  en: {
    title: 'Overview',
  },
});
