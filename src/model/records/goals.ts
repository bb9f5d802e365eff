import { date, flag, int, longText, money, rowId, stamps, text } from '../declaration/field.ts';
import { defineResource } from '../declaration/resource.ts';
import { belongsTo } from '../parts/contact.ts';

export const goals = defineResource({
  path: 'goals',
  table: 'goal',
  title: 'Goal',
  about: 'A savings or life goal of a customer.',
  scope: 'goals',
  nesting: { below: ['customers'] },
  requests: { unknownFields: 'drop' },
  search: { index: 'goals' },
  retention: { endColumns: ['end', 'insert_datum'] },
  layout: {
    label: 'Ziele',
    icon: 'target',
    nav: ['stock', 80],
    title: ['subject'],
    subtitle: ['kid'],
    columns: ['subject', 'kid', 'type', 'priority', 'end', 'value', 'payment'],
  },
  fields: {
    id: rowId(),
    kid: belongsTo('Kunde', 'customers'),
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
