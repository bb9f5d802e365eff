/** The OpenAPI 3.1 description, derived from routes and declarations (spec: Versioning 5). */
import { stringify } from 'yaml';
import { z } from 'zod';
import { type Code, errorTable } from '../errors.ts';
import type { Field } from '../model/kinds.ts';
import type { Registry } from '../model/registry.ts';
import type { Embed, Resource } from '../model/resource.ts';
import { organisationLists } from './apply-settings.ts';
import { bodyShape } from './body-schema.ts';
import type { Collection } from './collections.ts';
import {
  eventSchemas,
  ID,
  metadataShape,
  pascal,
  ref,
  schemaName,
  sharedSchemas,
  webhookSection,
} from './openapi-shapes.ts';
import { type OperationNote, operationNotes } from './operation-notes.ts';
import { filterParameters } from './query-schema.ts';
import type { Route } from './routes.ts';

type Json = Readonly<Record<string, unknown>>;

/** Schema of a field's value in answers. */
const answered = (field: Field): Json => {
  const { type, ...rest } = field.kind.answers as { type: string };
  const nullable = field.server && (field.label === 'ID' || field.label === 'Angelegt am') ? type : [type, 'null'];
  const values = 'enum' in rest ? { enum: [...(rest.enum as unknown[]), null] } : {};
  return { ...rest, ...values, type: nullable, description: field.label };
};

const CUSTOM_FIELDS: Json = {
  '^ind_\\d+$': { type: ['string', 'number', 'boolean', 'null'], description: 'A field that the organisation added.' },
};

/** What an answer shows besides the fields of a record kind. */
const SHOWN_BESIDES: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  relations: {
    contact: {
      type: 'object',
      description: 'The other customer.',
      required: ['kid', 'name'],
      properties: { kid: ID, name: { type: ['string', 'null'] } },
    },
  },
};

const recordSchema = (resource: Resource, registry: Registry): Json => ({
  type: 'object',
  description: resource.about,
  properties: {
    ...SHOWN_BESIDES[resource.path],
    ...Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [name, answered(field)])),
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
  },
  ...(resource.configurable ? { patternProperties: CUSTOM_FIELDS } : {}),
  required: [...Object.keys(resource.fields), ...Object.keys(SHOWN_BESIDES[resource.path] ?? {})],
});

const lists = organisationLists({}).lists;

/** Keys that a body may send in place of a number (activity names, Sparten). */
const keysOf = (field: Field | undefined): string[] =>
  field?.list && field.kind.answers.type === 'integer'
    ? (lists[field.list] ?? []).flatMap(({ keys }) => keys ?? [])
    : [];

/** A body's property with its label and, where a list has keys, with those beside the numbers. */
const labelled = (property: Json, field: Field | undefined): Json => {
  const keys = keysOf(field);
  const values = (property.anyOf as Json[] | undefined) ?? [property];
  return {
    ...(keys.length ? { anyOf: [{ type: 'string', enum: keys }, ...values] } : property),
    description: field?.label,
  };
};

const bodySchema = (collection: Collection, mode: 'create' | 'patch', registry: Registry): Json => {
  const { resource } = collection;
  const given = mode === 'create' || collection.parent ? collection.fixed.map(({ column }) => column) : [];
  const { schema } = bodyShape(resource, mode, given);
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  const properties = { ...(made.properties as Record<string, Json>) };
  for (const [name, property] of Object.entries(properties)) {
    properties[name] = labelled(property, resource.fields[name]);
  }
  for (const [key, path] of Object.entries(mode === 'create' ? resource.nested : {})) {
    const { schema: nested } = bodyShape(registry.get(path), 'create', []);
    const { $schema: _own, ...items } = z.toJSONSchema(nested, { io: 'input', unrepresentable: 'any' }) as Record<
      string,
      unknown
    >;
    properties[key] = { type: 'array', maxItems: 100, items };
  }
  if (mode === 'create' && (resource.hasContent || resource.path === 'inbox/documents')) {
    properties.base64 = { type: 'string', description: 'Content in base64; `file` is an alias.' };
    properties.file = { type: 'string', description: 'Alias of `base64`.' };
  }
  const { additionalProperties: _closed, ...open } = made;
  return {
    ...open,
    properties,
    ...(resource.configurable ? { patternProperties: CUSTOM_FIELDS } : {}),
    ...(resource.unknownFields === 'reject' && !resource.configurable ? { additionalProperties: false } : {}),
  };
};

