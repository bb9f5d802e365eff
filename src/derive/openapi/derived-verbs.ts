/** Descriptions of the verbs that every record kind has in addition to the declared ones: restore and bulk. */

import type { Resource } from '../../model/declaration/resource.ts';
import { MAX_BULK, RESTORE_DAYS } from '../../shared/limits.ts';
import { FIELD_NAME } from '../org-settings/settings-schema.ts';
import type { Collection } from '../routing/collections.ts';
import { answer } from './components/response-headers.ts';
import { COUNT, closed, ID, INTEGER, type OperationNote } from './components/schemas.ts';

type Json = Readonly<Record<string, unknown>>;
type Note = Omit<OperationNote, 'summary' | 'codes'>;

/** POST `{address}/{id}/restore`. */
export const restoreNote = ({ scope, resource }: Collection): Note => ({
  description: `Needs the scope \`v3:${scope}:write\`. Undoes a delete of the last ${RESTORE_DAYS} days, with the records that were hidden with it. Any body is ignored.`,
  answers: {
    200: answer(
      'The record was restored.',
      {
        success: { type: 'boolean' },
        restored: { ...COUNT, description: 'Restored records, with those below.' },
        [resource.nesting.key]: ID,
      },
      ['success', 'restored', resource.nesting.key],
    ),
  },
});

const VALUES: Json = { type: 'object', additionalProperties: true };
const TRUE: Json = { type: 'boolean', const: true };
/** A row: the record, and the values that it must have. */
const rowOf = ({ fields, settings }: Resource): Json => ({
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: {
    id: ID,
    if: {
      ...VALUES,
      description: 'Values that the record must have.',
      propertyNames: settings.configurable
        ? { anyOf: [{ enum: Object.keys(fields) }, { pattern: FIELD_NAME.source }] }
        : { enum: Object.keys(fields) },
    },
  },
});
const DONE: Json = closed({
  id: ID,
  before: { ...VALUES, description: 'The values of the fields of `set` before the change.' },
  changed: { type: 'boolean', description: 'False where the record was like this before.' },
});
const FAILED: Json = closed({
  id: ID,
  status: INTEGER,
  error: { type: 'string' },
  message: { type: 'string' },
});
const BULK =
  'Each row is a transaction of its own; the others are changed where one is refused. With `if` a row is changed only where its fields have these values, else it fails with `precondition_failed`. Exactly one of `set`, `tag`, `untag`, `remove` and `restore` is required. The call counts as one request.';

/** POST `{address}/bulk`. @param set schema of the body of a PATCH */
export const bulkNote = ({ scope, resource }: Collection, set: Json): Note => {
  const actions = {
    set,
    ...(resource.annotated ? { tag: ID, untag: ID } : {}),
    remove: TRUE,
    restore: TRUE,
  };
  return {
    description: `Needs the scopes \`v3:${scope}:write\` and \`v3:${scope}:read\`. ${BULK}`,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['rows'],
      properties: {
        rows: { type: 'array', minItems: 1, maxItems: MAX_BULK, items: rowOf(resource) },
        ...actions,
      },
      oneOf: Object.keys(actions).map((name) => ({ required: [name] })),
    },
    answers: {
      200: answer(
        'Each row was handled.',
        { done: { type: 'array', items: DONE }, failed: { type: 'array', items: FAILED } },
        ['done', 'failed'],
      ),
    },
  };
};
