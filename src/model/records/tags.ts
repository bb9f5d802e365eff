import { int, rowId, stamps, text } from '../declaration/field.ts';
import { defineResource } from '../declaration/resource.ts';
import { privateTo } from '../declaration/rules.ts';
import { kinds } from '../declaration/value-kinds.ts';

/** The tag catalogue (rules 5.11, 9.25). */
export const tags = defineResource({
  path: 'system/tags',
  table: 'tag',
  title: 'Tag',
  about: 'An entry of the tag catalogue.',
  scope: 'system',
  responses: { envelope: 'items', create: 'record' },
  codes: { updateUnknown: 'unrecognized_key' },
  events: { name: 'tags' },
  settings: { configurable: false },
  layout: { label: 'Tags', icon: 'tag', nav: null, title: ['tag'] },
  annotated: false,
  fields: {
    id: rowId(),
    kid: int('Ersteller', { server: true, defaultsTo: 'caller', pointsTo: ['users'] }),
    tag: text('Tag', { required: true, trim: true, distinct: true }),
    freigabe: int('Freigabe', { min: 0, max: 1, default: 0 }),
    insert_datum: stamps(kinds.day).insert_datum,
    insert_user_id: int('Angelegt von', { server: true, defaultsTo: 'caller', pointsTo: ['users'] }),
  },
  rules: [privateTo('kid', { unless: 'freigabe' })],
});
