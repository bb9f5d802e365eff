import type { Texts } from '../../texts.ts';

export const billingCompanies: Texts['billing-companies'] = {
  title: 'Billing companies',
  description:
    'Companies that can manage contracts (gd_abr_firma). Only the number is stored: a new name applies everywhere at once.',
  main: 'Main company',
  add: 'Add a company',
  rename: 'Rename',
  remove: 'Remove',
  removeTitle: 'Remove {{name}}?',
  removeText: 'New contracts can no longer choose this company.',
  name: 'Name of the company',
  taken: 'This company already exists.',
  tooMany: 'There cannot be more than {{count}} companies.',
  column: { id: 'Number', name: 'Name', contracts: 'Contracts' },
  onlyLast: 'Only the last company can be removed, because contracts hold the numbers of the others.',
};
