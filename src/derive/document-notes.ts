/** What the OpenAPI description says of documents, their folders and the inbox. */
import { MAX_FILE_MIB } from '../limits.ts';
import { MOST_EDGES, MOST_LEVELS } from '../model/folders.ts';
import type { CollectionOperation } from '../model/operation-names.ts';
import { table } from '../table.ts';
import { BYTES_HEADERS, NOT_CHANGED, RANGE_HEADERS } from './openapi-headers.ts';
import { SWITCH } from './openapi-parameters.ts';
import type { OperationNote } from './openapi-shapes.ts';

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

const BYTES: Readonly<Record<string, Json>> = table({
  200: bytes('The bytes.', BYTES_HEADERS),
  206: bytes('The asked range of the bytes.', RANGE_HEADERS),
  304: NOT_CHANGED,
});

const CONTENT = `The content has up to ${MAX_FILE_MIB} MiB, as base64 in JSON or as a file of a form`;
const DEPTH = `Folders lie at most ${MOST_LEVELS} levels deep.`;

export const documentNotes: Readonly<Partial<Record<CollectionOperation, OperationNote>>> = table({
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
