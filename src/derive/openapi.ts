/** The OpenAPI 3.1 description, derived from routes and declarations (rules 14.5). */
import { Document, isCollection, isScalar, type Scalar, visit, type YAMLMap } from 'yaml';
import { type Code, errorTable } from '../errors.ts';
import { MAX_KEY } from '../limits.ts';
import type { Registry } from '../model/registry.ts';
import { eventNames, PING } from './event-names.ts';
import { examplesOf } from './example-records.ts';
import { operationOf, pathOf, SPANNING_TAG } from './openapi-calls.ts';
import { codesOf, errorExample, type SharedAnswers } from './openapi-errors.ts';
import { eventSchemas, webhookSection } from './openapi-events.ts';
import { withExamples } from './openapi-examples.ts';
import { HEADERS } from './openapi-headers.ts';
import { keySchemas, sectionSchemas } from './openapi-lists.ts';
import { type Named, recordSchema } from './openapi-records.ts';
import { schemaName, sharedSchemas } from './openapi-shapes.ts';
import { withShared } from './openapi-shared.ts';
import type { Route } from './routes.ts';
import { webhookSchemas } from './webhook-notes.ts';

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
      // A constant would make one request of all; without an example importers make one up.
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
      // Some version that nothing is: importers send examples, and are to get an answer.
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
    ...webhookSchemas([...eventNames(registry), PING]),
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

/** The tag of calls on webhooks and of what is sent to them. */
const WEBHOOKS = 'webhooks';

/** The whole description as a plain object; the internal search tool is no part of it. */
export const openapiDocument = (registry: Registry, routes: readonly Route[]): Json => {
  const made: { readonly route: Route; readonly path: string; readonly call: Json }[] = [];
  const tags = new Set<string>();
  const shared: SharedAnswers = new Map();
  const schemas: Named = new Map();
  for (const route of described(routes)) {
    const { path } = pathOf(route);
    const operation = operationOf(route, registry, shared, schemas);
    tags.add(String((operation.tags as string[])[0]));
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
      description:
        'CRM for insurance and finance intermediaries. Every call needs the token of an organisation, or the session of a signed-in user; `x-required-scope` names the permission. Fields and select lists can differ per organisation: read them with `with_schema=true`.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Broker CRM' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ token: [] }, { session: [] }],
    tags: [
      ...[...tags]
        .filter((name) => name !== WEBHOOKS)
        .sort()
        .map((name) => ({
          name,
          description: name === SPANNING_TAG ? 'What changed, in all scope families.' : `Scope family ${name}.`,
        })),
      { name: WEBHOOKS, description: 'Scope family webhooks, and what the service sends to them.' },
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

/** What takes one line: a few short values, a member alone, a row of names, an example. */
const [LINE, ROW] = [80, 500];

const isShort = (items: readonly unknown[], most = LINE): boolean =>
  items.every((item) => isScalar(item)) && items.map((item) => String((item as Scalar).value)).join(', ').length < most;

/** Names and values that stand side by side. */
const isRow = ({ items }: YAMLMap): boolean => isShort(items.flatMap(({ key, value }) => [key, value]));

/** The description as YAML, as `GET /openapi/v3.yaml` answers it. */
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
