/** The settings UI as the build left it: one page whose script knows its addresses, and the API reference. No request leaves the host. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { table } from '../table.ts';
import { encodingFor } from './accept-encoding.ts';
import { readOnly } from './open-pages.ts';
import { pagePolicy, REFERENCE_POLICY } from './protective-headers.ts';

/** Seen from `src/http` and from `dist/http`. */
const FOLDERS = ['../../dist/web/', '../web/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
const ASSET = /^[\w-]+(\.[\w-]+)*$/;

/** Endings of the files that hold another in an encoding. */
const MADE: Readonly<Record<string, string>> = table({ br: '.br', gzip: '.gz' });

const TYPES: Readonly<Record<string, string>> = table({
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
});

/** Browsers say so of what a user opens. */
const READS_HTML = /\btext\/html\b/;

/** Where the document has room for what its page needs. */
const FILES_OF_THE_PAGE = '<link data-files-of-the-page />';

/** Files of a page, and the calls that it makes first, as addresses in HTML. */
interface Needs {
  readonly files: readonly string[];
  readonly calls: readonly string[];
}
type Needed = ReadonlyMap<string, Needs>;

/** Needs by the name of a page, as the build noted them. */
const readNeeded = (folder: string): Needed =>
  new Map(Object.entries(JSON.parse(readFileSync(`${folder}needed.json`, 'utf8')) as Record<string, Needs>));

/** @returns the parts of the page that an address begins with, as the build calls them */
type PartsOf = (params: { readonly page?: string }) => readonly string[];

/** The addresses that show the page. */
const ADDRESSES: ReadonlyMap<string, PartsOf> = new Map<string, PartsOf>([
  ['/', () => ['shell', 'overview']],
  ['/login', () => ['login']],
  ['/forgotten-password', () => ['forgotten']],
  ['/invitation/:secret', () => ['invitation']],
  ['/settings', () => ['shell', 'overview']],
  ['/settings/:page', ({ page = '' }) => ['shell', page]],
]);

/**
 * Names what a page needs, so that a browser asks for it at once and not after the first scripts have run. A page whose address
 * has a query may ask for something else than without.
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

/** Registers the pages; where the UI was not built, `/` leads to the description of the API. */
export const registerWebPages = (app: FastifyInstance): void => {
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
  // Below a page there is nothing: who reads HTML hears so from the page, with a way home, and programs as everywhere.
  app.get('/settings/:page/*', (request, reply) => {
    const { page: name } = request.params as { page: string };
    if (name === 'api') throw fail('endpoint_not_found');
    reply.header('Vary', 'Accept');
    if (!folder || !READS_HTML.test(request.headers.accept ?? '')) throw fail('endpoint_not_found');
    return page(() => ['shell'])(request, reply.code(404));
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
    // The build has compressed what it wins on.
    const made = Object.keys(MADE).filter((name) => existsSync(`${path}${MADE[name]}`));
    if (made.length) reply.header('Vary', 'Accept-Encoding');
    const encoding = encodingFor(request.headers['accept-encoding'], made);
    if (encoding) reply.header('Content-Encoding', encoding);
    return reply.send(await readFile(`${path}${encoding ? MADE[encoding] : ''}`));
  });
};
