/** Requests to an OpenID Connect issuer: authorization code with PKCE, by `openid-client` (rules 8.15, docs/decisions/0054). */
import { LRUCache } from 'lru-cache';
import type { Configuration, CustomFetch, IDToken } from 'openid-client';
import { ApiError, type Code, fail } from '../../errors/api-error.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { isEmail } from '../../shared/email.ts';
import { checkedAddress, checkedLookup, checkUrl } from '../../webhooks/public-address.ts';
import type { Allows } from '../mailboxes/imap.ts';
import { privateOnly, type SsoClient } from './sso-settings.ts';

/** Of each request. */
const TIMEOUT_S = 5;
const CLOCK_SKEW_S = 60;
const MAX_ANSWER = 1024 * 1024;
/** How long a failed discovery is not repeated, so that callers cannot use the service against a host. */
const FAILED_MS = 10_000;
/** Methods of authentication beyond a password (RFC 8176). */
const FACTORS = new Set(['mfa', 'otp', 'hwk', 'swk', 'sms', 'tel', 'sc', 'fpt', 'face', 'iris', 'retina', 'vbm']);
const GOOGLE = 'https://accounts.google.com';

const load = () => import('openid-client');

/** Discovered issuers of this process. A key of the issuer that is unknown is fetched by the library. */
const discovered = new LRUCache<string, Promise<Configuration>>({ max: 500, ttl: HOUR_MS });

/** Fetches from addresses that are allowed; http from opened private ones alone. */
const fetchFrom = async (allows: Allows): Promise<CustomFetch> => {
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: { lookup: checkedLookup(allows) }, maxResponseSize: MAX_ANSWER });
  return async (target, options) => {
    const url = checkUrl(target, allows);
    if (url.protocol === 'http:') await checkedAddress(url.hostname.replace(/^\[|\]$/g, ''), privateOnly(allows));
    const { body, status, headers } = await fetch(url, { ...options, dispatcher });
    return new Response(body, { status, headers: [...headers] });
  };
};