/** Schemas with names of their own: bodies, pages, single reads. */
type Named = Map<string, Json>;

const named = (schemas: Named, name: string, schema: Json): Json => {
  schemas.set(name, schema);
  return ref(name);
};

/** A body's schema; below a parent it bears the parent's name too where it differs from the usual one. */ const namedBody =
  (collection: Collection, mode: 'create' | 'patch', registry: Registry, schemas: Named): Json => {
    const schema = bodySchema(collection, mode, registry);
    const name = `${schemaName(collection.resource)}${pascal(mode)}`;
    const known = schemas.get(name);
    const own =
      known && JSON.stringify(known) !== JSON.stringify(schema) && collection.parent
        ? `${schemaName(collection.parent)}${name}`
        : name;
    return named(schemas, own, schema);
  };

const envelope = (items: Json, metadata: Resource['metadata']): Json => ({
  type: 'object',
  required: ['page', 'page_size', 'total', 'items'],
  properties: {
    page: { type: 'integer', minimum: 1 },
    page_size: { type: 'integer', minimum: 1 },
    total: { type: 'integer', minimum: 0 },
    items: { type: 'array', items },
    ...metadataShape(metadata),
  },
});

const parameter = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  description,
  schema,
});
const switchParameter = (name: string, description: string): Json =>
  parameter(name, { type: 'boolean', default: false }, description);

