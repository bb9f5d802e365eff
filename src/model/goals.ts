import { holder } from './contact.ts';
import { date, flag, int, longText, money, rowId, stamps, text } from './field.ts';
import { defineResource } from './resource.ts';

export const goals = defineResource({
  path: 'goals',
  table: 'goal',
  title: 'Goal',
  about: 'A savings or life goal of a customer.',
  scope: 'goals',
  place: { below: ['customers'] },
  bodies: { unknownFields: 'drop' },
  search: { index: 'goals' },
  fields: {
    id: rowId(),
    kid: holder('Kunde', 'customers'),
    type: int('Art', { list: 'zielArt', filter: true }),
    subject: text('Ziel', { filter: true, search: true }),
    priority: int('Priorität', { list: 'prioritaet', filter: true }),
    end: date('Zieldatum', { filter: true }),
    value: money('Zielbetrag', { filter: true }),
    payment: text('Sparrhythmus', { list: 'zahlweise', filter: true }),
    description: longText('Beschreibung', { search: true, filter: true }),
    draft: flag('Entwurf', { default: 0, filter: true }),
    ...stamps(),
  },
});