const discover = async ({ issuer, client_id: id, clientSecret }: SsoClient, allows: Allows): Promise<Configuration> => {
  const client = await load();
  const isHttp = issuer.startsWith('http:');
  const found = await client.discovery(
    new URL(issuer),
    id,
    { [client.clockTolerance]: CLOCK_SKEW_S },
    (as, ...rest) => {
      const post = as.token_endpoint_auth_methods_supported?.includes('client_secret_post');
      return (post ? client.ClientSecretPost : client.ClientSecretBasic)(clientSecret)(as, ...rest);
    },
    {
      timeout: TIMEOUT_S,
      [client.customFetch]: await fetchFrom(allows),
      execute: [client.enableNonRepudiationChecks, ...(isHttp ? [client.allowInsecureRequests] : [])],
    },
  );
  // Users are bound to accounts of the named issuer: a document of another one is refused.
  if (found.serverMetadata().issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new Error('The issuer names itself differently.');
  return found;
};

const keyOf = ({ issuer, client_id: id, clientSecret }: SsoClient): string =>
  JSON.stringify([issuer, id, clientSecret]);

/** @param retry a test by an administrator, who may just have mended the issuer */
const configurationOf = (sso: SsoClient, allows: Allows, retry = false): Promise<Configuration> => {
  const key = keyOf(sso);
  const cached = retry ? undefined : discovered.get(key);
  if (cached) return cached;
  const made: Promise<Configuration> = discover(sso, allows).catch((error: unknown) => {
    discovered.set(key, made, { ttl: FAILED_MS });
    throw errorOf(error, 'sso_unreachable');
  });
  discovered.set(key, made);
  return made;
};

const UNREACHABLE = /TIMEOUT|ABORT|NOT_CONFORM|NOT_JSON|PARSE_ERROR/;
const REFUSED_CLIENT = new Set(['invalid_client', 'unauthorized_client']);

/** The code of a failure of the library, of the issuer or of the network. */
const codeOf = (error: unknown): Code => {
  const { name = '', code = '', error: said = '' } = error as { name?: string; code?: string; error?: string };
  if (name === 'AuthorizationResponseError') return REFUSED_CLIENT.has(said) ? 'sso_request_refused' : 'sso_denied';
  if (name === 'WWWAuthenticateChallengeError' || REFUSED_CLIENT.has(said)) return 'sso_client_refused';
  if (said === 'invalid_grant') return 'sso_expired';
  return error instanceof TypeError || UNREACHABLE.test(code) || code === 'FORBIDDEN_TARGET'
    ? 'sso_unreachable'
    : 'sso_answer_invalid';
};

const errorOf = (error: unknown, code: Code = codeOf(error)): ApiError =>
  error instanceof ApiError ? error : fail(code, { cause: error });

/** The words of the issuer, for the administrator who tests. */
export const saidByIssuer = ({ cause }: Error): string | null => {
  const { error_description: text, message, cause: inner } = (cause ?? {}) as Error & { error_description?: string };
  const said = text ?? (inner instanceof Error ? inner.message : message);
  return said ? said.slice(0, 300) : null;
};

/** A URL of the metadata that a browser may be sent to; a script would run with the rights of the page. */
const pageOf = (url: URL): string => {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw fail('sso_answer_invalid');
  return url.href;
};

/** Ties the answer of the issuer to the request. */
export interface Flow {
  readonly redirect: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** How the issuer is asked. */
interface Asked {
  readonly redirect: string;
  /** The address that the user has typed. */
  readonly email?: string | undefined;
  /** The user has to authenticate, although the issuer knows the browser. */
  readonly fresh?: boolean;
  readonly test?: boolean;
}

/** Begins a sign-in. @returns the page of the issuer, and what the answer is checked by @throws 409 `sso_unreachable` */
export const beginAtIssuer = async (
  sso: SsoClient,
  allows: Allows,
  { redirect, email, fresh, test = false }: Asked,
): Promise<{ readonly url: string; readonly flow: Flow }> => {
  const client = await load();
  const config = await configurationOf(sso, allows, test);
  const flow = {
    redirect,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    ...(email ? { login_hint: email } : {}),
    ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
  });
  if (test) await tryRequest(url, allows);
  return { url: pageOf(url), flow };
};

/** An issuer shows an unknown client or redirect address to the user alone, mostly with a status of an error. */
const tryRequest = async (url: URL, allows: Allows): Promise<void> => {
  const ask = await fetchFrom(allows);
  const signal = AbortSignal.timeout(TIMEOUT_S * 1000);
  const answer = await ask(url.href, { method: 'GET', headers: {}, body: undefined, redirect: 'manual', signal }).catch(
    (cause: unknown) => {
      throw fail('sso_unreachable', { cause });
    },
  );
  await answer.body?.cancel();
  if (answer.status >= 400) throw fail('sso_request_refused');
};

/** A person as the issuer knows them. */
export interface Person {
  readonly subject: string;
  readonly email: string | null;
  readonly verified: boolean;
  /** Authenticated with more than a password. */
  readonly factor: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null);

/** Addresses of other domains stay "verified" at Google after they were taken away, unless the domain manages them. */
const isVerified = ({ iss, email, email_verified: said, hd }: IDToken, trusts: boolean): boolean => {
  if (trusts) return true;
  if (said !== true && said !== 'true') return false;
  return iss !== GOOGLE || hd !== undefined || String(email).endsWith('@gmail.com');
};

const personOf = (claims: IDToken, trusts: boolean): Person => {
  const { sub, amr, email, preferred_username: username, given_name: first, family_name: last, name } = claims;
  const address = textOf(email) ?? (trusts ? textOf(username) : null);
  return {
    subject: sub,
    email: address !== null && isEmail(address) ? address : null,
    verified: isVerified(claims, trusts),
    factor: Array.isArray(amr) && amr.some((method) => FACTORS.has(String(method))),
    firstName: textOf(first)?.slice(0, 255) ?? null,
    lastName: (textOf(last) ?? textOf(name))?.slice(0, 255) ?? null,
  };
};

/**
 * Takes the answer of the issuer: state, issuer, code with PKCE, signature, audience, nonce, times.
 * @param answer the request; `query` of the address that the issuer has sent the browser to; `fresh`: the user has to have
 *   authenticated just now
 * @throws 403 `sso_denied`, `sso_answer_invalid`; 409 `sso_expired`, `sso_unreachable`,
 *   `sso_client_refused`, `sso_request_refused`
 */
export const takeAnswer = async (
  sso: SsoClient,
  allows: Allows,
  answer: Flow & { readonly query: string; readonly fresh: boolean },
): Promise<Person> => {
  const client = await load();
  const config = await configurationOf(sso, allows);
  const { redirect, state, nonce, verifier, query, fresh } = answer;
  const url = new URL(redirect);
  url.search = query;
  try {
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
      ...(fresh ? { maxAge: 0 } : {}),
    });
    const claims = tokens.claims() as IDToken;
    const isShort = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
    const more = isShort ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    return personOf({ ...more, ...claims }, sso.trust_emails);
  } catch (error) {
    // The next attempt fetches metadata and keys again: the library fetches keys once a minute at most.
    if (error instanceof client.ClientError) discovered.delete(keyOf(sso));
    throw errorOf(error);
  }
};

/** The page that ends the session at the issuer; null where it has none or does not answer. */
export const leavePage = async (
  sso: SsoClient,
  allows: Allows,
  { email, back }: { readonly email: string; readonly back: string },
): Promise<string | null> => {
  const client = await load();
  const config = await configurationOf(sso, allows).catch(() => null);
  if (!config?.serverMetadata().end_session_endpoint) return null;
  return pageOf(client.buildEndSessionUrl(config, { post_logout_redirect_uri: back, logout_hint: email }));
};
