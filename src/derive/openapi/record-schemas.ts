/** Schemas of records in the OpenAPI description, for responses and bodies. */
import { z } from 'zod';
import { deadline } from '../../model/calls/workspace.ts';
import type { Field } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { STORABLE } from '../../model/declaration/value-schemas.ts';
import type { Registry } from '../../model/registry.ts';
import { MAX_INT } from '../../shared/int32.ts';
import { MAX_NESTED, MAX_SUMMED } from '../../shared/limits.ts';
import { FIELD_NAME } from '../org-settings/settings-schema.ts';
import type { Collection } from '../routing/collections.ts';
import { FILE_KEYS } from '../routing/routes.ts';
import { bodyShape, mayBeEmpty } from '../validation/body-schema.ts';
import { hasWarnings } from '../validation/warnings.ts';
import { keysOf, valuesOf } from './components/enum-schemas.ts';
import {
  COUNT,
  ID,
  metadataShape,
  NAMES_SHAPE,
  type Named,
  PAGED,
  pascal,
  ref,
  schemaName,
} from './components/schemas.ts';
import { answerSchema } from './zod-schema.ts';

type Json = Readonly<Record<string, unknown>>;

interface Answers extends Json {
  readonly type: string;
  readonly enum?: readonly unknown[];
}

/** Schema of a field's value in responses. */
export const answered = (field: Field, { fields }: Resource, registry: Registry): Json => {
  const { type, ...rest } = { ...field.kind.answers, ...valuesOf(field, registry) } as Answers;
  const { always, required } = (field.sameAs && fields[field.sameAs]) || field;
  const isEver = always || required;
  const values = rest.enum && !isEver ? { enum: [...rest.enum, null] } : {};
  return { ...rest, ...values, type: isEver ? type : [type, 'null'], description: field.label };
};

const customFields = (description: string): Json => ({
  [FIELD_NAME.source]: { type: ['string', 'number', 'boolean', 'null'], description },
});

const CUSTOM_FIELDS = customFields('A field that the organisation added.');
const GIVEN_CUSTOM_FIELDS = customFields(
  'A field that the organisation added. Optional, unless an administrator of the organisation made it required: then as the required fields here.',
);

const DEADLINE_MEMBER = {
  frist: {
    description: 'Only with `with_deadline=true`: the next deadline; null where there is none.',
    anyOf: [answerSchema(deadline, new Map()), { type: 'null' }],
  },
};

const PREMIUM_MEMBER = {
  jahresbeitrag: {
    type: ['string', 'null'],
    description:
      'Only with `with_premium=true`: `beitrag` times the payments of `intervall` in a year; null for an ended or archived contract, and without a known interval.',
  },
};

/** Schema of a record in reads. */
export const recordSchema = (resource: Resource, registry: Registry): Json => ({
  type: 'object',
  description: resource.about,
  properties: {
    ...resource.responses.extraMembers,
    ...Object.fromEntries(
      Object.entries(resource.fields).map(([name, field]) => [name, answered(field, resource, registry)]),
    ),
    ...Object.fromEntries(
      resource.embeds.map((embed) => [
        embed.as,
        {
          type: 'array',
          description: `Only with \`${embed.when}=true\`.`,
          items: ref(schemaName(registry.get(embed.of))),
        },
      ]),
    ),
    ...(resource.responses.deadline ? DEADLINE_MEMBER : {}),
    ...(resource.responses.premium ? PREMIUM_MEMBER : {}),
  },
  ...(resource.settings.configurable ? { patternProperties: CUSTOM_FIELDS } : {}),
  required: [...Object.keys(resource.fields), ...Object.keys(resource.responses.extraMembers)],
});

