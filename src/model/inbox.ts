import { contactGroup, holder } from './contact.ts';
import { date, int, refersTo, rowId, stamps, text } from './field.ts';
import { defineResource } from './resource.ts';

/** Record kinds that a waiting document can be assigned to. */
export const ASSIGNABLE = ['customers', 'products', 'users', 'contracts', 'damages'] as const;
export type Assignable = (typeof ASSIGNABLE)[number];

/** Documents that wait until someone assigns them to a record or discards them (rules 5.16). */
export const inbox = defineResource({
  path: 'inbox/documents',
  table: 'inbox_document',
  title: 'Inbox document',
  about: 'A submitted document that waits for someone to assign it.',
  scope: 'inbox',
  place: { verbs: ['create'], instead: { create: 'submitToInbox' } },
  events: { name: 'inbox' },
  settings: { configurable: false },
  content: 'kept',
  annotated: false,
  fields: {
    id: rowId(),
    name: text('Dateiname'),
    extension: text('Dateiendung'),
    size: int('Größe', { server: true }),
    datum: date('Dokumentdatum'),
    betreff: text('Betreff'),
    absender: text('Absender'),
    kid: holder('Kontakt', contactGroup.kinds, { filter: false }),
    vid: refersTo('Vertrag', 'contracts'),
    schaden: refersTo('Schaden', 'damages'),
    url: text('Speicherpfad', { server: true }),
    dir: text('Speicherpräfix', { server: true }),
    aws: int('Objektspeicher', { server: true, default: 0 }),
    state: text('Zustand', { server: true, default: 'waiting' }),
    document_id: int('Dokument', { server: true }),
    ...stamps(),
  },
});