const embedParameters = (embeds: readonly Embed[]): Json[] =>
  embeds.map((embed) =>
    switchParameter(
      embed.when,
      `Include the array \`${embed.as}\`.${embed.scope ? ` Needs \`v3:${embed.scope}:read\` too.` : ''}`,
    ),
  );

const listParameters = ({ resource, fixed }: Collection): Json[] => {
  const given = fixed.map(({ column }) => column);
  const filters = [...filterParameters(resource)].filter(([, name]) => !given.includes(name));
  return [
    parameter('page', { type: 'integer', minimum: 1, default: 1 }, 'Page, from 1; wrong values count as 1.'),
    parameter(
      'limit',
      { type: 'integer', minimum: 1, maximum: 5000, default: 50 },
      'Records a page; wrong values count as 50.',
    ),
    switchParameter('with_schema', 'Add the description of the fields and the select lists.'),
    switchParameter('flat', 'Unroll arrays to flat keys.'),
    ...embedParameters(resource.embeds),
    ...(resource.hiddenBy ? [switchParameter(resource.hiddenBy.unless, 'Include archived records.')] : []),
    ...filters.map(([name, field]) =>
      parameter(
        name,
        filterSchema(resource.fields[field]),
        `Only records with this ${resource.fields[field]?.label ?? name}.`,
      ),
    ),
  ];
};

const filterSchema = (field: Field | undefined): Json => ({ type: field?.kind.answers.type ?? 'string' });

const success = (properties: Json): Json => ({
  type: 'object',
  required: ['success', ...Object.keys(properties)],
  properties: { success: { type: 'boolean' }, ...properties },
});

/** Arrays that are created together with a record, as they are answered. */
const createdNested = (resource: Resource, registry: Registry): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(resource.nested).map(([key, path]) => [
      key,
      { type: 'array', items: ref(schemaName(registry.get(path))) },
    ]),
  );

const createdSchema = (resource: Resource, registry: Registry): Json => {
  const record = ref(schemaName(resource));
  if (resource.createAnswers === 'record') return record;
  const made = success({
    id: ID,
    ...Object.fromEntries(resource.createAnswersFields.map((name) => [name, answered(resource.fields[name] as Field)])),
    ...createdNested(resource, registry),
  });
  return resource.createAnswers === 'id and record' ? { allOf: [made, record] } : made;
};

const content = (schema: Json): Json => ({ 'application/json': { schema } });
const ok = (description: string, schema: Json): Json => ({
  description,
  headers: COMMON_HEADERS,
  content: content(schema),
});
const COMMON_HEADERS: Json = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };

/** Codes every call with a token can answer. */
const ALWAYS: readonly Code[] = [
  'missing_bearer_token',
  'empty_token',
  'invalid_token',
  'token_expired',
  'token_revoked',
  'token_not_found',
  'wrong_token_kind',
  'invalid_token_type',
  'token_mismatch',
  'invalid_expiry',
  'missing_cid',
  'missing_required_scope',
  'ip_not_allowed',
  'contract_inactive',
  'trial_expired',
  'rate_limit_exceeded',
  'too_many_auth_failures',
  'internal_error',
  'service_unavailable',
];
const ofBody: readonly Code[] = [
  'invalid_json',
  'empty_body',
  'validation_failed',
  'no_valid_fields',
  'payload_too_large',
  'unsupported_media_type',
];

/** A POST that writes takes an `Idempotency-Key`. */
const isKeyed = (route: Route): boolean => route.method === 'POST' && route.scope.endsWith(':write');

const IDEMPOTENCY_KEY: Json = { $ref: '#/components/parameters/IdempotencyKey' };
const IF_MATCH: Json = { $ref: '#/components/parameters/IfMatch' };

/** Request headers that a call may carry beside the token. */
const requestHeaders = (route: Route): readonly Json[] => {
  if (isKeyed(route)) return [IDEMPOTENCY_KEY];
  return route.verb === 'update' || route.verb === 'remove' ? [IF_MATCH] : [];
};

const codesOf = (route: Route): readonly Code[] => {
  const { collection, verb } = route;
  const codes: Code[] = [...ALWAYS, 'endpoint_not_found', ...route.numbers.map(({ error }) => error)];
  if (route.numbers.length) codes.push('not_found');
  if (route.method === 'GET') codes.push('validation_failed', 'invalid_kid');
  if (route.method === 'POST' || route.method === 'PATCH') codes.push(...ofBody, 'validation_infrastructure_failure');
  if (collection && (verb === 'create' || verb === 'update')) {
    const { resource, forbidden } = collection;
    if (forbidden.length) codes.push('body_field_forbidden');
    codes.push(...Object.values(resource.unique));
    if (resource.quota) codes.push(resource.quota.code);
    for (const field of Object.values(resource.fields)) {
      codes.push(...Object.values(field.codes ?? {}), ...(field.reference?.missing ? [field.reference.missing] : []));
    }
    if (verb === 'create' && collection.parent) codes.push(collection.missingParent);
    if (resource.updateUnknown) codes.push(resource.updateUnknown);
    if (verb === 'create' && resource.batch !== 'no')
      codes.push('empty_array', 'batch_too_large', resource.invalidItem);
  }
  if (verb === 'update' || verb === 'remove') codes.push('precondition_failed', 'delete_failed');
  if (verb === 'remove' && collection?.resource.protectedBy) codes.push(collection.resource.protectedBy.code);
  if (isKeyed(route)) codes.push('idempotency_key_reused', 'idempotency_key_in_use');
  return [...new Set([...codes, ...(operationNotes[route.operation]?.codes ?? [])])];
};

/** Error answers of one call, by status. Calls with the same codes share one entry of the components. */
const errorAnswers = (codes: readonly Code[], shared: Map<string, Json>): Json => {
  const byStatus = new Map<number, Code[]>();
  for (const code of codes) {
    const [status] = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => {
        const name = `Error${status}${group.map(pascal).join('')}`.slice(0, 150);
        if (!shared.has(name)) shared.set(name, errorAnswer(group));
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
  );
};

const errorAnswer = (group: readonly Code[]): Json => ({
  description: group
    .map((code) => `\`${code === 'body_field_forbidden' ? 'body_<field>_forbidden' : code}\``)
    .join(', '),
  headers: COMMON_HEADERS,
  content: {
    'application/json': {
      schema: ref('Error'),
      examples: Object.fromEntries(group.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

const errorExample = (code: Code): Json => {
  const [statusCode, message] = errorTable[code];
  const error = code === 'body_field_forbidden' ? 'body_kid_forbidden' : code;
  return { statusCode, statusMessage: message, data: { error, message } };
};

/** What a document's record shows of its content. */
const contentOf = (resource: Resource): Json =>
  resource.hasContent ? { base64: { type: 'string', description: 'Only with `with_base64=true`.' } } : {};

/** A single read: the record and what its switches add. */
const readSchema = (resource: Resource): Json => {
  const further = { ...metadataShape(resource.metadata), ...contentOf(resource) };
  return { allOf: [ref(schemaName(resource)), { type: 'object', properties: further }] };
};

const titles: Readonly<Record<string, string>> = {
  list: 'List',
  create: 'Create',
  retrieve: 'Retrieve',
  update: 'Change',
  remove: 'Delete',
};

const usual = (route: Route, registry: Registry, schemas: Named): OperationNote => {
  const { collection, verb } = route;
  if (!collection || !verb) return { summary: route.operation, codes: [] };
  const { resource, parent } = collection;
  const name = resource.title.toLowerCase();
  const summary = `${titles[verb]} ${verb === 'list' ? `${name}s` : `a ${name}`}${parent ? ` of a ${parent.title.toLowerCase()}` : ''}`;
  const record = ref(schemaName(resource));
  const batch = resource.batch === 'everywhere' || (resource.batch === 'below' && parent !== null);
  if (verb === 'list') {
    const schema =
      resource.envelope === 'items'
        ? { type: 'object', required: ['items'], properties: { items: { type: 'array', items: record } } }
        : named(schemas, `${schemaName(resource)}Page`, envelope(record, resource.metadata));
    return { summary, codes: [], parameters: listParameters(collection), answers: { 200: ok('The records.', schema) } };
  }
  if (verb === 'retrieve') {
    const parameters = [
      switchParameter('with_schema', 'Add the description of the fields.'),
      switchParameter('flat', 'Unroll arrays to flat keys.'),
      ...embedParameters(resource.embeds),
    ];
    return {
      summary,
      codes: [],
      parameters,
      answers: {
        200: ok('The record.', named(schemas, `${schemaName(resource)}Read`, readSchema(resource))),
        304: { description: 'Not changed since the version that If-None-Match names.', headers: COMMON_HEADERS },
      },
    };
  }
  if (verb === 'create') {
    const item = namedBody(collection, 'create', registry, schemas);
    const body = batch ? { anyOf: [item, { type: 'array', minItems: 1, maxItems: 100, items: item }] } : item;
    const answers: Record<string, Json> = { 201: ok('The record was made.', createdSchema(resource, registry)) };
    if (batch) {
      answers[200] = ok('A batch: every item was handled.', ref('Batch'));
      answers[207] = ok('A batch: some items failed.', ref('Batch'));
    }
    return { summary, codes: [], body, answers };
  }
  if (verb === 'update') {
    const answer = success({ updated: { type: 'integer', minimum: 0, description: 'Fields whose value changed.' } });
    return {
      summary,
      codes: [],
      body: namedBody(collection, 'patch', registry, schemas),
      answers: { 200: ok('The record was changed.', answer) },
    };
  }
  const answer = success({
    ...(resource.removal === 'hard' || resource.removeAnswersDeleted ? { deleted: { type: 'boolean' } } : {}),
    ...(resource.removal === 'soft' ? { soft_deleted: { type: 'boolean' } } : {}),
    [resource.key]: ID,
  });
  return { summary, codes: [], answers: { 200: ok('The record was deleted.', answer) } };
};

/** Path parameters get names of their own where two numbers would share one. */
const pathOf = (route: Route): { path: string; parameters: Json[] } => {
  const used = new Map<string, number>();
  const parameters: Json[] = [];
  const path = route.address.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    const unique = times > 1 ? `${name}${times}` : name;
    parameters.push({
      name: unique,
      in: 'path',
      required: true,
      schema: ID,
      description: name === 'kid' ? 'Number of a customer, product partner or user.' : 'Row id.',
    });
    return `{${unique}}`;
  });
  return { path, parameters };
};

const operationOf = (route: Route, registry: Registry, shared: Map<string, Json>, schemas: Named): Json => {
  const base = usual(route, registry, schemas);
  const own = operationNotes[route.operation];
  const bytes = own?.answers !== undefined && route.collection?.resource.hasContent === true;
  const queryParameters = bytes ? [] : [...(base.parameters ?? []), ...(own?.parameters ?? [])];
  const note: OperationNote = { ...base, ...own, parameters: queryParameters };
  const summary = route.collection && !bytes ? base.summary : note.summary;
  const { parameters } = pathOf(route);
  const tag = route.scope.split(':')[1] ?? 'system';
  return {
    operationId: `${route.method.toLowerCase()}${pascal(route.address.replace('/v3/', '').replace(/[{}]/g, ''))}`,
    summary,
    description: note.description ?? `Needs the scope \`${route.scope}\`.`,
    tags: [tag],
    'x-required-scope': route.scope,
    parameters: [...parameters, ...(note.parameters ?? []), ...requestHeaders(route)],
    ...(note.body ? { requestBody: { required: true, content: note.content ?? content(note.body) } } : {}),
    responses: { ...note.answers, ...errorAnswers(codesOf(route), shared) },
  };
};

const components = (registry: Registry, routes: readonly Route[]): Json => ({
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Token of an organisation.' },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: '5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e',
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description: 'Only where the record still is the version that this `ETag` names.',
      schema: { type: 'string' },
    },
  },
  headers: {
    RequestId: { description: 'Identifies the request in the log.', schema: { type: 'string', format: 'uuid' } },
  },
  schemas: {
    Error: {
      type: 'object',
      description: 'Clients read `body.data ?? body`.',
      properties: {
        statusCode: { type: 'integer' },
        statusMessage: { type: 'string' },
        error: ref('ErrorCode'),
        message: { type: 'string' },
        data: {
          type: 'object',
          required: ['error', 'message'],
          properties: {
            error: ref('ErrorCode'),
            message: { type: 'string' },
            retry_after: { type: 'integer', description: 'Seconds, at 429 and 503.' },
            required_scope: { type: 'string' },
            provided_scope: { type: 'array', items: { type: 'string' } },
            hint: { type: 'string' },
            issues: { type: 'array', items: ref('Issue') },
          },
        },
      },
    },
    Issue: {
      type: 'object',
      required: ['path', 'code', 'message'],
      properties: {
        path: { type: 'array', items: { type: ['string', 'integer'] } },
        code: { type: 'string' },
        message: { type: 'string' },
      },
    },
    Batch: success({
      inserted: {
        type: 'array',
        items: {
          type: 'object',
          required: ['index', 'id'],
          properties: {
            index: { type: 'integer' },
            id: ID,
            kid: ID,
            tariffs: { type: 'array', items: ref('Tariff') },
          },
        },
      },
      failed: {
        type: 'array',
        items: {
          type: 'object',
          required: ['index', 'status', 'error', 'message'],
          properties: {
            index: { type: 'integer' },
            status: { type: 'integer' },
            error: ref('ErrorCode'),
            message: { type: 'string' },
            issues: { type: 'array', items: ref('Issue') },
          },
        },
      },
    }),
    ...Object.fromEntries(
      registry.resources.map((resource) => [schemaName(resource), recordSchema(resource, registry)]),
    ),
    ...sharedSchemas(registry, routes, new Set(described(routes).flatMap(codesOf))),
    ...eventSchemas(registry),
  },
});