/** A body property with its label and, for a list with keys, with the keys as alternatives. */
const labelled = (property: Json, field: Field | undefined, registry: Registry): Json => {
  const isReset = field && !field.required && !field.kind.canBeEmpty && (field.custom || !field.kind.neverReset);
  const further = [
    ...(field ? keysOf(field) : []),
    ...(field?.kind.alsoAccepts ?? []),
    ...(isReset ? [{ enum: [''] }] : []),
  ];
  const known = (one: Json): Json => {
    if (!field || one.type !== field.kind.answers.type) return one;
    const { enum: all, ...open } = valuesOf(field, registry);
    // Generators use either an enum or a pattern, not both.
    return all ? { type: one.type, enum: all } : { ...one, ...open };
  };
  const values = (property.anyOf as Json[] | undefined)?.map(known) ?? [known(property)];
  const keys = field && keysOf(field).length ? ' Written as a key or as its number, answered as the number.' : '';
  return {
    ...(further.length || property.anyOf ? { anyOf: [...values, ...further] } : values[0]),
    ...(field?.not === undefined ? {} : { not: { const: field.not } }),
    description: field && `${field.label}${keys && `.${keys}`}`,
  };
};

/** Many validators read patterns without the flag `u`; lone surrogates cannot be sent in UTF-8 anyway. */
const PLAIN = '^[^\\0]*$';

/** The JSON Schema of a zod schema's input. */
const sentAs = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern === STORABLE.source) jsonSchema.pattern = PLAIN;
      if (jsonSchema.type === 'integer' && Number(jsonSchema.maximum) <= MAX_INT) jsonSchema.format = 'int32';
    },
  }) as Record<string, unknown>;
  return made;
};

/** The content of an upload, under exactly one of its names. */
const ONE_CONTENT: Json = {
  oneOf: FILE_KEYS.map((key) => ({
    type: 'object',
    required: [key],
    properties: { [key]: { type: 'string', minLength: 1, description: 'Content, as base64.' } },
  })),
};

/** Keys that are refused with any value, where other unknown keys are ignored. */
const without = (keys: readonly string[]): Json =>
  keys.length > 1
    ? { not: { anyOf: keys.map((key) => ({ required: [key] })) } }
    : keys[0]
      ? { not: { required: [keys[0]] } }
      : {};

/** The schema of a body. @param given names of fields that the path fixes */
const bodyOf = (resource: Resource, mode: 'create' | 'patch', given: readonly string[], registry: Registry): Json => {
  const { additionalProperties: _closed, ...open } = sentAs(bodyShape(resource, mode, given).schema);
  const properties = { ...(open.properties as Record<string, Json>) };
  for (const [name, property] of Object.entries(properties)) {
    properties[name] = labelled(property, resource.fields[name], registry);
  }
  for (const [key, path] of Object.entries(mode === 'create' ? resource.requests.nested : {})) {
    properties[key] = {
      type: 'array',
      maxItems: MAX_NESTED,
      items: bodyOf(registry.get(path), 'create', [], registry),
    };
  }
  if (mode === 'create' && resource.content) {
    properties.base64 = { type: 'string', description: 'Content in base64; this or its alias `file` is required.' };
    properties.file = { type: 'string', description: 'Alias of `base64`.' };
  }
  const needsOne = mode === 'create' && !mayBeEmpty(resource);
  return {
    ...open,
    properties,
    ...(mode === 'create' && resource.content ? ONE_CONTENT : {}),
    ...(needsOne && !open.required ? { minProperties: 1 } : {}),
    ...(resource.settings.configurable ? { patternProperties: GIVEN_CUSTOM_FIELDS } : {}),
    ...(resource.requests.unknownFields === 'reject' ? { additionalProperties: false } : {}),
  };
};

const bodySchema = (
  { resource, fixed, forbidden }: Collection,
  mode: 'create' | 'patch',
  registry: Registry,
): Json => ({
  // Fields that the path fixes, and fields that are refused as a consequence.
  ...bodyOf(resource, mode, [...fixed.map(({ column }) => column), ...forbidden], registry),
  ...(resource.requests.unknownFields === 'drop' ? without(forbidden) : {}),
});

/** The form that an upload can use instead: the same fields, the content as a file. */
const formSchema = (collection: Collection, registry: Registry): Json => {
  const {
    properties,
    patternProperties: _custom,
    additionalProperties: _closed,
    minProperties: _least,
    oneOf: _content,
    ...body
  } = bodySchema(collection, 'create', registry);
  const { base64: _text, ...fields } = properties as Record<string, Json>;
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'Content, as a file.' };
  return { ...body, properties: { ...fields, file }, required: ['file'] };
};

