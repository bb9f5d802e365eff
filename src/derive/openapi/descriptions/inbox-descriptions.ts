/** Waiting documents in the OpenAPI description. */
import { ASSIGNABLE } from '../../../model/records/inbox.ts';
import { MAX_PROPOSALS, MAX_PROPOSED_DOCUMENTS, MIN_PROPOSAL_SCORE } from '../../../shared/limits.ts';
import { PAGING, parameter, SWITCH } from '../components/query-parameters.ts';
import { answer } from '../components/response-headers.ts';
import { COUNT, closed, ID, NAMES_SHAPE, type OperationNote, PAGED } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };
const DAY: Json = { type: 'string', format: 'date' };
const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });

const REASON: Json = closed({
  kind: { ...TEXT, enum: ['given', 'contract_number', 'external_id', 'name', 'birth_date', 'sender'] },
  text: { ...TEXT, description: 'The mention as the document has it.' },
  where: { ...TEXT, enum: ['name', 'betreff', 'absender', 'text'] },
});

const PROPOSAL: Json = closed({
  section: { ...TEXT, enum: ASSIGNABLE },
  id: ID,
  name: TEXT,
  kid: orNull(ID),
  kid_name: orNull(TEXT),
  score: { type: 'number', minimum: MIN_PROPOSAL_SCORE, maximum: 1 },
  reasons: { type: 'array', items: REASON },
});

const WAITING: Json = {
  type: 'object',
  required: ['id', 'name', 'extension', 'size', 'insert_datum'],
  properties: {
    id: ID,
    name: TEXT,
    extension: TEXT,
    size: COUNT,
    datum: orNull(DAY),
    betreff: orNull(TEXT),
    absender: orNull(TEXT),
    kid: orNull(ID),
    vid: orNull(ID),
    schaden: orNull(ID),
    insert_datum: TEXT,
    proposals: {
      type: 'array',
      maxItems: MAX_PROPOSALS,
      items: PROPOSAL,
      description: 'Only with `with_proposals=true`, best first.',
    },
  },
};

export const inboxNotes = {
  listInboxDocuments: {
    summary: 'List waiting documents',
    codes: [],
    description: 'The documents that wait in the inbox, oldest first.',
    parameters: [
      ...PAGING,
      parameter(
        'with_proposals',
        { ...SWITCH, default: false },
        `Add the records that a document probably belongs to, found by the mentions in its name, subject, sender and the beginning of its text; a page has at most ${MAX_PROPOSED_DOCUMENTS} documents then. Only records that the caller may read.`,
      ),
      parameter('with_names', { ...SWITCH, default: false }, 'Add the names of the records that are named by number.'),
    ],
    answers: {
      200: answer('The documents.', { ...PAGED, items: { type: 'array', items: WAITING }, ...NAMES_SHAPE }, [
        ...Object.keys(PAGED),
        'items',
      ]),
    },
  },
  showInboxDocument: {
    summary: 'Show a waiting document',
    codes: ['service_unavailable'],
    parameters: [],
    answers: {
      200: {
        description: 'The bytes of the waiting document.',
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  },
  readInboxText: {
    summary: 'Read the text of a waiting document',
    codes: ['service_unavailable'],
    description:
      'The text of plain files (UTF-8, or else Windows-1252), mails and HTML pages, at most 200,000 characters. `problem` says why there is none.',
    parameters: [],
    answers: {
      200: answer(
        'The text.',
        {
          text: orNull(TEXT),
          truncated: { type: 'boolean' },
          problem: orNull({ ...TEXT, enum: ['unsupported', 'too_large', 'unreadable'] }),
        },
        ['text', 'truncated', 'problem'],
      ),
    },
  },
  assignInboxDocument: {
    summary: 'Assign a waiting document to a record',
    codes: ['customer_not_found'],
    description:
      'It becomes a document of the record, as if it had been uploaded there, and leaves the inbox. A document is assigned or discarded once.',
    body: {
      type: 'object',
      required: ['section', 'id'],
      properties: {
        section: { ...TEXT, enum: ASSIGNABLE },
        id: ID,
        name: { ...TEXT, description: 'Another name than the waiting document has.' },
        ordner: { ...COUNT, description: 'A folder of the contact.' },
        datum: orNull(DAY),
      },
      additionalProperties: false,
    },
    answers: {
      200: answer('It is a document of the record.', { success: { type: 'boolean' }, document_id: ID }, [
        'success',
        'document_id',
      ]),
    },
  },
  discardInboxDocument: {
    summary: 'Discard a waiting document',
    codes: [],
    description: 'It leaves the inbox for good.',
    bodyless: true,
    answers: { 200: answer('It is gone.', { success: { type: 'boolean' } }, ['success']) },
  },
} satisfies Readonly<Record<string, OperationNote>>;
