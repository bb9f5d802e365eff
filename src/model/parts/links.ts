import { int, rowId, stamps, text } from '../declaration/field.ts';
import { defineAnnotation } from '../declaration/resource.ts';

/** Links belong to any record kind; their rows come in pairs, so operations of their own write them (rules 5.8). */
export const links = defineAnnotation({
  path: 'links',
  table: 'link',
  title: 'Link',
  about: 'An untyped connection between two records; it is seen from both.',
  nesting: {
    verbsBelow: ['list', 'create', 'remove'],
    instead: { list: 'listLinks', create: 'createLink', remove: 'removeLink' },
  },
  storage: {
    removal: 'hard',
    stored: false,
    columns: ['id', 'owner_section', 'owner_id', 'foreign_section', 'foreign_id', 'insert_datum'],
  },
  fields: {
    id: rowId(),
    kid: int('Kontakt', { server: true }),
    owner_section: text('Datensatzart', { server: true, always: true, section: true, max: 40 }),
    owner_id: int('Datensatz', { server: true, always: true }),
    foreign_section: text('Verknüpfte Datensatzart', { required: true, section: true, max: 40 }),
    foreign_id: int('Verknüpfter Datensatz', { required: true, min: 1 }),
    insert_datum: stamps().insert_datum,
  },
});