/** Stores a schema under a name. @returns the reference to it */
export const named = (schemas: Named, name: string, schema: Json): Json => {
  schemas.set(name, schema);
  return ref(name);
};

/** A body's schema. If it differs below a parent, its name includes the parent's. */
export const namedBody = (
  collection: Collection,
  mode: 'create' | 'patch' | 'form',
  registry: Registry,
  schemas: Named,
): Json => {
  const schema = mode === 'form' ? formSchema(collection, registry) : bodySchema(collection, mode, registry);
  const name = `${schemaName(collection.resource)}${pascal(mode)}`;
  const known = schemas.get(name);
  const own =
    known && JSON.stringify(known) !== JSON.stringify(schema) && collection.parent
      ? `${schemaName(collection.parent)}${name}`
      : name;
  return named(schemas, own, schema);
};

const SUM_MEMBER = {
  per_year: {
    type: ['string', 'null'],
    description: `Only with \`with_premium=true\`: the sum of \`jahresbeitrag\` over all pages; null for lists of more than ${MAX_SUMMED} contracts.`,
  },
};

/** Schema of a list response (rules 10.4). */
export const envelope = (items: Json, { metadata, premium }: Resource['responses']): Json => ({
  type: 'object',
  required: [...Object.keys(PAGED), 'items'],
  properties: {
    ...PAGED,
    items: { type: 'array', items },
    ...(premium ? SUM_MEMBER : {}),
    ...metadataShape(metadata),
    ...NAMES_SHAPE,
  },
});

/** Schema of a list response without paging. */
export const shortList = (items: Json, metadata: Resource['responses']['metadata']): Json => ({
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items }, ...metadataShape(metadata), ...NAMES_SHAPE },
});

/** Schema of a response with `success` and further members. */
export const success = (properties: Json, optional: Json = {}): Json => ({
  type: 'object',
  required: ['success', ...Object.keys(properties)],
  properties: { success: { type: 'boolean' }, ...properties, ...optional },
});

/** The member with the warnings of a write, where the record kind has checks. */
export const warningsMember = (resource: Resource): Json =>
  hasWarnings(resource) ? { warnings: ref('Warnings') } : {};

/** Arrays that are created together with a record, in the form of responses. */
const createdNested = (resource: Resource, registry: Registry): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(resource.requests.nested).map(([key, path]) => [
      key,
      { type: 'array', items: ref(schemaName(registry.get(path))) },
    ]),
  );

/** Schema of the response to a create. */
export const createdSchema = (resource: Resource, registry: Registry): Json => {
  const record = ref(schemaName(resource));
  const warnings = warningsMember(resource);
  if (resource.responses.create === 'record')
    return hasWarnings(resource) ? { allOf: [record, { type: 'object', properties: warnings }] } : record;
  const members = resource.responses.createFields.map((name) => [
    name,
    answered(resource.fields[name] as Field, resource, registry),
  ]);
  const made = success({ id: ID, ...Object.fromEntries(members), ...createdNested(resource, registry) }, warnings);
  return resource.responses.create === 'id and record' ? { allOf: [made, record] } : made;
};

/** Content members of a document record. */
const contentOf = (resource: Resource): Json =>
  resource.content === 'served' ? { base64: { type: 'string', description: 'Only with `with_base64=true`.' } } : {};

const COUNTS = {
  counts: {
    type: 'object',
    description:
      'Only with `with_counts=true`: totals of the lists below the record that the caller may read, by the last words of their addresses.',
    additionalProperties: COUNT,
  },
};

/** A single read: the record and the members that its switches add. */
export const readSchema = (resource: Resource, hasCounts: boolean): Json => {
  const further = {
    ...metadataShape(resource.responses.metadata),
    ...NAMES_SHAPE,
    ...(hasCounts ? COUNTS : {}),
    ...contentOf(resource),
  };
  return { allOf: [ref(schemaName(resource)), { type: 'object', properties: further }] };
};
