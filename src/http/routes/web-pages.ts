/**
 * Serves the built web application, a single page with client-side routes, and the API reference. Nothing is loaded
 * from other hosts.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../errors/api-error.ts';
import type { Registry } from '../../model/registry.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { encodingFor } from '../response/accept-encoding.ts';
import { pagePolicy, REFERENCE_POLICY } from '../response/security-headers.ts';
import { readOnly } from './openapi-routes.ts';

/** Relative to `src/http/routes` and to `dist/http/routes`. */
const FOLDERS = ['../../../dist/web/', '../../web/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
const ASSET = /^[\w-]+(\.[\w-]+)*$/;

/** Extensions of the precompressed files by content encoding. */
const MADE: Readonly<Record<string, string>> = lookupTable({ br: '.br', gzip: '.gz' });

const TYPES: Readonly<Record<string, string>> = lookupTable({
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
});

/** Matches the Accept header of a browser's navigation. */
const READS_HTML = /\btext\/html\b/;

/** Placeholder in the document for the preloads of its page. */
const FILES_OF_THE_PAGE = '<link data-files-of-the-page />';

/** Files of a page and its first API calls, as URLs in HTML. */
interface Needs {
  readonly files: readonly string[];
  readonly calls: readonly string[];
}
type Needed = ReadonlyMap<string, Needs>;

/** Needs by the name of a page, from the build. */
const readNeeded = (folder: string): Needed =>
  new Map(Object.entries(JSON.parse(readFileSync(`${folder}needed.json`, 'utf8')) as Record<string, Needs>));

/** @returns names of the parts of a page, as the build has them */
type PartsOf = (params: { readonly page?: string }) => readonly string[];

/** URLs of the page, with their parts. */
const ADDRESSES: ReadonlyMap<string, PartsOf> = new Map<string, PartsOf>([
  ['/', () => ['layout', 'workspace/my-day']],
  ['/inbox', () => ['layout', 'workspace/inbox']],
  ['/imports', () => ['layout', 'workspace/imports']],
  ['/imports/:id', () => ['layout']],
  ['/exports', () => ['layout', 'workspace/exports']],
  ['/templates', () => ['layout']],
  ['/call', () => ['layout']],
  ['/login', () => ['sign-in/login']],
  ['/forgotten-password', () => ['sign-in/forgotten-password']],
  ['/sso/:step', () => ['sign-in/sso']],
  ['/invitation/:secret', () => ['sign-in/invitation']],
  ['/settings', () => ['layout', 'settings/overview']],
  ['/settings/:page', ({ page = '' }) => ['layout', `settings/${page}`]],
]);

/**
 * Preload links of a page, so that a browser requests its files before the first scripts have run. A page whose
 * address has a query may need different data.
 */
const preloads = (needed: Needed, parts: readonly string[], query: boolean): string => {
  const needs = parts.flatMap((part) => needed.get(part) ?? []);
  const calls = query ? [] : needs.flatMap((one) => one.calls);
  const files = new Set(needs.flatMap((one) => one.files));
  return [
    ...calls.map((call) => `<link rel="preload" as="fetch" crossorigin href="${call}">`),
    ...[...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
};

/** URLs of a record kind: its list, a record, and the pages below a record. */
const addressesOf = (path: string): readonly (readonly [url: string, partsOf: PartsOf])[] => [
  [`/${path}`, () => ['layout', 'workspace/lists']],
  [`/${path}/:id`, () => ['layout', 'workspace/record']],
  [`/${path}/:id/:sub`, () => ['layout', 'workspace/record']],
];

/** URLs of all record kinds with addresses of their own. */
const addressesOfRecords = ({ resources }: Registry) =>
  resources
    .filter(({ path, nesting: place }) => place.topLevel && !path.includes('/'))
    .flatMap(({ path }) => addressesOf(path));

/** Registers the pages; without a built UI, `/` redirects to the API reference. */
export const registerWebPages = (app: FastifyInstance, registry: Registry): void => {
  const folder = FOLDERS.find((path) => existsSync(`${path}index.html`));
  const needed: Needed = folder ? readNeeded(folder) : new Map();
  const page =
    (partsOf: PartsOf) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (!folder) return reply.redirect('/openapi/v3.yaml');
      const nonce = randomBytes(16).toString('base64');
      const text = await readFile(`${folder}index.html`, 'utf8');
      const links = preloads(needed, partsOf(request.params as { page?: string }), request.url.includes('?'));
      return reply
        .type('text/html; charset=utf-8')
        .header('Content-Security-Policy', pagePolicy(nonce))
        .send(text.replace('NONCE_OF_THE_ANSWER', nonce).replace(FILES_OF_THE_PAGE, links));
    };
  for (const [url, partsOf] of ADDRESSES) app.get(url, page(partsOf));
  // A program that forgot `/v3` gets the error of the API, not a page.
  for (const [url, partsOf] of addressesOfRecords(registry))
    app.get(url, (request, reply) => {
      reply.header('Vary', 'Accept');
      if (!READS_HTML.test(request.headers.accept ?? '')) throw fail('endpoint_not_found');
      return page(partsOf)(request, reply);
    });
  // Unknown pages: browsers get the page, which shows the error with a link, and programs get the error of the API.
  app.get('/settings/:page/*', (request, reply) => {
    const { page: name } = request.params as { page: string };
    if (name === 'api') throw fail('endpoint_not_found');
    reply.header('Vary', 'Accept');
    if (!folder || !READS_HTML.test(request.headers.accept ?? '')) throw fail('endpoint_not_found');
    return page(() => ['layout'])(request, reply.code(404));
  });
  readOnly(app, '/reference', async (_request, reply) => {
    if (!folder) throw fail('endpoint_not_found');
    const text = await readFile(`${folder}reference.html`, 'utf8');
    return reply.type('text/html; charset=utf-8').header('Content-Security-Policy', REFERENCE_POLICY).send(text);
  });
  app.get('/favicon.svg', async (_request, reply) => {
    if (!folder) throw fail('endpoint_not_found');
    return reply.type('image/svg+xml').send(await readFile(`${folder}favicon.svg`));
  });
  app.get('/assets/:file', async (request, reply) => {
    const { file } = request.params as { file: string };
    const type = TYPES[extname(file)];
    const path = `${folder}assets/${file}`;
    if (!folder || !type || !ASSET.test(file) || !existsSync(path)) throw fail('endpoint_not_found');
    reply.headers({ 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' });
    // The build has compressed the files that become smaller.
    const made = Object.keys(MADE).filter((name) => existsSync(`${path}${MADE[name]}`));
    if (made.length) reply.header('Vary', 'Accept-Encoding');
    const encoding = encodingFor(request.headers['accept-encoding'], made);
    if (encoding) reply.header('Content-Encoding', encoding);
    return reply.send(await readFile(`${path}${encoding ? MADE[encoding] : ''}`));
  });
};
