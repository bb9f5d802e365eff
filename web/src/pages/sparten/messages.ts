import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Sparten',
  },
  en: {
    title: 'Lines of business',
  },
});
