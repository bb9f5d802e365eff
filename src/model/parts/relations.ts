import { int, rowId, text } from '../declaration/field.ts';
import { NUMBER } from '../declaration/path-keys.ts';
import { definePart } from '../declaration/resource.ts';

/** Typed relations between customers; both directions are rows, so operations of their own write them (rules 5.9). */
export const relations = definePart({
  path: 'relations',
  table: 'relation',
  title: 'Relation',
  about: 'What another customer is to this one.',
  nesting: {
    below: ['customers'],
    verbsBelow: ['list', 'create', 'remove'],
    instead: { list: 'listRelations', create: 'createRelation', remove: 'removeRelation' },
  },
  storage: { removal: 'hard', stored: false, columns: ['id', 'kid', 'kid_beziehung', 'beziehung'] },
  responses: {
    extraMembers: {
      contact: {
        type: 'object',
        description: 'The other customer.',
        required: ['kid', 'name'],
        properties: { kid: NUMBER, name: { type: ['string', 'null'] } },
      },
    },
  },
  codes: { missingParent: 'customer_not_found' },
  fields: {
    id: rowId(),
    kid: int('Kunde', { server: true, always: true }),
    kid_beziehung: int('Bezugsperson', { required: true, min: 1, pointsTo: ['customers'] }),
    beziehung: int('Beziehung', { required: true, min: 1 }),
    beziehung_name: text('Beziehungsname', { server: true }),
    parent_id: int('Oberbegriff', { server: true }),
  },
});
