/** The OpenAPI 3.1 description, derived from routes and declarations (rules 14.5). */
import { Document, isCollection, isScalar, type Scalar, visit, type YAMLMap } from 'yaml';
import { type Code, errorTable } from '../../errors/api-error.ts';
import type { Registry } from '../../model/registry.ts';
import { MAX_KEY } from '../../shared/limits.ts';
import { tableOf } from '../../shared/lookup-table.ts';
import { eventNames, PING } from '../events/event-names.ts';
import type { Route } from '../routing/routes.ts';
import { keySchemas, sectionSchemas } from './components/enum-schemas.ts';
import { HEADERS } from './components/response-headers.ts';
import { type Named, schemaName, sharedSchemas } from './components/schemas.ts';
import { codesOf, errorExample, type SharedAnswers } from './error-responses.ts';
import { eventSchemas, webhookSection } from './event-schemas.ts';
import { examplesOf } from './example-records.ts';
import { withExamples } from './operation-examples.ts';
import { operationOf, pathOf } from './path-operation.ts';
import { recordSchema } from './record-schemas.ts';
import { withShared } from './shared-components.ts';

type Json = Readonly<Record<string, unknown>>;

const components = (registry: Registry, routes: readonly Route[]): Json => ({
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Token of an organisation.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'broker_crm_session',
      description:
        'Session of a signed-in user, with the scopes of its role; behind TLS the name begins with `__Host-`. Calls other than GET and HEAD repeat the `csrf` of the session in the header `x-csrf-token`.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely. Printable ASCII characters, blanks too.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_KEY },
      // A constant would make all requests one; without an example importers invent a value.
      examples: { postman: { summary: 'Postman and Bruno make a new one for each request.', value: '{{$guid}}' } },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description: 'Only where the record still is the version that this `ETag` names; `*` is any version.',
      schema: { type: 'string' },
      example: '*',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'Answer 304 where the record still is the version that this `ETag` names.',
      schema: { type: 'string' },
      // A version that no record has: importers send examples, and need a response with the record.
      example: '"0"',
    },
    Range: {
      name: 'Range',
      in: 'header',
      description: 'Only this part of the bytes; with `If-Range` only where that is the `ETag` of the file.',
      schema: { type: 'string' },
      example: 'bytes=0-',
    },
  },
  headers: HEADERS,
  schemas: {
    ...Object.fromEntries(
      registry.resources.map((resource) => [schemaName(resource), recordSchema(resource, registry)]),
    ),
    ...keySchemas,
    ...sectionSchemas(registry),
    ...sharedSchemas(registry, routes, new Set(described(routes).flatMap(codesOf))),
    ...eventSchemas(registry),
    EventName: { type: 'string', enum: [...eventNames(registry), PING] },
  },
});

/** Removes unreferenced components, transitively. */
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

/** The described routes. */
const described = (routes: readonly Route[]): readonly Route[] =>
  routes.filter(({ address }) => address.startsWith('/v3/'));

/** Tags of calls that check several scope families, and their descriptions. */
const spanning: Readonly<Record<string, string>> = tableOf([
  ['exports', 'Files of all records of some kinds. Needs the read scopes of these kinds.'],
  [
    'changes',
    'The changes of all records in their order, for copies of the data. Needs the read scopes of the record kinds.',
  ],
  [
    'agenda',
    'The work that is due: activities, deadlines, damages and birthdays. Needs the read scopes of the record kinds.',
  ],
]);

/** The name of a tag as a heading. */
const displayName = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The introduction of the reference, in Markdown. */
const INTRODUCTION = `CRM for insurance and finance intermediaries. Every call needs the token of an organisation, or the session of a signed-in user; \`x-required-scope\` names the permission. Fields and select lists can differ per organisation: read them with \`with_schema=true\`.

**Lists** are paged by \`page\` and \`limit\`; \`total\` counts all records. Filters, comparisons such as \`[gte]\`, \`sort\` and \`fields\` are query parameters.

**Errors** have a code that programs can rely on; 400 \`validation_failed\` names every invalid field in \`issues\`.

**Limits**: \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\` show the requests of the minute; above it, 429 \`rate_limit_exceeded\` says in \`Retry-After\` when to continue.

**Repeating**: a POST with an \`Idempotency-Key\` is carried out once; the same request gets its first response for 24 hours. A PATCH or DELETE with \`If-Match\` applies to the version that was read.

**Webhooks** send events, signed as Standard Webhooks defines, at least once; a receiver skips a \`webhook-id\` that it knows.`;

