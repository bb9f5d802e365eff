import { flag, int, rowId, stamps, text } from '../declaration/field.ts';
import { defineResource } from '../declaration/resource.ts';

/** Their path. */
export const INBOX_RULES = 'system/inbox-rules';

/** Effects of waiting documents with some words, once a user files them (rules 5.16b). */
export const inboxRules = defineResource({
  path: INBOX_RULES,
  table: 'inbox_rule',
  title: 'Inbox rule',
  about: 'Effects of a document of the inbox with some words: the status of its contract, and a task.',
  scope: 'system',
  responses: { envelope: 'items', create: 'record' },
  events: { name: 'inbox-rules' },
  settings: { configurable: false },
  layout: { label: 'Regeln des Posteingangs', icon: 'inbox', nav: null, title: ['name'] },
  annotated: false,
  fields: {
    id: rowId(),
    name: text('Name', { required: true, trim: true }),
    words: text('Wörter', { required: true, trim: true, max: 1000 }),
    status: text('Status des Vertrags'),
    aufgabe: text('Aufgabe'),
    tage: int('Tage bis zur Fälligkeit', { min: 0, max: 365, default: 0 }),
    aktiv: flag('Aktiv', { default: 1 }),
    ...stamps(),
  },
});
