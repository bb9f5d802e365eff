/** Public routes: the OpenAPI description, and the script of its reference page (web/src/reference). */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Route } from '../../derive/routing/routes.ts';
import { fail } from '../../errors/api-error.ts';
import { type Registry, registry as shipped } from '../../model/registry.ts';
import { compressCached } from '../response/compress.ts';

/** Scalar's page, copied into `dist` by the build so that no request leaves the host. */
const SCRIPTS = [
  '../../reference/standalone.js',
  '../../../node_modules/@scalar/fastify-api-reference/dist/js/standalone.js',
];

const readScript = async (): Promise<Buffer | undefined> => {
  const file = SCRIPTS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
  return file ? readFile(file) : undefined;
};

/** A page that is read; every other method is 405 with `Allow`, as at the data addresses (rules 2.1). */
export const readOnly = (app: FastifyInstance, url: string, handler: RouteHandlerMethod): void => {
  app.get(url, handler);
  const method = app.supportedMethods.filter((name) => name !== 'GET' && name !== 'HEAD');
  app.route({
    method,
    url,
    handler: () => {
      throw fail('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
    },
  });
};

type Send = ReturnType<typeof compressCached>;

/** A form of the description. */
interface Form {
  readonly url: string;
  readonly type: string;
  /** Path of the prepared description: deriving it blocks the process for long. */
  readonly made: string;
  /** Derives the description of other declarations than the shipped ones. */
  readonly make: (registry: Registry, routes: readonly Route[]) => Promise<string>;
}

/** Loaded on demand: it is a tenth of the code, and the shipped description does not need it. */
const maker = () => import('../../derive/openapi/openapi-document.ts');

const FORMS: readonly Form[] = [
  {
    url: '/openapi/v3.yaml',
    type: 'application/yaml; charset=utf-8',
    // Committed; `npm run check` sees that it is current.
    made: '../../../generated/openapi.yaml',
    make: async (registry, routes) => (await maker()).openapiYaml(registry, routes),
  },
  {
    url: '/openapi/v3.json',
    type: 'application/json; charset=utf-8',
    // Made of the committed one by the build.
    made: '../../../dist/openapi.json',
    make: async (registry, routes) => JSON.stringify((await maker()).openapiDocument(registry, routes)),
  },
];

const bytesOf = async ({ made, make }: Form, registry: Registry, routes: readonly Route[]): Promise<Buffer> => {
  const file = fileURLToPath(new URL(made, import.meta.url));
  return registry === shipped && existsSync(file) ? readFile(file) : Buffer.from(await make(registry, routes));
};

/** Registers the routes; the OpenAPI document is loaded by the first request. */
export const registerPublicRoutes = (app: FastifyInstance, registry: Registry, routes: readonly Route[]): void => {
  for (const form of FORMS) {
    let description: Promise<Send> | undefined;
    readOnly(app, form.url, async (request, reply) => {
      description ??= bytesOf(form, registry, routes).then(compressCached);
      const send = await description;
      return send(request, reply.type(form.type));
    });
  }
  let script: Promise<Send | undefined> | undefined;
  readOnly(app, '/reference/standalone.js', async (request, reply) => {
    script ??= readScript().then((bytes) => bytes && compressCached(bytes));
    const send = await script;
    if (!send) throw fail('endpoint_not_found');
    return send(request, reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'max-age=3600'));
  });
};