/** Components that nothing refers to are left out; what they alone referred to goes with them. */
const usedComponents = (roots: Json, all: Readonly<Record<string, Json>>): Record<string, Json> => {
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, path = ''] of JSON.stringify(node).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
      if (used.has(path)) continue;
      used.add(path);
      const [group = '', name = ''] = path.split('/');
      visit(all[group]?.[name] ?? null);
    }
  };
  visit(roots);
  return Object.fromEntries(
    Object.entries(all).map(([group, members]) => [
      group,
      group === 'securitySchemes'
        ? members
        : Object.fromEntries(Object.entries(members).filter(([name]) => used.has(`${group}/${name}`))),
    ]),
  );
};

/** The routes that the description tells of. */
const described = (routes: readonly Route[]): readonly Route[] =>
  routes.filter(({ address }) => address.startsWith('/v3/'));

/** The whole description as a plain object; the internal search tool is no part of it. */
export const openapiDocument = (registry: Registry, routes: readonly Route[]): Json => {
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<string>();
  const shared = new Map<string, Json>();
  const schemas: Named = new Map();
  for (const route of described(routes)) {
    const { path } = pathOf(route);
    const operation = operationOf(route, registry, shared, schemas);
    tags.add(String((operation.tags as string[])[0]));
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  const general = components(registry, routes) as Record<string, Json>;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Broker CRM REST API',
      version: '3.0.0',
      description:
        'CRM for insurance and finance intermediaries. Every call needs the token of an organisation; `x-required-scope` names the permission. Fields and select lists can differ per organisation: read them with `with_schema=true`.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Broker CRM' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ token: [] }],
    tags: [
      ...[...tags].sort().map((name) => ({ name, description: `Scope family ${name}.` })),
      { name: 'webhooks', description: 'What the service sends to webhooks.' },
    ],
    paths,
    webhooks: webhookSection,
    components: usedComponents(
      { paths, webhookSection },
      {
        ...general,
        schemas: { ...(general.schemas as Json), ...Object.fromEntries(schemas) },
        responses: Object.fromEntries(shared),
        examples: Object.fromEntries(
          (Object.keys(errorTable) as Code[]).map((code) => [code, { value: errorExample(code) }]),
        ),
      },
    ),
  };
};

/** The description as YAML, as `GET /openapi/v3.yaml` answers it. */
export const openapiYaml = (registry: Registry, routes: readonly Route[]): string =>
  stringify(openapiDocument(registry, routes), { lineWidth: 0, aliasDuplicateObjects: false });
