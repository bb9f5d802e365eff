/** Headers that protect those who are answered: on every answer of every family of addresses, errors included. */
import { connect } from 'node:net';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../support/browser-session.ts';
import { setUpService } from '../support/fixture.ts';
import { startTestService } from '../support/service.ts';

const TLS = { 'x-forwarded-proto': 'https' };
/** Behind TLS the cookies bear other names. */
const behindTls = (cookies: string): string => cookies.replaceAll('broker_crm_', '__Host-broker_crm_');

const { service, organisation, client } = setUpService({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
let cookie: string;
let document: number;
beforeAll(async () => {
  ({ cookie } = await signIn(service.address, organisation.login));
  const { kid } = (await client.post('/v3/customers', { name: 'Muster' })).body;
  const base64 = Buffer.from('Inhalt').toString('base64');
  document = (await client.post(`/v3/customers/${kid}/documents`, { base64, name: 'a.html' })).body.id;
});

const fetched = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(`${service.address}${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${client.token}`, cookie, ...headers },
    ...(body === undefined ? {} : { body }),
  });

/** Directive of a policy -> its sources. */
const policyOf = (response: Response): ReadonlyMap<string, string> =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources.join(' ')];
    }),
  );

const DATA = [
  ['GET', '/v3/customers', 200],
  ['GET', '/v3/customers/999999', 404],
  ['POST', '/v3/customers', 400],
  ['GET', '/v3/nothing', 404],
  ['PUT', '/v3/customers', 405],
  ['POST', '/tools/search', 400],
  ['GET', '/settings/api/session', 200],
  ['GET', '/settings/api/tokens', 200],
  ['GET', '/settings/api/nothing', 404],
  ['POST', '/settings/api/session', 400],
  ['GET', '/nothing', 404],
  ['GET', '/%zz', 404],
  ['GET', '/assets/nothing.js', 404],
  ['GET', '/health', 200],
  ['GET', '/livez', 200],
  ['GET', '/readyz', 200],
  ['GET', '/openapi/v3.yaml', 200],
] as const;
const PAGES = [
  ['GET', '/', 200],
  ['GET', '/login', 200],
  ['GET', '/settings/tokens', 200],
  ['GET', '/invitation/abc', 200],
  ['GET', '/reference', 200],
] as const;
const FILES = [
  ['GET', '/reference/standalone.js', 200],
  ['GET', '/favicon.svg', 200],
] as const;