/** The tag of webhook operations and deliveries. */
const WEBHOOKS = 'webhooks';

/** The whole description as a plain object, without the internal search tool. */
export const openapiDocument = (registry: Registry, routes: readonly Route[]): Json => {
  const made: { readonly route: Route; readonly path: string; readonly call: Json }[] = [];
  /** The scopes of each tag's operations. */
  const tags = new Map<string, Set<string>>();
  const shared: SharedAnswers = new Map();
  const schemas: Named = new Map();
  for (const route of described(routes)) {
    const { path } = pathOf(route);
    const operation = operationOf(route, registry, shared, schemas);
    const tag = String((operation.tags as string[])[0]);
    tags.set(tag, (tags.get(tag) ?? new Set()).add(route.scope));
    made.push({ route, path, call: operation });
  }
  const general = components(registry, routes) as Record<string, Json>;
  const allSchemas = { ...general.schemas, ...Object.fromEntries(schemas) };
  const examples = examplesOf(registry);
  const calls: Record<string, Record<string, Json>> = {};
  for (const { route, path, call } of made) {
    const method = route.method.toLowerCase();
    calls[path] = { ...calls[path], [method]: withExamples(call, route, examples, allSchemas) };
  }
  const { paths, parameters, responses } = withShared(calls);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Broker CRM REST API',
      version: '3.0.0',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Broker CRM' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ token: [] }, { session: [] }],
    tags: [
      ...[...tags]
        .filter(([name]) => name !== WEBHOOKS)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, scopes]) => ({
          name,
          'x-displayName': displayName(name),
          description:
            spanning[name] ??
            `Scopes: ${[...scopes]
              .filter(Boolean)
              .sort()
              .map((scope) => `\`${scope}\``)
              .join(', ')}.`,
        })),
      {
        name: WEBHOOKS,
        'x-displayName': displayName(WEBHOOKS),
        description: 'Webhooks with their deliveries, and the events that the service sends.',
      },
    ],
    paths,
    webhooks: webhookSection,
    components: usedComponents(
      { paths, webhookSection },
      {
        ...general,
        schemas: allSchemas,
        parameters: { ...(general.parameters as Json), ...parameters },
        responses: {
          ...responses,
          ...Object.fromEntries([...shared.values()].map(({ name, answer }) => [name, answer])),
        },
        examples: Object.fromEntries(
          (Object.keys(errorTable) as Code[]).map((code) => [code, { value: errorExample(code) }]),
        ),
      },
    ),
  };
};

/** Line widths: for a few short values or a single member, and for a row of names or an example. */
const [LINE, ROW] = [80, 500];

const isShort = (items: readonly unknown[], most = LINE): boolean =>
  items.every((item) => isScalar(item)) && items.map((item) => String((item as Scalar).value)).join(', ').length < most;

/** Names and values on one line. */
const isRow = ({ items }: YAMLMap): boolean => isShort(items.flatMap(({ key, value }) => [key, value]));

/** The description as YAML, the response of `GET /openapi/v3.yaml`. */
export const openapiYaml = (registry: Registry, routes: readonly Route[]): string => {
  const document = new Document(openapiDocument(registry, routes), { aliasDuplicateObjects: false });
  visit(document, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && key.value === 'example' && isCollection(value)) value.flow = true;
    },
    Map: (_, node) => {
      const [only, ...others] = node.items;
      if (isRow(node) || (!others.length && isScalar(only?.key) && only.key.value === '$ref')) node.flow = true;
    },
    Seq: (_, node) => {
      if (isShort(node.items, ROW)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
};
