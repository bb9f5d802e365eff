import { int, rowId, stamps, text } from '../declaration/field.ts';
import { defineResource } from '../declaration/resource.ts';
import { changedByOwner, openedByWriters, privateTo } from '../declaration/rules.ts';

/** Maximum characters of a query, and of the widths of columns. */
const LONG = 4000;

/** Saved views of lists: filters, order and columns under a name (rules 9.27). */
export const views = defineResource({
  path: 'system/views',
  table: 'saved_view',
  title: 'View',
  about: 'A saved view of a list: its filters, order and columns.',
  scope: 'views',
  responses: { envelope: 'items', create: 'record' },
  events: { name: 'views' },
  settings: { configurable: false },
  layout: { label: 'Ansichten', icon: 'layout-list', nav: null, title: ['name'] },
  annotated: false,
  fields: {
    id: rowId(),
    kid: int('Ersteller', { server: true, defaultsTo: 'caller', pointsTo: ['users'] }),
    section: text('Datensatzart', { required: true, max: 40, filter: true }),
    name: text('Name', { required: true, trim: true }),
    query: text('Abfrage', { max: LONG }),
    widths: text('Spaltenbreiten', { max: LONG }),
    art: int('Art', { min: 0, max: 1, default: 0, note: '0: saved view, 1: own layout of a list' }),
    freigabe: int('Freigabe', { min: 0, max: 1, default: 0 }),
    ...stamps(),
  },
  rules: [
    privateTo('kid', { unless: 'freigabe' }),
    changedByOwner('kid', 'administrator_required'),
    openedByWriters('freigabe', 'section'),
  ],
});
