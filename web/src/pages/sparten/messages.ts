import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Sparten',
    description:
      'Abgeschaltete Sparten werden für neue Verträge nicht mehr angeboten; vorhandene Verträge behalten sie.',
    search: 'Sparte suchen',
    column: {
      name: 'Name',
      key: 'Schlüssel',
      tax: 'Steuersatz',
      notice: 'Kündigungsfrist',
      contracts: 'Verträge',
      active: 'Aktiv',
    },
    switch: '{{name}} anbieten',
    months_one: '{{count}} Monat',
    months_other: '{{count}} Monate',
    noHit: 'Keine Sparte passt zu dieser Suche.',
    count: '{{active}} von {{total}} aktiv',
  },
  en: {
    title: 'Sparten',
    description: 'Sparten that are switched off are not offered for new contracts; existing contracts keep them.',
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
  },
});
