export const billingCompanies = {
  title: 'Abrechnungsfirmen',
  description:
    'Firmen, die Verträge führen können (gd_abr_firma). Gespeichert wird nur die Nummer: Ein neuer Name gilt sofort überall.',
  main: 'Hauptfirma',
  add: 'Firma hinzufügen',
  rename: 'Umbenennen',
  remove: 'Entfernen',
  removeTitle: '{{name}} entfernen?',
  removeText: 'Neue Verträge können diese Firma dann nicht mehr wählen.',
  name: 'Name der Firma',
  taken: 'Diese Firma gibt es schon.',
  tooMany: 'Mehr als {{count}} Firmen sind nicht möglich.',
  column: { id: 'Nummer', name: 'Name', contracts: 'Verträge' },
  onlyLast: 'Nur die letzte Firma lässt sich entfernen, weil die Nummern der anderen in Verträgen stehen.',
};
