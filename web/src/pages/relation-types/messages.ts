import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Beziehungsarten',
    description: 'Was ein Kunde für einen anderen sein kann, und die Gegenrichtung dazu.',
    search: 'Beziehungsart suchen',
    column: { id: 'Nummer', name: 'Name', anrede: 'Anrede', reverse: 'Gegenrichtung', relations: 'Beziehungen' },
    noHit: 'Keine Beziehungsart passt zu dieser Suche.',
  },
  en: {
    title: 'Relation types',
    description: 'What a customer can be to another one, and the reverse of it.',
    search: 'Search relation types',
    column: { id: 'Number', name: 'Name', anrede: 'Salutation', reverse: 'Reverse', relations: 'Relations' },
    noHit: 'No relation type fits this search.',
  },
});
