/** The session that a request shows by its cookie. */
import type { IncomingMessage } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import type { SessionCall } from '../../access/authenticate.ts';
import type { AddressList } from '../../access/network/ip-addresses.ts';
import { isHttps } from '../../access/network/request-origin.ts';
import { cookieName } from '../../access/sessions/cookies.ts';
import { SESSION_COOKIE } from '../../access/sessions/find-session.ts';

/** @returns undefined where the request carries no session cookie */
export const sessionCallOf = (
  request: IncomingMessage,
  { publicUrl, trustedProxies }: { readonly publicUrl: string; readonly trustedProxies: AddressList },
): SessionCall | undefined => {
  const { cookie: header } = request.headers;
  if (header === undefined) return undefined;
  const secure = isHttps(request, publicUrl, trustedProxies);
  const cookie = fastifyCookie.parse(header)[cookieName(SESSION_COOKIE, secure)];
  if (cookie === undefined) return undefined;
  return {
    cookie,
    request: { method: request.method ?? '', headers: request.headers },
    reached: { publicUrl, secure },
  };
};
