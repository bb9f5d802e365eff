/** Everything that can be asked: the data addresses of the OpenAPI description, the settings API, pages, and what does not exist. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { pathOf } from '../../src/derive/openapi/path-operation.ts';
import { allRoutes } from '../../src/derive/routing/all-routes.ts';
import type { Route } from '../../src/derive/routing/routes.ts';
import { registry } from '../../src/model/registry.ts';
import { settingsRoutes } from '../../src/settings/routes/index.ts';
import type { Schema } from './schema-values.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly $ref?: string;
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** The description as it is committed. */
const document = parse(readFileSync(new URL('../../generated/openapi.yaml', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
};

/** A schema of the description by its address in it. */
export const schemaAt = (ref: string): Schema => document.components.schemas[ref.split('/').pop() ?? ''] ?? {};

/** One method at one address. */
export interface Operation {
  /** `POST /v3/customers/{kid}/jobs` */
  readonly name: string;
  readonly kind: 'data' | 'settings' | 'open';
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly address: string;
  readonly route?: Route;
  readonly body?: Schema;
  /** Its body can be a form with a file. */
  readonly form?: boolean;
  readonly query: readonly (readonly [name: string, schema: Schema])[];
  /** Largest body. */
  readonly bytes: number;
  /** Needs no session. */
  readonly open?: boolean;
}

const ofData = (route: Route): Operation => {
  const described = document.paths[pathOf(route).path]?.[route.method.toLowerCase()];
  const content = described?.requestBody?.content ?? {};
  const parameters = (described?.parameters ?? [])
    .map((one) => (one.$ref ? document.components.parameters[one.$ref.split('/').pop() ?? ''] : one))
    .filter((one) => one?.in === 'query') as readonly Parameter[];
  return {
    name: `${route.method} ${route.address}`,
    kind: 'data',
    method: route.method,
    address: route.address,
    route,
    body:
      content['application/json']?.schema ??
      (route.method === 'POST' || route.method === 'PATCH' ? { type: 'object' } : undefined),
    form: 'multipart/form-data' in content,
    query: parameters.map(({ name, schema }) => [name, schema]),
    bytes: Math.min(route.bodyLimit, 8 << 20),
  };
};

const ofSettings = ({ method, path, who, query, body }: (typeof settingsRoutes)[number]): Operation => ({
  name: `${method} /settings/api${path}`,
  kind: 'settings',
  method,
  address: `/settings/api${path.replace(/:(\w+)/g, '{$1}')}`,
  body: body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema),
  query: Object.keys(query ?? {}).map((name) => [name, { type: 'string' }]),
  bytes: 1 << 20,
  open: who === 'anyone',
});

/** Pages, and unregistered addresses. */
const OPEN = [
  ...[
    '/health',
    '/livez',
    '/readyz',
    '/openapi/v3.yaml',
    '/reference',
    '/reference/standalone.js',
    '/',
    '/login',
    '/settings',
    '/settings/{name}',
  ],
  ...[
    '/invitation/{secret}',
    '/favicon.svg',
    '/assets/{secret}',
    '/v3',
    '/v3/',
    '/v3/{name}',
    '/v3/customers/{kid}/{name}',
  ],
  ...[
    '/tools',
    '/tools/{name}',
    '/settings/api/{name}',
    '/data',
    '/data/{name}',
    '/{name}',
    '//v3/customers',
    '/v3//customers',
  ],
];

/** All of them. */
export const operations: readonly Operation[] = [
  ...allRoutes(registry).map(ofData),
  ...settingsRoutes.map(ofSettings),
  ...OPEN.map(
    (address): Operation => ({
      name: `GET ${address}`,
      kind: 'open',
      method: 'GET',
      address,
      query: [],
      bytes: 1 << 20,
      open: true,
    }),
  ),
];
