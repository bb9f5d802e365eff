import type { Texts } from '../texts.ts';

export const reference: Texts['reference'] = {
  title: 'API reference',
};
