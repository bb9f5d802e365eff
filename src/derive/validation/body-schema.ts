/** Body schemas of create and PATCH, and the mapping of zod's findings to the API's issues. */
import { z } from 'zod';
import type { Code, Issue } from '../../errors/api-error.ts';
import { IssueCollector, truncateForEcho } from '../../errors/issues.ts';
import type { Field, Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { memoizeByIdentity } from '../memoize.ts';

/** The result of a body's validation. */
export interface ParsedBody {
  /** Canonical values by field name, aliases resolved; only fields that the body has. */
  readonly values: Values;
  readonly issues: readonly Issue[];
  /** A finding with an error code of its own (missing_name, invalid_kategorie, missing_kid). */
  readonly failure: Code | null;
}

/** Set by the service in every record kind, declared or not (rules 9.9). */
const SYSTEM_FIELD = /^(id|kid|guid|insert_datum|edit_datum|del|org_id|printed|passwor[dt].*|vm_.*|push_.*|alert_.*)$/;

type IssueLike = z.core.$ZodIssue;

const customCode = (issue: IssueLike): string | undefined =>
  issue.code === 'custom' ? ((issue.params as { code?: string } | undefined)?.code ?? 'custom') : undefined;

const typeNames: Readonly<Record<string, string>> = lookupTable({
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
});

/** The unit of a bound, by the origin that zod names; without one the value itself is compared. */
const units: Readonly<Record<string, string>> = lookupTable({ string: 'characters', array: 'items' });

type OfType = z.core.$ZodIssueInvalidType;

/** Findings about the type of a value; one per type if several are allowed. Empty for any other finding. */
const aboutType = (issue: IssueLike): readonly OfType[] => {
  if (issue.code === 'invalid_type') return [issue];
  if (issue.code !== 'invalid_union') return [];
  const each = issue.errors.flat().map((one) => (one.path.length ? [] : aboutType(one)));
  return each.every(({ length }) => length) ? each.flat() : [];
};

const wrongType = (name: string, issues: readonly OfType[]): string => {
  if (issues.every(({ input, message }) => input === undefined && message.includes('undefined')))
    return `${name} is required.`;
  const types = new Set(issues.map(({ expected }) => typeNames[expected] ?? `of type ${expected}`));
  return `${name} must be ${[...types].join(' or ')}.`;
};

/** The issue of one finding of zod; not for unknown keys. */
const toIssue = (issue: IssueLike, path: readonly (string | number)[]): Issue => {
  const name = truncateForEcho(path.at(-1) ?? 'body');
  const code = customCode(issue) ?? (issue.code === 'invalid_union' ? 'invalid_type' : issue.code);
  const ofType = aboutType(issue);
  if (ofType.length) return { path, code, message: wrongType(name, ofType) };
  if (issue.code === 'too_small' && (issue.origin !== 'string' || issue.message.startsWith('Too small'))) {
    const unit = units[issue.origin];
    const message = `${name} must ${unit ? 'have' : 'be'} at least ${issue.minimum}${unit ? ` ${unit}` : ''}.`;
    return { path, code, message, params: { [unit ?? 'bound']: Number(issue.minimum) } };
  }
  if (issue.code === 'too_big') {
    const unit = units[issue.origin];
    const message = `${name} must be at most ${issue.maximum}${unit ? ` ${unit}` : ''}.`;
    return { path, code, message, params: { [unit ?? 'bound']: Number(issue.maximum) } };
  }
  return { path, code, message: `${name} ${issue.message}.` };
};

/** zod's findings as issues of the API (rules 3.10). All conversions use this function. */
export const toIssues = (found: readonly IssueLike[], prefix: readonly (string | number)[] = []): readonly Issue[] => {
  const findings = new IssueCollector();
  for (const issue of found) {
    const path = [...prefix, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
    if (issue.code !== 'unrecognized_keys') findings.add(() => toIssue(issue, path));
    else for (const key of issue.keys) findings.add(() => unrecognized(key, path));
  }
  return findings.issues;
};

const unrecognized = (key: string, path: readonly (string | number)[] = []): Issue => ({
  path: [...path, key],
  code: 'unrecognized_key',
  message: `${truncateForEcho(key)} is not a field of this record.`,
});

/** Two names of one field with different values: neither is accepted, since the other would be lost silently. */
export const duplicateField = (name: string, other: string): Issue => ({
  path: [name],
  code: 'duplicate_key',
  message: `${name} is another name of ${other}: send one of them.`,
});

/** Fields of a record kind that a body may write. @param given fields that the path gives */
export const writableFields = (
  resource: Resource,
  mode: 'create' | 'patch',
  given: readonly string[],
): readonly [string, Field][] =>
  Object.entries(resource.fields).filter(
    ([name, field]) => !field.server && !(mode === 'patch' && field.fixed) && !given.includes(field.sameAs ?? name),
  );

interface Shape {
  readonly schema: z.ZodObject;
  readonly fields: ReadonlyMap<string, Field>;
}

const shapesOf = memoizeByIdentity((_resource: Resource) => new Map<string, Shape>());

/** The zod schema of a body; also the source of the OpenAPI description. */
export const bodyShape = (resource: Resource, mode: 'create' | 'patch', given: readonly string[]): Shape => {
  const shapes = shapesOf(resource);
  const key = `${mode} ${given.join()}`;
  let shape = shapes.get(key);
  if (!shape) {
    const fields = writableFields(resource, mode, given);
    const members = fields.map(([name, field]) => {
      const source = field.sameAs ? { ...field, ...resource.fields[field.sameAs], label: field.label } : field;
      // Required fields of one division are checked when the division of the record is known (division-fields.ts).
      const isDivided = field.division !== undefined;
      const accepted = field.kind.accepts({ ...source, ...(isDivided ? { required: false } : {}) } as Field);
      return [name, field.required && !isDivided && mode === 'create' ? accepted : accepted.optional()] as const;
    });
    shape = { schema: z.object(Object.fromEntries(members)), fields: new Map(fields) };
    shapes.set(key, shape);
  }
  return shape;
};

/** A record whose fields all have defaults can be created from `{}` (followers). */
export const mayBeEmpty = (resource: Resource): boolean =>
  Object.values(resource.fields).some((field) => field.defaultsTo === 'caller' && !field.server);

/** The issue of a key that no body may have: a protected field of the record kind, or no field of it (rules 3.2). */
export const unknownKey = (resource: Resource, name: string): Issue => {
  const protectedField =
    Object.hasOwn(resource.fields, name) ||
    SYSTEM_FIELD.test(name) ||
    resource.requests.readOnlyPrefixes.some((prefix) => name.startsWith(prefix)) === true;
  if (!protectedField) return unrecognized(name);
  return { path: [name], code: 'protected_field', message: `${truncateForEcho(name)} is set by the service.` };
};

/**
 * Validates one body against a record kind (rules 3.2 to 3.8).
 * @param given names of fields that the path gives
 * @param extra keys that are not fields but belong to the body (nested arrays)
 */
export const validateBody = (
  resource: Resource,
  mode: 'create' | 'patch',
  given: readonly string[],
  body: Values,
  extra: readonly string[] = [],
): ParsedBody => {
  const { schema, fields } = bodyShape(resource, mode, given);
  const findings = new IssueCollector();
  if (resource.requests.unknownFields === 'reject') {
    for (const name of Object.keys(body)) {
      if (!fields.has(name) && !extra.includes(name)) findings.add(() => unknownKey(resource, name));
    }
  }
  const { issues } = findings;
  const parsed = schema.safeParse(body);
  if (parsed.success) return { values: resolved(parsed.data, fields, findings), issues, failure: null };
  let failure: Code | null = null;
  const others: IssueLike[] = [];
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0]);
    const { codes, reference } = resource.fields[name] ?? {};
    if (
      codes?.missing &&
      mode === 'create' &&
      (reference?.key || body[name] == null || String(body[name]).trim() === '')
    ) {
      failure ??= codes.missing;
    } else if (codes?.unlisted) {
      failure ??= codes.unlisted;
    } else others.push(issue);
  }
  return { values: {}, issues: [...issues, ...toIssues(others)], failure };
};

/** Values under their stored names: `vertragsnummer` is `nummer`. Different values of two names are a finding. */
const resolved = (values: Values, fields: ReadonlyMap<string, Field>, findings: IssueCollector): Values => {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const alias = fields.get(name)?.sameAs;
    if (!alias) result[name] = value;
    else if (values[alias] === undefined) result[alias] = value;
    else if (values[alias] !== value) findings.add(() => duplicateField(name, alias));
  }
  return result;
};
