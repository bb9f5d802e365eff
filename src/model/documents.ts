/** Documents (rules 5.6, 9.14). Content lies in the file store; folders are rows of their own. */
import { contactGroup, holder } from './contact.ts';
import { date, flag, int, refersTo, rowId, stamps, text } from './field.ts';
import { fileName } from './file-name.ts';
import { defineResource } from './resource.ts';
import { protectedBy } from './rules.ts';

export const documents = defineResource({
  path: 'documents',
  table: 'document',
  title: 'Document',
  about: 'A file with its metadata; the content never changes after the upload.',
  scope: 'documents',
  place: {
    below: contactGroup.kinds,
    alsoBelow: ['contracts', 'damages'],
    verbsBelow: ['list', 'create', 'retrieve', 'update', 'remove'],
    instead: { create: 'uploadDocument', retrieve: 'readDocument', update: 'changeDocument' },
  },
  rules: [protectedBy('protect', 'document_protected')],
  rows: { indexes: ['document_size (org_id, size) where del = 0'] },
  bodies: { readOnlyPrefixes: ['ext_', 'bipro_'] },
  answers: { create: 'id and record' },
  search: { index: 'documents' },
  events: { further: { move: {} } },
  content: 'served',
  fields: {
    id: rowId(),
    kid: holder('Kontakt', contactGroup.kinds),
    name: text('Dateiname', { search: true, filter: true, folds: 'case' }),
    extension: text('Dateiendung', { search: true }),
    size: int('Größe', { server: true }),
    datum: date('Dokumentdatum', { filter: true }),
    ordner: int('Ordner', { default: 0, min: 0, filter: true }),
    vid: refersTo('Vertrag', 'contracts', { filter: true }),
    schaden: refersTo('Schaden', 'damages', { filter: true }),
    nr: int('Nummer'),
    url: text('Speicherpfad', { server: true }),
    dir: text('Speicherpräfix', { server: true }),
    aws: int('Objektspeicher', { server: true, default: 0 }),
    kundenportal: flag('Im Kundenportal', { default: 0, filter: true }),
    is_eml: flag('E-Mail-Datei', { server: true, default: 0 }),
    protect: flag('Geschützt', { default: 0 }),
    has_error: flag('Fehlerhaft', { server: true, default: 0 }),
    ai_status: int('Analysestatus', { server: true, default: 0 }),
    ...stamps(),
  },
  completes: fileName,
});
