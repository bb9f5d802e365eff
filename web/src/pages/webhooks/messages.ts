import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Webhooks',
  },
  en: {
    title: 'Webhooks',
  },
});
