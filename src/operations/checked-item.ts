/** The body of a create as far as it can be judged without the database (rules 3.2, 3.8). */
import { type Accepted, acceptBody, mayBeEmpty } from '../derive/body-schema.ts';
import { divisionIssues } from '../derive/division-fields.ts';
import { type ApiError, fail, type Issue } from '../errors.ts';
import { MAX_NESTED } from '../limits.ts';
import type { Values } from '../model/field-shape.ts';
import { isObject } from './body.ts';
import type { Call } from './call.ts';
import type { Item } from './item.ts';

/** A body that was looked at; it is an item where there are neither issues nor a failure. */
export interface Checked {
  readonly issues: readonly Issue[];
  readonly failure: ApiError | null;
  readonly item: Item;
}

const acceptNested = (call: Call, body: Values): { issues: Issue[]; nested: Record<string, Values[]> } => {
  const issues: Issue[] = [];
  const nested: Record<string, Values[]> = {};
  for (const [key, path] of Object.entries(call.collection.resource.bodies.nested)) {
    const rows = body[key];
    if (rows === undefined || rows === null) continue;
    if (!Array.isArray(rows)) {
      issues.push({ path: [key], code: 'invalid_type', message: `${key} must be an array.` });
      continue;
    }
    if (rows.length > MAX_NESTED) {
      issues.push({ path: [key], code: 'too_big', message: `${key} must have at most ${MAX_NESTED} items.` });
      continue;
    }
    const resource = call.model.registry.get(path);
    nested[key] = rows.map((row, i) => {
      if (!isObject(row)) {
        issues.push({ path: [key, i], code: 'invalid_type', message: `${key} must hold objects.` });
        return {};
      }
      const accepted = acceptBody(resource, 'create', [], row);
      issues.push(...accepted.issues.map((issue) => ({ ...issue, path: [key, i, ...issue.path] })));
      return accepted.values;
    });
  }
  return { issues, nested };
};

/** Validates one item without touching the database. */
export const checkItem = (call: Call, body: Values): Checked => {
  const { resource, fixed } = call.collection;
  const given = fixed.map(({ column }) => column);
  const accepted: Accepted = acceptBody(resource, 'create', given, body, Object.keys(resource.bodies.nested));
  const { issues: below, nested } = acceptNested(call, body);
  const issues = [...accepted.issues, ...below, ...divisionIssues(resource, accepted.values, null)];
  let failure: ApiError | null = null;
  if (accepted.failure) failure = fail(accepted.failure);
  else if (!Object.keys(accepted.values).length && !Object.values(nested).flat().length && !mayBeEmpty(resource)) {
    failure = fail('no_valid_fields');
  }
  return { issues, failure, item: { values: accepted.values, nested } };
};
