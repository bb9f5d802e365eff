/** The settings UI as the build left it: one page whose script knows its addresses, and the API reference. No request leaves the host. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
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

/** Registers the pages; where the UI was not built, `/` leads to the description of the API. */
export const registerWebPages = (app: FastifyInstance): void => {
  const folder = FOLDERS.find((path) => existsSync(`${path}index.html`));
  const page = async (reply: FastifyReply): Promise<FastifyReply> => {
    if (!folder) return reply.redirect('/openapi/v3.yaml');
    const nonce = randomBytes(16).toString('base64');
    const text = await readFile(`${folder}index.html`, 'utf8');
    return reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', pagePolicy(nonce))
      .send(text.replace('NONCE_OF_THE_ANSWER', nonce));
  };
  for (const url of ['/', '/login', '/invitation/:secret', '/settings', '/settings/:page'])
    app.get(url, (_request, reply) => page(reply));
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
