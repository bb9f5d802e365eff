/** Validates the body of a create without the database (rules 3.2, 3.8). */
import { mayBeEmpty, type ParsedBody, validateBody } from '../../derive/validation/body-schema.ts';
import { divisionIssues } from '../../derive/validation/division-fields.ts';
import { type ApiError, fail, type Issue } from '../../errors/api-error.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { MAX_NESTED } from '../../shared/limits.ts';
import { isObject } from '../call/body-shape.ts';
import type { Call } from '../call/call.ts';
import type { Item } from '../call/item.ts';

/** A validated body; it is an item if it has neither issues nor a failure. */
export interface ValidatedItem {
  readonly issues: readonly Issue[];
  readonly failure: ApiError | null;
  readonly item: Item;
}

const acceptNested = (call: Call, body: Values): { issues: Issue[]; nested: Record<string, Values[]> } => {
  const issues: Issue[] = [];
  const nested: Record<string, Values[]> = {};
  for (const [key, path] of Object.entries(call.collection.resource.requests.nested)) {
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
      const accepted = validateBody(resource, 'create', [], row);
      issues.push(...accepted.issues.map((issue) => ({ ...issue, path: [key, i, ...issue.path] })));
      return accepted.values;
    });
  }
  return { issues, nested };
};

/** Validates one item. */
export const validateItem = (call: Call, body: Values): ValidatedItem => {
  const { resource, fixed } = call.collection;
  const given = fixed.map(({ column }) => column);
  const accepted: ParsedBody = validateBody(resource, 'create', given, body, Object.keys(resource.requests.nested));
  const { issues: below, nested } = acceptNested(call, body);
  const issues = [...accepted.issues, ...below, ...divisionIssues(resource, accepted.values, null)];
  let failure: ApiError | null = null;
  if (accepted.failure) failure = fail(accepted.failure);
  else if (!Object.keys(accepted.values).length && !Object.values(nested).flat().length && !mayBeEmpty(resource)) {
    failure = fail('no_valid_fields');
  }
  return { issues, failure, item: { values: accepted.values, nested } };
};
