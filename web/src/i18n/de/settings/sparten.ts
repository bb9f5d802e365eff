export const sparten = {
  title: 'Sparten',
  description: 'Abgeschaltete Sparten werden für neue Verträge nicht mehr angeboten; vorhandene Verträge behalten sie.',
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
};
