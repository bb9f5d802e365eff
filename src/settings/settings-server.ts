/** The settings API on the service's HTTP server: session, CSRF, body, one handler, one answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AddressList, clientAddress } from '../access/network/ip-addresses.ts';
import { isHttps, publicOrigin } from '../access/network/request-origin.ts';
import { assertSameOrigin } from '../access/sessions/csrf.ts';
import { findSession, REQUIRED_ACTION_CODES, type Session, SIGNED_IN_HEADER } from '../access/sessions/find-session.ts';
import type { Database } from '../db/database.ts';
import { parseBody } from '../derive/validation/parse-body.ts';
import { fail } from '../errors/api-error.ts';
import { truncateForEcho } from '../errors/issues.ts';
import { MAX_INT } from '../shared/int32.ts';
import { traceOf } from '../telemetry/tracing.ts';
import { archive } from './handlers/archive.ts';
import { audit } from './handlers/audit.ts';
import { catalogues } from './handlers/catalogues.ts';
import { dashboard } from './handlers/dashboard.ts';
import { fields } from './handlers/fields.ts';
import { letterhead } from './handlers/letterhead.ts';
import { mailboxes } from './handlers/mailboxes.ts';
import { organisation } from './handlers/organisation.ts';
import { privacy } from './handlers/privacy.ts';
import { relationTypes } from './handlers/relation-types.ts';
import { requestLog } from './handlers/request-log.ts';
import { roles } from './handlers/roles.ts';
import { tokens } from './handlers/tokens.ts';
import { userAccess } from './handlers/user-access.ts';
import { users } from './handlers/users.ts';
import { webhooks } from './handlers/webhooks.ts';
import { isChange, optimisticLock } from './request/optimistic-lock.ts';
import { wrong } from './request/query-values.ts';
import type { Handlers, SettingsCall, SettingsParts } from './request/settings-call.ts';
import { type SettingsRoute, settingsRoutes } from './routes/index.ts';
import { cookieOf } from './session/sessions.ts';
import { account } from './sign-in/account.ts';
import { accountPasskeys } from './sign-in/account-passkeys.ts';
import { calendarAddress } from './sign-in/calendar-address.ts';
import { invitations } from './sign-in/invitations.ts';
import { login } from './sign-in/login.ts';
import { passwordReset } from './sign-in/password-reset.ts';
import { sso } from './sign-in/sso-sign-in.ts';

const PREFIX = '/settings/api';
const WHOLE = /^\d{1,15}$/;
const TEXTS = new Set(['secret', 'path', 'name', 'session']);

const handlers: Handlers = {
  ...login,
  ...sso,
  ...invitations,
  ...passwordReset,
  ...account,
  ...accountPasskeys,
  ...calendarAddress,
  ...organisation,
  ...mailboxes,
  ...dashboard,
  ...requestLog,
  ...tokens,
  ...webhooks,
  ...fields,
  ...catalogues,
  ...relationTypes,
  ...users,
  ...userAccess,
  ...letterhead,
  ...privacy,
  ...archive,
  ...roles,
  ...audit,
};

/** Body limits: public calls need a few short texts; other bodies are those of a form (rules 8.1). */
const OPEN_LIMIT = 4 * 1024;
const USUAL_LIMIT = 64 * 1024;

/** Numbers of the path. @throws 404 if one is not a number */
const paramsOf = (request: FastifyRequest): Record<string, string> => {
  const params = request.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) {
    if (!TEXTS.has(name) && (!WHOLE.test(value) || (name !== 'delivery' && Number(value) > MAX_INT)))
      throw fail('not_found');
  }
  return params;
};

/** The query of a request. @throws 400 for an unknown parameter, which would silently filter nothing */
const queryOf = (route: SettingsRoute, request: FastifyRequest): SettingsCall['query'] => {
  const names = route.query ?? {};
  const strange = Object.keys(request.query as object).find((name) => !Object.hasOwn(names, name));
  if (strange !== undefined) throw wrong(truncateForEcho(strange), 'There is no such name in this query.');
  return request.query as SettingsCall['query'];
};

/** The validated body, and separately its `before`. @throws 400 `validation_failed` naming every invalid field */
const bodyOf = (route: SettingsRoute, given: unknown): { body: unknown; before?: unknown } => {
  if (!route.body) return { body: undefined };
  const { before, ...body } = parseBody(route.body, given ?? {}) as Readonly<Record<string, unknown>>;
  return { body, before };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a settings request, before its body is read. */
    settingsCaller: { readonly session: Session | null; readonly secure: boolean; readonly limit: number } | null;
  }
}

/** Dependencies of the server in addition to those of its calls. */
export interface SettingsServer extends SettingsParts {
  readonly trustedProxies: AddressList;
  /** Reads a JSON body. @throws 413 `payload_too_large`, 400 `invalid_json` */
  readonly readJson: (stream: IncomingMessage, limit: number) => Promise<unknown>;
  /** The text of an answer, as it travels where the browser takes it compressed. */
  readonly compressed: (request: FastifyRequest, reply: FastifyReply, text: string) => string | Buffer | Readable;
  /** The database of a request, with long queries that count for the organisation and end with the client. */
  readonly requestDatabase: (db: Database, orgId: number, response: ServerResponse) => Database;
}

/**
 * Whether the own page reads: only then is a response compressed, since its length reveals repetitions (BREACH) and
 * no page of another site may trigger that. Browsers set this header; pages cannot.
 */
const isOwnRead = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-site'] === 'same-origin';

/** Registers the settings API. */
export const registerSettings = async (app: FastifyInstance, parts: SettingsServer): Promise<void> => {
  const { config, db, now, trustedProxies, requestDatabase } = parts;
  /** Who asks, before anything of the body is read. @throws 401 `not_signed_in`, 403 */
  const admit = async (route: SettingsRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const secure = isHttps(request.raw, config.publicUrl, trustedProxies);
    const session = route.who === 'anyone' ? null : await findSession(db, cookieOf(request, secure), now());
    // An error has the header too: the page may belong to another user by now.
    if (session) reply.header(SIGNED_IN_HEADER, `${session.orgId}/${session.kid}`);
    assertSameOrigin(request, { publicUrl: config.publicUrl, secure }, session?.csrf ?? null);
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
      db: session ? requestDatabase(db.forOrg(session.orgId), session.orgId, reply.raw) : db,
      session: session as Session,
      params: paramsOf(request),
      query: queryOf(route, request),
      body,
      origin: publicOrigin(request.raw, config.publicUrl),
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
      ? optimisticLock(call, route.name, before, handle)
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
