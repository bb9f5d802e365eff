/** The settings API on the service's HTTP server: session, CSRF, body, one handler, one answer. */
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AddressList, clientAddress } from '../access/ip-addresses.ts';
import { linkOrigin, throughTls } from '../access/reached-by.ts';
import { type Code, fail, type Issue, invalid } from '../errors.ts';
import { accountRoutes } from './account.ts';
import { audit } from './audit.ts';
import { catalogues } from './catalogues.ts';
import { fields } from './fields.ts';
import { inbox } from './inbox.ts';
import { invitations } from './invitations.ts';
import { login } from './login.ts';
import { relationTypes } from './relation-types.ts';
import type { SettingsCall, SettingsParts, SettingsRoute } from './route.ts';
import { cookieOf, type Duty, findSession, type Session } from './sessions.ts';
import { tokens } from './tokens.ts';
import { usageRoutes } from './usage.ts';
import { userAccess } from './user-access.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

const BODY_LIMIT = 1024 * 1024;
const PREFIX = '/settings/api';
const WHOLE = /^\d{1,15}$/;
const TEXTS = new Set(['secret', 'path', 'name', 'session']);

/** What a session that has a duty is answered everywhere else. */
const FIRST = { password: 'password_change_required', factor: 'factor_required' } as const satisfies Record<Duty, Code>;

/** Every call there is. */
export const settingsRoutes: readonly SettingsRoute[] = [
  ...login,
  ...invitations,
  ...accountRoutes,
  ...usageRoutes,
  ...tokens,
  ...webhooks,
  ...fields,
  ...catalogues,
  ...relationTypes,
  ...users,
  ...userAccess,
  ...inbox,
  ...audit,
];

/**
 * Where the page comes from that may call: PUBLIC_URL, or whatever address the browser calls. Its `Host` says that, and
 * no page of another site can make a browser name another one; for links it would not do (`linkOrigin`).
 */
const pageOrigin = (request: FastifyRequest, publicUrl: string, secure: boolean): string =>
  publicUrl ? new URL(publicUrl).origin : `${secure ? 'https' : 'http'}://${request.headers.host ?? ''}`;

/** A page of another site cannot make a browser change anything here. @throws 403 `csrf_failed` */
const requireOwnPage = (request: FastifyRequest, origin: string, session: Session | null): void => {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw fail('csrf_failed');
  const from = request.headers.origin;
  if (from !== undefined && from !== origin) throw fail('csrf_failed');
  if (session && request.headers['x-csrf-token'] !== session.csrf) throw fail('csrf_failed');
};

/** Numbers of the path. @throws 404 where one is none */
const paramsOf = (request: FastifyRequest): Record<string, string> => {
  const params = request.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) {
    if (!TEXTS.has(name) && (!WHOLE.test(value) || (name !== 'delivery' && Number(value) > 2147483647)))
      throw fail('not_found');
  }
  return params;
};

/** NUL and lone surrogates, which PostgreSQL stores nowhere (decisions 3.4). */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Where a body has texts, names of members included, that cannot be stored. */
const unstorable = (value: unknown, path: readonly (string | number)[] = []): Issue[] => {
  if (typeof value === 'string') {
    return UNSTORABLE.test(value)
      ? [{ path, code: 'invalid_format', message: 'must have neither NUL nor lone surrogates' }]
      : [];
  }
  if (Array.isArray(value)) return value.flatMap((one, i) => unstorable(one, [...path, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    ...unstorable(name, path),
    ...unstorable(one, [...path, name]),
  ]);
};

/** The validated body. @throws 400 `validation_failed` naming every wrong field */
const bodyOf = (route: SettingsRoute, given: unknown): unknown => {
  if (!route.body) return undefined;
  const result = route.body.safeParse(given ?? {});
  if (result.success) {
    const issues = unstorable(result.data);
    if (issues.length) throw invalid(issues);
    return result.data;
  }
  throw invalid(
    result.error.issues.flatMap((issue) => {
      const path = issue.path as (string | number)[];
      if (issue.code !== 'unrecognized_keys') return [{ path, code: issue.code, message: issue.message }];
      return issue.keys.map((key) => ({ path: [...path, key], code: 'unrecognized_key', message: 'Unknown field.' }));
    }),
  );
};

/** What the server needs beside what its calls use. */
export interface SettingsServer extends SettingsParts {
  readonly trustedProxies: AddressList;
}

/** Registers the settings API. */
export const registerSettings = async (app: FastifyInstance, parts: SettingsServer): Promise<void> => {
  const { config, db, now, trustedProxies } = parts;
  const answer = async (route: SettingsRoute, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const secure = throughTls(request.raw, config.publicUrl, trustedProxies);
    const session = route.who === 'anyone' ? null : await findSession(db, cookieOf(request, secure), now());
    requireOwnPage(request, pageOrigin(request, config.publicUrl, secure), session);
    if (route.who !== 'anyone' && !session) throw fail('not_signed_in');
    if (session?.must && !route.during.includes(session.must)) throw fail(FIRST[session.must]);
    if (route.who === 'administrator' && !session?.administrator) throw fail('administrator_required');
    const call: SettingsCall = {
      ...parts,
      session: session as Session,
      params: paramsOf(request),
      query: request.query as Record<string, string | undefined>,
      body: bodyOf(route, request.body),
      origin: linkOrigin(request.raw, config.publicUrl),
      secure,
      address: clientAddress(
        request.raw.socket.remoteAddress ?? '',
        request.headers['x-forwarded-for'],
        trustedProxies,
      ),
      requestId: request.id,
      reply,
    };
    const result = await route.handle(call as SettingsCall<never>);
    if (result === undefined) return reply;
    return reply
      .code(route.status ?? 200)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(result));
  };
  await app.register(
    async (scope) => {
      await scope.register(cookie);
      scope.addContentTypeParser(
        'application/json',
        { parseAs: 'string', bodyLimit: BODY_LIMIT },
        (_request, text, done) => {
          try {
            done(null, text === '' ? undefined : JSON.parse(String(text)));
          } catch (cause) {
            done(fail('invalid_json', { cause }), undefined);
          }
        },
      );
      for (const route of settingsRoutes) {
        scope.route({
          method: route.method,
          url: route.path,
          handler: (request, reply) => answer(route, request, reply),
        });
      }
    },
    { prefix: PREFIX },
  );
};
