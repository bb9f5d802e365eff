import { int, longText, rowId, stamps, text } from '../declaration/field.ts';
import { defineResource } from '../declaration/resource.ts';
import { changedByOwner, neededWhere, openedByWriters, privateTo, withPlaceholders } from '../declaration/rules.ts';

/** Their path. */
export const TEMPLATES = 'system/templates';

/** Texts of mails, letters and records of advice, with placeholders for values of a record (rules 9.28). */
export const templates = defineResource({
  path: TEMPLATES,
  table: 'text_template',
  title: 'Template',
  about: 'A text of a mail, a letter or a record of advice, with placeholders for values of a record.',
  scope: 'messages',
  responses: { envelope: 'items', create: 'record' },
  events: { name: 'templates' },
  settings: { configurable: false },
  layout: { label: 'Vorlagen', icon: 'template', nav: null, title: ['name'] },
  annotated: false,
  fields: {
    id: rowId(),
    kid: int('Ersteller', { server: true, defaultsTo: 'caller', pointsTo: ['users'] }),
    section: text('Datensatzart', { required: true, list: 'vorlagenBereich', filter: true }),
    name: text('Name', { required: true, trim: true }),
    kind: text('Art', { required: true, list: 'vorlagenArt', filter: true }),
    subject: text('Betreff'),
    text: longText('Text', { required: true }),
    freigabe: int('Freigabe', { min: 0, max: 1, default: 0 }),
    ...stamps(),
  },
  rules: [
    privateTo('kid', { unless: 'freigabe' }),
    changedByOwner('kid', 'administrator_required'),
    openedByWriters('freigabe', 'section'),
    neededWhere('subject', 'kind', 'mail', 'missing_subject'),
    withPlaceholders('section', ['subject', 'text'], 'unknown_placeholder'),
  ],
});
