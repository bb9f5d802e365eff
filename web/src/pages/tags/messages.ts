import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
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
    removeText: 'Vorhandene Zuweisungen bleiben, neue sind nicht mehr möglich.',
    empty: 'Es gibt noch keine Tags.',
  },
  en: {
    title: 'Tags',
    description: 'Keywords for all records. Private tags are seen only by whoever made them.',
    add: 'Create a tag',
    edit: 'Edit the tag',
    name: 'Tag',
    team: 'For the whole team',
    teamHint: 'Otherwise only you see this tag.',
    column: { tag: 'Tag', visible: 'Visible to', owner: 'Created by', date: 'Created on', uses: 'Assignments' },
    everyone: 'Team',
    private: 'Private',
    removeTitle: 'Delete the tag “{{tag}}”?',
    removeText: 'Existing assignments stay, new ones are not possible any more.',
    empty: 'There are no tags yet.',
  },
});
