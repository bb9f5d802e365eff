/** What is answered without a token: the OpenAPI description, and the script that draws its reference (web/src/reference). */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { parse } from 'yaml';
import { openapiYaml } from '../derive/openapi.ts';
import type { Route } from '../derive/routes.ts';
import { fail } from '../errors.ts';
import { type Registry, registry as shipped } from '../model/registry.ts';
import { compressedOnce } from './compress.ts';

/** Scalar's page, copied into `dist` by the build so that no request leaves the host. */
const SCRIPTS = [
  '../reference/standalone.js',
  '../../node_modules/@scalar/fastify-api-reference/dist/js/standalone.js',
];

/** A library in it tries out whether text may be run as code. The policy says no, and browsers would report the try. */
const TRIES_EVAL = 'return new Function(""),!0';

const readScript = async (): Promise<string | undefined> => {
  const file = SCRIPTS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
  return file && (await readFile(file, 'utf8')).replaceAll(TRIES_EVAL, 'return!1');
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

/** The description as it is committed, seen from `src/http` and from `dist/http`; `npm run check` sees that it is current. */
const COMMITTED = fileURLToPath(new URL('../../generated/openapi.yaml', import.meta.url));

/** Making the description takes half a second, in which nobody else would be answered. */
const describe = async (registry: Registry, routes: readonly Route[]): Promise<string> =>
  registry === shipped && existsSync(COMMITTED) ? readFile(COMMITTED, 'utf8') : openapiYaml(registry, routes);

type Send = ReturnType<typeof compressedOnce>;

/** Registers them; the description is read when it is first asked for. */
export const registerOpenPages = (app: FastifyInstance, registry: Registry, routes: readonly Route[]): void => {
  let description: Promise<Send> | undefined;
  let asJson: Promise<Send> | undefined;
  let script: Promise<Send | undefined> | undefined;
  readOnly(app, '/openapi/v3.yaml', async (request, reply) => {
    description ??= describe(registry, routes).then(compressedOnce);
    const send = await description;
    return send(request, reply.type('application/yaml; charset=utf-8'));
  });
  readOnly(app, '/openapi/v3.json', async (request, reply) => {
    asJson ??= describe(registry, routes).then((yaml) => compressedOnce(JSON.stringify(parse(yaml))));
    const send = await asJson;
    return send(request, reply.type('application/json; charset=utf-8'));
  });
  readOnly(app, '/reference/standalone.js', async (request, reply) => {
    script ??= readScript().then((text) => (text === undefined ? undefined : compressedOnce(text)));
    const send = await script;
    if (!send) throw fail('endpoint_not_found');
    return send(request, reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'max-age=3600'));
  });
};
