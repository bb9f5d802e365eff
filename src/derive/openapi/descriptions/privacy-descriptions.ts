/** OpenAPI descriptions of the calls of privacy (rules 16.22). */
import type { PrivacyOperation } from '../../../model/declaration/operation-names.ts';
import { erasureStates } from '../../../model/records/privacy-body.ts';
import { MAX_LISTED_KEPT, MAX_REASON } from '../../../shared/limits.ts';
import { lookupTable } from '../../../shared/lookup-table.ts';
import { ANSWER_HEADERS, answer } from '../components/response-headers.ts';
import { COUNT, closed, ID, type OperationNote, ref } from '../components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT: Json = { type: 'string' };
const DAY: Json = { type: 'string', format: 'date' };
const TIME: Json = { type: 'string', format: 'date-time' };
const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });
const listOf = (items: Json): Json => ({ type: 'array', items });
const REASON: Json = { ...TEXT, minLength: 1, maxLength: MAX_REASON };

const RULE = closed({
  section: TEXT,
  years: COUNT,
  from: { ...TEXT, enum: ['end_of_year', 'date'] },
  basis: { ...TEXT, description: 'The law, or the reason of the organisation.' },
});

const KEPT = closed({
  id: ID,
  rule: { description: 'The rule that keeps the record longest.', ...orNull(RULE) },
  reason: { ...TEXT, enum: ['rule', 'not_ended', 'belongs_to_kept', 'names_kept'] },
  erasable_from: {
    description: 'The first day on which nothing keeps it; null where its end is not known yet.',
    ...orNull(DAY),
  },
});

const SECTION = closed({
  section: TEXT,
  records: COUNT,
  erased: COUNT,
  kept: COUNT,
  kept_records: { ...listOf(KEPT), description: `The first ${MAX_LISTED_KEPT}.` },
});

const THIRD_PERSON: Json = {
  type: 'object',
  description: 'A record about the person that an erasure does not change.',
  required: ['section', 'id', 'reason'],
  properties: {
    section: TEXT,
    id: ID,
    reason: { ...TEXT, enum: ['relation', 'insured_person', 'text'] },
    owner: closed({ section: TEXT, id: ID }, 'The record that it hangs on.'),
  },
};

const HOLD = closed({ until: orNull(DAY), reason: TEXT, created_at: TIME });
const ERASURE = closed({
  id: ID,
  state: {
    ...TEXT,
    enum: erasureStates,
    description: 'running: the service erases; restricted: a rule or hold keeps some records; done: all are erased.',
  },
  created_at: TIME,
  due: { description: 'The next day on which a record is no longer kept.', ...orNull(DAY) },
  done_at: orNull(TIME),
  erased: { type: 'object', description: 'Numbers of erased records by section.', additionalProperties: COUNT },
});

/** Schemas of privacy. */
export const privacySchemas: Readonly<Record<string, Json>> = lookupTable({
  Erasure: ERASURE,
  LegalHold: HOLD,
  Privacy: closed({
    kid: ID,
    state: { ...TEXT, enum: ['live', 'deleted', 'restricted'] },
    erasable: { type: 'boolean', description: 'Whether an erasure would remove something now.' },
    hold: orNull(ref('LegalHold')),
    due: { description: 'The next day on which a record is no longer kept.', ...orNull(DAY) },
    sections: listOf(SECTION),
    third_persons: listOf(THIRD_PERSON),
    erasure: { description: 'The latest erasure.', ...orNull(ref('Erasure')) },
  }),
});

const described = (description: string, schema: Json): Json => ({
  description,
  headers: ANSWER_HEADERS,
  content: { 'application/json': { schema } },
});

const SUCCESS = { success: { type: 'boolean' } };
const ADMINISTRATORS = 'Only for a session of an administrator, or a token that acts for one.';

/** Descriptions of their operations. */
export const privacyNotes: Readonly<Record<PrivacyOperation, OperationNote>> = lookupTable({
  readPrivacy: {
    summary: 'Preview an erasure',
    description:
      'What an erasure of the customer would remove and keep now, by section, with rule and day, deleted records included; and the records of others that name the person, which a person has to look at. A restricted customer is shown to administrators alone.',
    codes: ['customer_not_found', 'administrator_required'],
    parameters: [],
    answers: { 200: described('The preview.', ref('Privacy')) },
  },
  exportPerson: {
    summary: 'Export everything that is held on a customer',
    description:
      'A ZIP with `index.html` for people, a JSON file for each section with all records, parts and annotations (deleted ones too, with `deleted_at`), the audit log, links, names in other systems, GDV lines, staged rows, deliveries, and the files of the documents. Private records of all users are included. No other scope is needed; the audit log says who asked for it. A restricted customer is exported for administrators alone.',
    codes: ['customer_not_found', 'administrator_required'],
    parameters: [],
    answers: {
      200: {
        description: 'The archive.',
        content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  },
  setHold: {
    summary: 'Hold the records of a customer',
    description: `Nothing of the customer is erased or purged until the day is over, or until the hold is lifted. A second hold replaces the first. ${ADMINISTRATORS}`,
    codes: ['customer_not_found', 'administrator_required'],
    body: {
      type: 'object',
      required: ['reason'],
      properties: { until: { description: 'The last day; not in the past.', ...orNull(DAY) }, reason: REASON },
      additionalProperties: false,
      example: { until: '2027-12-31', reason: 'Rechtsstreit 12 O 34/26' },
    },
    answers: { 200: answer('The hold.', { ...SUCCESS, kid: ID, hold: ref('LegalHold') }, ['success', 'kid', 'hold']) },
  },
  liftHold: {
    summary: 'Lift the hold of a customer',
    description: ADMINISTRATORS,
    codes: ['customer_not_found', 'administrator_required'],
    answers: {
      200: answer('It is lifted.', { ...SUCCESS, deleted: { type: 'boolean' }, kid: ID }, ['success', 'kid']),
    },
  },
  requestErasure: {
    summary: 'Erase a customer',
    description: `Erases the customer for good, with all records that no rule keeps: parts, search, files, values in the audit log, changes, deliveries, stored answers, staged rows, exports. Nothing shows the customer any more when the call answers; the service erases the rows then, also after a crash. Kept records are restricted: only administrators can read them, by these calls, until their day. ${ADMINISTRATORS}`,
    codes: ['customer_not_found', 'administrator_required', 'retention_applies', 'legal_hold'],
    body: {
      type: 'object',
      required: ['confirm', 'reason'],
      properties: {
        confirm: { ...ID, description: 'The number of the customer again.' },
        reason: { ...REASON, description: 'For the ledger; it should name no person.' },
      },
      additionalProperties: false,
      example: { confirm: 8, reason: 'Art. 17 Abs. 1 lit. b DSGVO' },
    },
    answers: { 202: described('The erasure, or the one that has begun before.', ref('Erasure')) },
  },
  readErasure: {
    summary: 'Retrieve the latest erasure of a customer',
    description: 'The ledger has it also when nothing of the customer is left.',
    codes: [],
    parameters: [],
    answers: { 200: described('The erasure.', ref('Erasure')) },
  },
});
