import type { Texts } from '../../texts.ts';

export const sparten: Texts['sparten'] = {
  title: 'Sparten',
  description:
    'Insurance lines (Sparten) that are switched off are not offered for new contracts; existing contracts keep them.',
  search: 'Search Sparten',
  column: {
    name: 'Name',
    key: 'Key',
    tax: 'Tax rate',
    notice: 'Notice period',
    contracts: 'Contracts',
    active: 'Active',
  },
  switch: 'Offer {{name}}',
  months_one: '{{count}} month',
  months_other: '{{count}} months',
  noHit: 'No Sparte matches this search.',
  count: '{{active}} of {{total}} active',
};
