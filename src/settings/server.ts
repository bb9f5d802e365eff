/** The settings API on the service's HTTP server: session, CSRF, body, one handler, one answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireOwnPage } from '../access/csrf.ts';
import { type AddressList, clientAddress } from '../access/ip-addresses.ts';
import { linkOrigin, throughTls } from '../access/reached-by.ts';
import { findSession, REQUIRED_ACTION_CODES, type Session, SIGNED_IN_HEADER } from '../access/sessions.ts';
import type { Database } from '../db/database.ts';
import { acceptedBy } from '../derive/accepted-by.ts';
import { fail } from '../errors.ts';
import { MAX_INT } from '../int.ts';
import { echo } from '../issues.ts';
import { traceOf } from '../traces.ts';
import { account } from './account.ts';
import { audit } from './audit.ts';
import { basedOn, isChange } from './based-on.ts';
import type { Handlers, SettingsCall, SettingsParts } from './call.ts';
import { catalogues } from './catalogues.ts';
import { fields } from './fields.ts';
import { forgotten } from './forgotten.ts';
import { inbox } from './inbox.ts';
import { invitations } from './invitations.ts';
import { login } from './login.ts';
import { organisation } from './organisation.ts';
import { wrong } from './query.ts';
import { relationTypes } from './relation-types.ts';
import { roles } from './roles.ts';
import { type SettingsRoute, settingsRoutes } from './routes/index.ts';
import { cookieOf } from './sessions.ts';
import { tokens } from './tokens.ts';
import { usage } from './usage.ts';
import { userAccess } from './user-access.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

const PREFIX = '/settings/api';
const WHOLE = /^\d{1,15}$/;
const TEXTS = new Set(['secret', 'path', 'name', 'session']);

const handlers: Handlers = {
  ...login,
  ...invitations,
  ...forgotten,
  ...account,
  ...organisation,
  ...usage,
  ...tokens,
  ...webhooks,
  ...fields,
  ...catalogues,
  ...relationTypes,
  ...users,
  ...userAccess,
  ...roles,
  ...inbox,
  ...audit,
};

/** What nobody has to sign in for is a few short texts; other bodies are those of a form (rules 8.1). */
const OPEN_LIMIT = 4 * 1024;
const USUAL_LIMIT = 64 * 1024;

/** Numbers of the path. @throws 404 where one is none */
const paramsOf = (request: FastifyRequest): Record<string, string> => {
  const params = request.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) {
    if (!TEXTS.has(name) && (!WHOLE.test(value) || (name !== 'delivery' && Number(value) > MAX_INT)))
      throw fail('not_found');
  }
  return params;
};

/** What a query says. @throws 400 for a name that the route does not have, which would narrow nothing unseen */
const queryOf = (route: SettingsRoute, request: FastifyRequest): SettingsCall['query'] => {
  const names = route.query ?? {};
  const strange = Object.keys(request.query as object).find((name) => !Object.hasOwn(names, name));
  if (strange !== undefined) throw wrong(echo(strange), 'There is no such name in this query.');
  return request.query as SettingsCall['query'];
};

/** The validated body, and apart from it what it was made from. @throws 400 `validation_failed` naming every wrong field */
const bodyOf = (route: SettingsRoute, given: unknown): { body: unknown; before?: unknown } => {
  if (!route.body) return { body: undefined };
  const { before, ...body } = acceptedBy(route.body, given ?? {}) as Readonly<Record<string, unknown>>;
  return { body, before };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose call of the settings API it is, before its body is read. */
    settingsCaller: { readonly session: Session | null; readonly secure: boolean; readonly limit: number } | null;
  }
}

/** What the server needs beside what its calls use. */
export interface SettingsServer extends SettingsParts {
  readonly trustedProxies: AddressList;
  /** Reads a JSON body. @throws 413 `payload_too_large`, 400 `invalid_json` */
  readonly readJson: (stream: IncomingMessage, limit: number) => Promise<unknown>;
  /** The text of an answer, as it travels where the browser takes it compressed. */
  readonly compressed: (request: FastifyRequest, reply: FastifyReply, text: string) => string | Buffer | Readable;
  /** The database of a call, whose long reads are an organisation's and end with its caller. */
  readonly readingFor: (db: Database, orgId: number, response: ServerResponse) => Database;
}

/**
 * Whether our own page reads: the length of what is compressed says what of it repeats (BREACH), so no page of another site
 * may have it sent. Browsers say who asks, and no page can say it for them.
 */
const isOwnRead = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-site'] === 'same-origin';

/** Registers the settings API. */
export const registerSettings = async (app: FastifyInstance, parts: SettingsServer): Promise<void> => {
  const { config, db, now, trustedProxies, readingFor } = parts;
  /** Who asks, before anything of the body is read. @throws 401 `not_signed_in`, 403 */
  const admit = async (route: SettingsRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const secure = throughTls(request.raw, config.publicUrl, trustedProxies);
    const session = route.who === 'anyone' ? null : await findSession(db, cookieOf(request, secure), now());
    // A refusal says it too: the page that asks may show somebody else by now.
    if (session) reply.header(SIGNED_IN_HEADER, `${session.orgId}/${session.kid}`);
    requireOwnPage(request, { publicUrl: config.publicUrl, secure }, session?.csrf ?? null);
    if (session) request.asking = { orgId: session.orgId };
    if (route.who !== 'anyone' && !session) throw fail('not_signed_in');
    if (session?.must && !route.during?.includes(session.must)) throw fail(REQUIRED_ACTION_CODES[session.must]);
    if (route.who === 'administrator' && !session?.administrator) throw fail('administrator_required');
    const limit = route.limit ?? (route.who === 'anyone' ? OPEN_LIMIT : USUAL_LIMIT);
    request.settingsCaller = { session, secure, limit };
  };
  const answer = async (route: SettingsRoute, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { session, secure } = request.settingsCaller ?? { session: null, secure: false };
    const { body, before } = bodyOf(route, request.body);
    const call: SettingsCall = {
      ...parts,
      db: session ? readingFor(db.of(session.orgId), session.orgId, reply.raw) : db,
      session: session as Session,
      params: paramsOf(request),
      query: queryOf(route, request),
      body,
      origin: linkOrigin(request.raw, config.publicUrl),
      secure,
      address: clientAddress(
        request.raw.socket.remoteAddress ?? '',
        request.headers['x-forwarded-for'],
        trustedProxies,
      ),
      requestId: request.id,
      traceparent: traceOf(request),
      reply,
    };
    const handle = handlers[route.name] as (call: SettingsCall) => Promise<unknown>;
    const result = await (isChange(route.name) && before !== undefined
      ? basedOn(call, route.name, before, handle)
      : handle(call));
    if (result === undefined) return reply;
    const text = JSON.stringify(result);
    return reply
      .code(route.status ?? 200)
      .type('application/json; charset=utf-8')
      .send(isOwnRead(request) ? parts.compressed(request, reply, text) : text);
  };
  await app.register(
    async (scope) => {
      await scope.register(cookie);
      scope.decorateRequest('settingsCaller', null);
      scope.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
        parts.readJson(payload, request.settingsCaller?.limit ?? 0),
      );
      for (const route of settingsRoutes) {
        scope.route({
          method: route.method,
          url: route.path,
          onRequest: (request, reply) => admit(route, request, reply),
          handler: (request, reply) => answer(route, request, reply),
        });
      }
    },
    { prefix: PREFIX },
  );
};
