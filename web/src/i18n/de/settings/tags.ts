export const tags = {
  title: 'Tags',
  description: 'Schlagworte für alle Datensätze. Private Tags sieht nur, wer sie angelegt hat.',
  add: 'Tag anlegen',
  edit: 'Tag bearbeiten',
  name: 'Tag',
  team: 'Für das ganze Team',
  teamHint: 'Sonst sehen nur Sie diesen Tag.',
  column: { tag: 'Tag', visible: 'Sichtbar für', owner: 'Angelegt von', date: 'Angelegt am', uses: 'Zuweisungen' },
  everyone: 'Team',
  private: 'Privat',
  removeTitle: 'Tag „{{tag}}“ löschen?',
  removeText: 'Vorhandene Zuweisungen ({{count}}) bleiben, neue sind nicht mehr möglich.',
  taken: 'Diesen Tag gibt es schon. Speichern Sie noch einmal, wenn Sie einen zweiten mit diesem Namen wollen.',
  empty:
    'Noch gibt es keinen Tag. Legen Sie einen an, dann lassen sich Kunden, Verträge und alles andere damit versehen.',
};
