/** OpenAPI descriptions of documents, their folders and the inbox. */

import type { CollectionOperation } from '../../../model/declaration/operation-names.ts';
import { MOST_EDGES, MOST_LEVELS } from '../../../model/records/folders.ts';
import { MAX_FILE_MIB, UPLOAD_MIB } from '../../../shared/limits.ts';
import { lookupTable } from '../../../shared/lookup-table.ts';
import { SWITCH } from '../components/query-parameters.ts';
import { BYTES_HEADERS, NOT_CHANGED, RANGE_HEADERS } from '../components/response-headers.ts';
import type { OperationNote } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const CONTENT_SWITCHES: readonly Json[] = ['with_base64', 'file'].map((name) => ({
  name,
  in: 'query',
  description: name === 'file' ? 'Answer the bytes instead of the metadata.' : 'Add the content as base64.',
  schema: { ...SWITCH, default: false },
}));

const bytes = (description: string, headers: Json): Json => ({
  description,
  headers,
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
});

const BYTES: Readonly<Record<string, Json>> = lookupTable({
  200: bytes('The bytes.', BYTES_HEADERS),
  206: bytes('The asked range of the bytes.', RANGE_HEADERS),
  304: NOT_CHANGED,
});

const CONTENT = `The content has up to ${MAX_FILE_MIB} MiB, as base64 in JSON (a body of up to ${UPLOAD_MIB} MiB) or as a file of a form`;
const DEPTH = `Folders lie at most ${MOST_LEVELS} levels deep.`;

export const documentNotes: Readonly<Partial<Record<CollectionOperation, OperationNote>>> = lookupTable({
  uploadDocument: {
    summary: 'Upload a document',
    description: `Needs the scope \`v3:documents:write\`. ${CONTENT}; a text of a form is read as in a query string.`,
    codes: ['file_too_large', 's3_upload_failed', 'link_failed'],
  },
  submitToInbox: {
    summary: 'Submit a document to the inbox',
    description: `Needs the scope \`v3:inbox:write\`. The document waits until somebody assigns it to a record or discards it. ${CONTENT}.`,
    codes: ['file_too_large', 's3_upload_failed', 'customer_not_found'],
  },
  readDocument: {
    summary: 'Retrieve a document',
    codes: ['range_not_satisfiable', 's3_upload_failed'],
    parameters: CONTENT_SWITCHES,
    orBytes: BYTES,
  },
  downloadDocument: {
    summary: 'Download a document',
    codes: ['range_not_satisfiable', 's3_upload_failed'],
    parameters: [],
    answers: BYTES,
  },
  showDocument: {
    summary: 'Show a document',
    codes: ['range_not_satisfiable', 's3_upload_failed'],
    parameters: [],
    answers: BYTES,
  },
  createFolder: { summary: 'Create a folder', description: DEPTH, codes: ['invalid_parent_id'] },
  changeFolder: {
    summary: 'Change a folder',
    description: `${DEPTH} All that lies below a folder moves along: up to ${MOST_EDGES / MOST_LEVELS} folders anywhere, more the nearer to the top.`,
    codes: ['invalid_parent_id'],
  },
  removeFolder: { summary: 'Delete a folder', codes: ['folder_protected'] },
});
