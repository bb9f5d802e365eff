import { date, flag, int, rowId, stamps, text } from '../declaration/field.ts';
import { definePart } from '../declaration/resource.ts';
import { protectedBy } from '../declaration/rules.ts';
import { contactGroup } from '../parts/contact.ts';

/** How many levels of folders lie below a contact's default folder; people's own trees have less than 20. */
export const MOST_LEVELS = 50;
/** The edges that one move writes: one for each folder that moves and each above it there (docs/decisions/0037). */
export const MOST_EDGES = 50_000;

/** Folders of documents: a tree below each contact (rules 5.7, 16.7). */
export const folders = definePart({
  path: 'folders',
  table: 'document_folder',
  title: 'Folder',
  about: 'A folder of documents; the default folder above all others has no row.',
  scope: 'documents',
  nesting: {
    below: contactGroup.kinds,
    at: 'documents/folders',
    instead: { create: 'createFolder', update: 'changeFolder', remove: 'removeFolder' },
  },
  storage: { removal: 'hard' },
  responses: { envelope: 'items', create: 'id and record' },
  rules: [protectedBy('protect', 'folder_protected')],
  fields: {
    id: rowId(),
    name: text('Name', { required: true }),
    parent_id: int('Übergeordneter Ordner', { min: 0 }),
    kid: int('Kontakt', { server: true, always: true }),
    kundenportal: flag('Im Kundenportal', { default: 0 }),
    protect: flag('Geschützt', { default: 0 }),
    datum: date('Datum'),
    ...stamps(),
  },
});
