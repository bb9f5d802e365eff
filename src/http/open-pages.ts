/** What is answered without a token: the OpenAPI description, and the script that draws its reference (web/src/reference). */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Route } from '../derive/routes.ts';
import { fail } from '../errors.ts';
import { type Registry, registry as shipped } from '../model/registry.ts';
import { compressedOnce } from './compress.ts';

/** Scalar's page, copied into `dist` by the build so that no request leaves the host. */
const SCRIPTS = [
  '../reference/standalone.js',
  '../../node_modules/@scalar/fastify-api-reference/dist/js/standalone.js',
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

type Send = ReturnType<typeof compressedOnce>;

/** A form of the description. */
interface Form {
  readonly url: string;
  readonly type: string;
  /** Where it lies, seen from `src/http` and from `dist/http`: making it takes long, and nobody else would be answered. */
  readonly made: string;
  /** What it is for other declarations than those that are shipped. */
  readonly make: (registry: Registry, routes: readonly Route[]) => Promise<string>;
}

/** What makes descriptions is a tenth of all that a service would load, and one as it is shipped needs none. */
const maker = () => import('../derive/openapi.ts');

const FORMS: readonly Form[] = [
  {
    url: '/openapi/v3.yaml',
    type: 'application/yaml; charset=utf-8',
    // Committed; `npm run check` sees that it is current.
    made: '../../generated/openapi.yaml',
    make: async (registry, routes) => (await maker()).openapiYaml(registry, routes),
  },
  {
    url: '/openapi/v3.json',
    type: 'application/json; charset=utf-8',
    // Made of the committed one by the build.
    made: '../../dist/openapi.json',
    make: async (registry, routes) => JSON.stringify((await maker()).openapiDocument(registry, routes)),
  },
];

const bytesOf = async ({ made, make }: Form, registry: Registry, routes: readonly Route[]): Promise<Buffer> => {
  const file = fileURLToPath(new URL(made, import.meta.url));
  return registry === shipped && existsSync(file) ? readFile(file) : Buffer.from(await make(registry, routes));
};

/** Registers them; the description is read when it is first asked for. */
export const registerOpenPages = (app: FastifyInstance, registry: Registry, routes: readonly Route[]): void => {
  for (const form of FORMS) {
    let description: Promise<Send> | undefined;
    readOnly(app, form.url, async (request, reply) => {
      description ??= bytesOf(form, registry, routes).then(compressedOnce);
      const send = await description;
      return send(request, reply.type(form.type));
    });
  }
  let script: Promise<Send | undefined> | undefined;
  readOnly(app, '/reference/standalone.js', async (request, reply) => {
    script ??= readScript().then((bytes) => bytes && compressedOnce(bytes));
    const send = await script;
    if (!send) throw fail('endpoint_not_found');
    return send(request, reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'max-age=3600'));
  });
};
