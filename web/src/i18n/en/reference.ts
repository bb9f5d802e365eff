import type { Texts } from '../texts.ts';

export const reference: Texts['reference'] = {
  title: 'API reference',
  give: 'Enter a token',
  given: 'Token filled in',
  token: 'API token',
  kept: 'Calls are made with it here. It stays in this tab alone, and is gone when you close or reload it.',
  use: 'Fill in',
  forget: 'Forget',
};
