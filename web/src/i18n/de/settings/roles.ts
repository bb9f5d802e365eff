export const roles = {
  title: 'Rollen',
  description: 'Was Benutzer lesen und ändern dürfen, die sich anmelden. Jeder Benutzer hat eine Rolle.',
  add: 'Rolle anlegen',
  edit: 'Rolle „{{name}}“ bearbeiten',
  name: 'Name',
  id: 'Kennung',
  idHint:
    'Bezeichnet die Rolle in Importen und Schnittstellen. Ohne Angabe ergibt sie sich aus dem Namen; später ist sie fest.',
  scopes: 'Berechtigungen',
  ownCustomers: 'Nur eigene Kunden',
  ownCustomersHint:
    'Sieht nur Kunden, deren Betreuer der Benutzer ist, mit ihren Verträgen, Schäden, Dokumenten und Aktivitäten. Wer vertritt, sieht sie in dieser Zeit auch. Benutzer, Einstellungen und Webhooks ändert diese Rolle nie.',
  users: 'Benutzer',
  all: 'alle',
  missing: 'Bitte einen Namen eingeben.',
  taken: 'Diese Rolle gibt es schon.',
  removeTitle: 'Rolle „{{name}}“ löschen?',
  removeText: 'Eine Rolle, die Benutzer haben, kann nicht gelöscht werden.',
};
