import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Abrechnungsfirmen',
  },
  en: {
    title: 'Billing companies',
  },
});
