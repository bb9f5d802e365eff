/**
 * Arguments of tools as assistants write them (rules 8.13): null is as missing, a whole number may be a text and an object
 * may be JSON text. An unknown name is an error with the nearest right one, because a dropped filter finds wrong records.
 */
import { z } from 'zod';
import type { Collection } from '../../derive/routing/collections.ts';
import { unknownKey, writableFields } from '../../derive/validation/body-schema.ts';
import { parseBody } from '../../derive/validation/parse-body.ts';
import { type Issue, invalid } from '../../errors/api-error.ts';
import { truncateForEcho } from '../../errors/issues.ts';
import type { Field, Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import type { Registry } from '../../model/registry.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { closestMatch } from '../../shared/suggest.ts';
import { isObject } from '../call/body-shape.ts';

/** Names of other protocols and APIs for arguments that are not written like them. */
const ALSO_CALLED: Readonly<Record<string, string>> = lookupTable({
  if_match: 'version',
  etag: 'version',
  cursor: 'after',
  where: 'filters',
  q: 'query',
  data: 'values',
  record: 'values',
});

/** ` Did you mean …?`, with the known name that means or is written most like a name. */
export const didYouMean = (name: string, known: readonly string[]): string => {
  const other = ALSO_CALLED[name.toLowerCase()];
  const nearest = other && known.includes(other) ? other : closestMatch(truncateForEcho(name), known);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
};

/** Findings for names that are none of the known ones. @param what they are, such as `filter of contracts` */
export const unknownNames = (
  given: Values,
  known: readonly string[],
  { what, path = [] }: { readonly what: string; readonly path?: readonly string[] },
): readonly Issue[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: [...path, name],
      code: 'unrecognized_key',
      message: `${truncateForEcho(name)} is no ${what}.${didYouMean(name, known)}`,
    }));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const OPENING: Readonly<Record<string, string>> = lookupTable({ object: '{', array: '[' });

/** A value of a JSON type that arrived as another one without a loss. */
const restored = (value: unknown, type: unknown): unknown => {
  if (typeof value === 'number' && type === 'string') return String(value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : value;
  const opening = OPENING[String(type)];
  return opening && text.startsWith(opening) ? parsed(text) : value;
};

/** The JSON schema of a tool's arguments. */
export const inputSchemaOf = (input: z.ZodObject) =>
  z.toJSONSchema(input) as { type: 'object'; properties: Record<string, { readonly type?: string }> };

/**
 * The arguments of a call.
 * @throws 400 `validation_failed` naming each wrong or unknown argument
 */
export const acceptInput = (tool: string, input: z.ZodObject, given: Values): Record<string, unknown> => {
  const unknown = unknownNames(given, Object.keys(input.shape), { what: `argument of ${tool}` });
  if (unknown.length) throw invalid(unknown);
  const { properties } = inputSchemaOf(input);
  const present = Object.entries(given).filter(([, value]) => value !== null);
  return parseBody(
    input,
    Object.fromEntries(present.map(([name, value]) => [name, restored(value, properties[name]?.type)])),
  );
};

interface Written {
  readonly resource: Resource;
  readonly mode: 'create' | 'patch';
  /** Columns that the path gives, and names that the operation refuses with a code of its own. */
  readonly given: readonly string[];
  readonly forbidden: readonly string[];
  readonly registry: Registry;
}

const acceptFields = (written: Written, values: Values, path: readonly (string | number)[]) => {
  const { resource, mode, given, forbidden, registry } = written;
  const fields: ReadonlyMap<string, Field> = new Map(writableFields(resource, mode, given));
  const nested: Values = mode === 'create' ? resource.requests.nested : {};
  const known = [...fields.keys(), ...Object.keys(nested)];
  const issues: Issue[] = [];
  const accepted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const part = nested[name];
    if (!known.includes(name) && !forbidden.includes(name)) {
      const { code, message } = unknownKey(resource, name);
      issues.push({ path: [...path, name], code, message: message + didYouMean(name, known) });
    } else if (part !== undefined && Array.isArray(value)) {
      const below = { ...written, resource: registry.get(String(part)), given: [], forbidden: [] };
      accepted[name] = value.map((row, i) => {
        if (!isObject(row)) return row;
        const inner = acceptFields(below, row, [...path, name, i]);
        issues.push(...inner.issues);
        return inner.accepted;
      });
    } else accepted[name] = restored(value, fields.get(name)?.kind.dataType === 'number' ? 'integer' : undefined);
  }
  return { accepted, issues };
};

/**
 * The values of a write. Also record kinds whose unknown fields the API drops refuse them here.
 * @throws 400 `validation_failed` naming each unknown field
 */
export const acceptValues = (
  { resource, fixed, forbidden }: Collection,
  mode: 'create' | 'patch',
  values: Values,
  registry: Registry,
): Values => {
  const given = fixed.map(({ column }) => column);
  const { accepted, issues } = acceptFields({ resource, mode, given, forbidden, registry }, values, ['values']);
  if (issues.length) throw invalid(issues);
  return accepted;
};
