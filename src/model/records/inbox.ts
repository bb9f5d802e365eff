import { date, int, reference, rowId, stamps, text } from '../declaration/field.ts';
import { defineResource } from '../declaration/resource.ts';
import { belongsTo, contactGroup } from '../parts/contact.ts';
import { documents } from './documents.ts';

/** Record kinds that a waiting document can be assigned to: those with documents below them. */
export const ASSIGNABLE: readonly string[] = [...documents.nesting.below, ...documents.nesting.alsoBelow];

/** Documents that wait until a user assigns them to a record or discards them (rules 5.16). */
export const inbox = defineResource({
  path: 'inbox/documents',
  table: 'inbox_document',
  title: 'Inbox document',
  about: 'A submitted document that waits for someone to assign it.',
  scope: 'inbox',
  nesting: { verbs: ['create'], instead: { create: 'submitToInbox' } },
  events: { name: 'inbox' },
  settings: { configurable: false },
  content: 'unassigned',
  annotated: false,
  fields: {
    id: rowId(),
    name: text('Dateiname'),
    extension: text('Dateiendung'),
    size: int('Größe', { server: true }),
    datum: date('Dokumentdatum'),
    betreff: text('Betreff'),
    absender: text('Absender'),
    kid: belongsTo('Kontakt', contactGroup.kinds, { filter: false }),
    vid: reference('Vertrag', 'contracts'),
    schaden: reference('Schaden', 'damages'),
    url: text('Speicherpfad', { server: true }),
    dir: text('Speicherpräfix', { server: true }),
    aws: int('Objektspeicher', { server: true, default: 0 }),
    state: text('Zustand', { server: true, default: 'waiting' }),
    antwort_auf: text('Antwort auf', { server: true }),
    document_id: int('Dokument', { server: true, pointsTo: ['documents'] }),
    ...stamps(),
  },
});
