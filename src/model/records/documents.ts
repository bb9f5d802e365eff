/** Documents (rules 5.6, 9.14). Content is in the file store; folders are rows of their own. */

import { date, flag, int, reference, rowId, stamps, text } from '../declaration/field.ts';
import { fileName } from '../declaration/file-name-field.ts';
import { defineResource } from '../declaration/resource.ts';
import { protectedBy } from '../declaration/rules.ts';
import { belongsTo, contactGroup } from '../parts/contact.ts';

export const documents = defineResource({
  path: 'documents',
  table: 'document',
  title: 'Document',
  about: 'A file with its metadata; the content never changes after the upload.',
  scope: 'documents',
  nesting: {
    below: contactGroup.kinds,
    alsoBelow: ['contracts', 'damages'],
    verbsBelow: ['list', 'create', 'retrieve', 'update', 'remove'],
    instead: { create: 'uploadDocument', retrieve: 'readDocument', update: 'changeDocument' },
  },
  rules: [protectedBy('protect', 'document_protected')],
  storage: { indexes: ['document_size (org_id, size) where del = 0'] },
  requests: { readOnlyPrefixes: ['ext_', 'bipro_'] },
  responses: { create: 'id and record' },
  search: { index: 'documents' },
  retention: { endColumns: ['datum', 'insert_datum'], withNamed: true },
  layout: {
    label: 'Dokumente',
    icon: 'folder',
    nav: ['stock', 50],
    title: ['name'],
    subtitle: ['kid'],
    head: ['kid', 'vid', 'datum', 'size'],
    columns: ['name', 'kid', 'vid', 'datum', 'size'],
    groups: {
      Dokument: ['name', 'datum', 'ordner', 'kid', 'vid', 'schaden', 'nr', 'kundenportal', 'protect', 'size'],
    },
  },
  events: { customEvents: { move: {} } },
  content: 'served',
  fields: {
    id: rowId(),
    kid: belongsTo('Kontakt', contactGroup.kinds),
    name: text('Dateiname', { search: true, filter: true, folds: 'case' }),
    extension: text('Dateiendung', { search: true }),
    size: int('Größe', { server: true, format: 'bytes' }),
    datum: date('Dokumentdatum', { filter: true }),
    ordner: int('Ordner', { default: 0, min: 0, filter: true }),
    vid: reference('Vertrag', 'contracts', { filter: true }),
    schaden: reference('Schaden', 'damages', { filter: true }),
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
