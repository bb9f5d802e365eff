/** The shape of bodies: object or batch, and what they must not have (rules 3.1, 3.3, 3.7). */
import { type Collection, takesBatch } from '../../derive/routing/collections.ts';
import { bodyFieldForbidden, fail, type Issue } from '../../errors/api-error.ts';
import { IssueCollector, truncateForEcho } from '../../errors/issues.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { MAX_BATCH } from '../../shared/limits.ts';

/** A JSON object, not an array and not null. */
export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Findings about members that an object must not have; `allowed` are those that it may. */
export const keysNotAllowed = (
  body: Values,
  allowed: readonly string[] = [],
  path: readonly (string | number)[] = [],
): readonly Issue[] => {
  const findings = new IssueCollector();
  for (const name of Object.keys(body)) {
    if (!allowed.includes(name))
      findings.add(() => ({
        path: [...path, name],
        code: 'unrecognized_key',
        message: `${truncateForEcho(name)} is not allowed.`,
      }));
  }
  return findings.issues;
};

/** @throws 400 `body_<field>_forbidden` if a field that the path fixes is present, with any value */
const refuseForbidden = (forbidden: readonly string[], body: Values): void => {
  for (const name of forbidden) if (Object.hasOwn(body, name)) throw bodyFieldForbidden(name);
};

/** The body as one object. @throws 400 `empty_body`, `body_<field>_forbidden` */
export const objectBody = (body: unknown, forbidden: readonly string[]): Values => {
  if (!isObject(body)) throw fail('empty_body');
  refuseForbidden(forbidden, body);
  return body;
};

/** The body as a batch, or null where it is a single object. @throws 400 `empty_array`, `batch_too_large` */
export const batchBody = (collection: Collection, body: unknown): readonly unknown[] | null => {
  if (!Array.isArray(body) || !takesBatch(collection)) return null;
  if (body.length === 0) throw fail('empty_array');
  if (body.length > MAX_BATCH) throw fail('batch_too_large');
  for (const item of body) if (isObject(item)) refuseForbidden(collection.forbidden, item);
  return body;
};