describe.each([...DATA, ...PAGES, ...FILES])('%s %s', (method, path, status) => {
  const send = (headers?: Record<string, string>) =>
    fetched(method, path, { 'content-type': 'application/json', ...headers }, method === 'POST' ? '{}' : undefined);

  test('has security headers: no sniffing, no framing, no referrer', async () => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const policy = policyOf(response);
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe-eval|https?:|\*/);
    expect(policy.get('script-src') ?? '').not.toMatch(/unsafe/);
    expect(response.headers.get('strict-transport-security')).toBeNull();
  });

  test('has a Keep-Alive header with the timeout', async () => {
    expect((await send()).headers.get('keep-alive')).toBe('timeout=65');
  });

  test('has Strict-Transport-Security behind TLS', async () => {
    expect((await send(TLS)).headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});

test.each(DATA.filter(([, path]) => !path.startsWith('/openapi')))('%s %s is not cacheable', async (method, path) => {
  const response = await fetched(
    method,
    path,
    { 'content-type': 'application/json' },
    method === 'POST' ? '{}' : undefined,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('only the page may load scripts, and its styles need a nonce that differs per response', async () => {
  expect(policyOf(await fetched('GET', '/v3/customers')).get('script-src')).toBeUndefined();
  const [one, two] = [await fetched('GET', '/login'), await fetched('GET', '/login')];
  const nonce = /'nonce-([\w+/=]{24})'/;
  const [first, second] = [one, two].map((page) => nonce.exec(policyOf(page).get('style-src') ?? '')?.[1]);
  expect(first).toBeDefined();
  expect(first).not.toBe(second);
  expect(await one.text()).toContain(`content="${first}"`);
  expect(policyOf(one).get('style-src')).not.toContain('unsafe-inline');
});

test('assets of the page are cacheable forever because their names contain a hash', async () => {
  const page = await (await fetched('GET', '/')).text();
  const asset = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
  const response = await fetched('GET', asset);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a document is not cacheable, cannot be framed, and is revalidated by its ETag', async () => {
  const first = await fetched('GET', `/v3/documents/${document}/download`);
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(first.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'.*frame-ancestors 'none'/);
  const etag = first.headers.get('etag') ?? '';
  const again = await fetched('GET', `/v3/documents/${document}/download`, { 'if-none-match': etag });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-store']);
  const record = await fetched('GET', `/v3/documents/${document}`);
  const known = await fetched('GET', `/v3/documents/${document}`, {
    'if-none-match': record.headers.get('etag') ?? '',
  });
  expect([known.status, known.headers.get('cache-control')]).toEqual([304, 'no-store']);
});

test('a request that the HTTP parser refuses gets security headers too', async () => {
  const { hostname, port } = new URL(service.address);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nBad Header\r\n\r\n'));
    let text = '';
    socket.on('data', (data) => (text += data)).on('close', () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1.1 400/);
  for (const line of ['X-Content-Type-Options: nosniff', 'Cache-Control: no-store', 'Referrer-Policy: no-referrer'])
    expect(answer).toContain(`${line}\r\n`);
});

test('a request counts as TLS only through a trusted proxy or with an https PUBLIC_URL', async () => {
  const plain = await startTestService();
  const behind = await startTestService({ env: { PUBLIC_URL: 'https://crm.example.com' } });
  try {
    expect((await plain.ask('GET', '/health', TLS)).headers.get('strict-transport-security')).toBeNull();
    expect((await behind.ask('GET', '/health')).headers.get('strict-transport-security')).toContain('max-age=');
  } finally {
    await plain.stop();
    await behind.stop();
  }
});

describe('invitation links', () => {
  const invite = async (headers: Record<string, string>): Promise<string> => {
    const { csrf } = (await (await fetched('GET', '/settings/api/session')).json()) as { csrf: string };
    const email = `neu${Math.random()}@example.com`;
    // Not fetch, which may not send the given Host.
    const { body } = await request(`${service.address}/settings/api/users`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'x-csrf-token': csrf, ...headers },
      body: JSON.stringify({ email, name: 'Neu', rolle: 'berater', lizenz: false }),
    });
    return ((await body.json()) as { link: string }).link;
  };

  test('contain the address of the service and ignore Host and X-Forwarded-Host', async () => {
    const evil = 'evil.example.com';
    const said: Record<string, string>[] = [
      {},
      { host: evil },
      { 'x-forwarded-host': evil },
      { ...TLS, cookie: behindTls(cookie) },
    ];
    for (const headers of said) expect(await invite(headers)).toMatch(new RegExp(`^${service.address}/invitation/`));
  });

  test('contain PUBLIC_URL if it is set', async () => {
    const named = await startTestService({ env: { PUBLIC_URL: 'https://crm.example.com/' } });
    try {
      const { login } = await named.organisation();
      const admin = await signIn(named.address, login);
      const made = await admin.send('POST', '/users', {
        email: 'neu@example.com',
        name: 'Neu',
        rolle: 'berater',
        lizenz: false,
      });
      expect(made.body.link).toMatch(/^https:\/\/crm\.example\.com\/invitation\//);
    } finally {
      await named.stop();
    }
  });
});

describe('the Origin header of a settings call', () => {
  const sendFrom = async (origin: string, host: string): Promise<number> => {
    const { hostname, port } = new URL(service.address);
    const body = '{"email":"x@example.com","password":"falsch"}';
    const head = `POST /settings/api/session HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(head + body));
      socket.on('data', (data) => resolve(Number(String(data).slice(9, 12))));
    });
  };

  test.each(['127.0.0.1:8080', 'localhost:8080', '192.168.1.20:8080'])('must match the Host %s', async (host) => {
    expect(await sendFrom(`http://${host}`, host)).toBe(401);
    expect(await sendFrom('http://evil.example.com', host)).toBe(403);
    expect(await sendFrom(`https://${host}`, host)).toBe(403);
  });
});
