/** OpenID Connect issuers on localhost: a certified one, and one whose answers a test forges. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import Provider from 'oidc-provider';

export const CLIENT = { client_id: 'broker-crm', client_secret: 'ein Geheimnis: %&+/' };

type Claims = Record<string, unknown>;

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const closing = (server: Server) => (): Promise<void> =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

/** An issuer whose answers a test chooses. */
export interface ForgingIssuer {
  readonly url: string;
  /** Claims of the next sign-ins; `undefined` leaves one out. */
  claims: Claims;
  /** Signs with `alg: none`. */
  unsigned: boolean;
  /** Members of the next address of the callback. */
  callback: Record<string, string>;
  /** Refuses the client at the token endpoint. */
  refusesClient: boolean;
  readonly asked: string[];
  /** Another key under another id; the former one is served no more. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Starts an issuer with forged answers. */
export const startForgingIssuer = async (): Promise<ForgingIssuer> => {
  let kid = 0;
  let key = await generateKeyPair('RS256');
  const codes = new Map<string, { readonly nonce: string; readonly claims: Claims }>();
  const tokenFor = (code: string): Promise<string> | string => {
    const { nonce = '', claims } = codes.get(code) ?? {};
    codes.delete(code);
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer.url, aud: CLIENT.client_id, nonce, iat: now, exp: now + 300, auth_time: now };
    const all = JSON.parse(JSON.stringify({ ...usual, ...claims }));
    if (issuer.unsigned) return new UnsecuredJWT(all).encode();
    return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: String(kid) }).sign(key.privateKey);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', issuer.url);
    issuer.asked.push(url.pathname);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname.endsWith('openid-configuration'))
      return void json({
        issuer: issuer.url,
        ...{ authorization_endpoint: `${issuer.url}/authorize`, token_endpoint: `${issuer.url}/token` },
        ...{ jwks_uri: `${issuer.url}/jwks`, end_session_endpoint: `${issuer.url}/leave` },
        ...{ response_types_supported: ['code'], authorization_response_iss_parameter_supported: true },
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (url.pathname === '/jwks')
      return void json({ keys: [{ ...(await exportJWK(key.publicKey)), kid: String(kid), use: 'sig', alg: 'RS256' }] });
    if (url.pathname === '/authorize') {
      const code = `code-${issuer.asked.length}`;
      codes.set(code, { nonce: url.searchParams.get('nonce') ?? '', claims: issuer.claims });
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      const all = { code, state: url.searchParams.get('state') ?? '', iss: issuer.url, ...issuer.callback };
      back.search = new URLSearchParams(all).toString();
      return void response.writeHead(302, { location: back.href }).end();
    }
    const code = new URLSearchParams(await read(request)).get('code') ?? '';
    if (issuer.refusesClient) return void json({ error: 'invalid_client' }, 401);
    if (!codes.has(code)) return void json({ error: 'invalid_grant' }, 400);
    json({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: await tokenFor(code) });
  };
  const server = createServer((request, response) => void answer(request, response));
  const issuer: ForgingIssuer = {
    url: await listen(server),
    claims: {},
    unsigned: false,
    callback: {},
    refusesClient: false,
    asked: [],
    rotate: async () => {
      key = await generateKeyPair('RS256');
      kid += 1;
    },
    stop: closing(server),
  };
  return issuer;
};

/** A certified issuer. */
export interface RealIssuer {
  readonly url: string;
  /** Claims of the person who signs in. */
  person: Claims & { sub: string };
  /** Walks a sign-in as a browser does. @returns the address that the browser is sent back to */
  walk(url: string): Promise<URL>;
  stop(): Promise<void>;
}

/** Starts `oidc-provider`; its one person signs in without a form. @param redirects addresses that are registered */
export const startRealIssuer = async (redirects: readonly string[], left: readonly string[]): Promise<RealIssuer> => {
  let provider: Provider;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      void provider.interactionFinished(request, response, { login: { accountId: issuer.person.sub } });
    } else void provider.callback()(request, response);
  });
  const url = await listen(server);
  const issuer: RealIssuer = {
    url,
    person: { sub: 'nobody' },
    walk: async (first) => {
      const cookies = new Map<string, string>();
      let next = new URL(first);
      for (let hop = 0; next.origin === url && hop < 10; hop += 1) {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const set of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
          cookies.set(name, value);
        }
        const to = answer.headers.get('location');
        if (!to) throw new Error(`The issuer shows ${answer.status} at ${next.pathname}`);
        next = new URL(to, next);
      }
      return next;
    },
    stop: closing(server),
  };
  provider = new Provider(url, {
    clients: [{ ...CLIENT, redirect_uris: [...redirects], post_logout_redirect_uris: [...left] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ ...issuer.person, sub }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      // Its own page loads a font from elsewhere.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: { body: string }, form: string) => {
          context.body = form;
        },
      },
    },
    cookies: { keys: ['x'] },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: CLIENT.client_id,
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  return issuer;
};
