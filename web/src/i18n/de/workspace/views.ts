/** Saved views of lists. */
export const views = {
  view: 'Ansicht: {{name}}',
  all: 'Alle: {{title}}',
  shared: '{{name}} (für das Team)',
  changed: 'geändert',
  save: 'Speichern',
  saveAs: 'Als neue Ansicht speichern',
  name: 'Name der Ansicht',
  share: 'Für das Team freigeben',
  unshare: 'Freigabe beenden',
  star: 'Mit Stern versehen',
  unstar: 'Stern entfernen',
  remove: 'Ansicht löschen',
  saved: 'Ansicht „{{name}}“ gespeichert.',
  deleted: 'Ansicht „{{name}}“ gelöscht.',
  undo: 'Rückgängig',
};
