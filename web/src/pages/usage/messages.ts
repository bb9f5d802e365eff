import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Tarif und Nutzung',
  },
  en: {
    title: 'Plan and usage',
  },
});
