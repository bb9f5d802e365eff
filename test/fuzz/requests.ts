/** One request from its seed and number: the same ones give the same request. */
import type { Verb } from '../../src/model/declaration/resource.ts';
import { bodyOf, PARAMETERS } from './bodies.ts';
import { manyOf } from './json-text.ts';
import { type Model, pathText } from './model.ts';
import { type Operation, operations } from './operations.ts';
import { type Random, randomOf } from './random.ts';
import type { Schema } from './schema-values.ts';
import { DATES, hostileText, type Mood, PROTOTYPE } from './values.ts';

/** How bytes travel. */
type Framing = 'length' | 'chunked' | 'cut' | 'none';

/** A request with its metadata. */
export interface Request {
  readonly operation: Operation;
  readonly mood: Mood;
  /** Has a valid token or session. */
  readonly trusted: boolean;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly framing: Framing;
}

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
  'get',
  'FOO',
  'CONNECT',
];
const SEGMENTS = [
  '0',
  '-1',
  '1.0',
  '01',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  '1e3',
  'NaN',
  '%00',
  '%',
  '%zz',
  '%ff',
  '..',
  '%2e%2e',
  '.',
  '',
  '*',
  '%2f',
  '1%2f2',
  '1;a=b',
  ':id',
  '1?',
  "'",
  '%F0%9F%98%80',
  ...PROTOTYPE,
];

/** A text within a request target: characters that would end it are escaped, the others are unchanged. */
const inTarget = (text: string): string =>
  [...text]
    .map((sign) =>
      /[\x21\x24-\x7e]/.test(sign) ? sign : encodeURIComponent(/^\p{Surrogate}$/u.test(sign) ? '\ufffd' : sign),
    )
    .join('')
    .replaceAll(/[?#&]/g, encodeURIComponent);

const numbersOf = ({ route }: Operation, model: Model, victim: number | undefined): (number | undefined)[] => {
  if (!route) return [];
  const { collection, verb } = route;
  if (!collection)
    return [route.scope.startsWith('v3:webhooks') ? model.settings.webhook : model.stock.ids.get('customers')];
  const { parent, pattern, resource } = collection;
  const single = verb !== 'list' && verb !== 'create' && verb !== 'bulk';
  const own = parent ? model.stock.below.get(pattern) : model.stock.ids.get(resource.path);
  return [...(parent ? [model.stock.ids.get(parent.path)] : []), ...(single ? [victim ?? own] : [])];
};

const pathOf = (random: Random, mood: Mood, operation: Operation, model: Model, victim: number | undefined): string => {
  const numbers = numbersOf(operation, model, victim);
  return operation.address.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const right = numbers.shift() ?? pathText(random, model, name, operation.address);
    if (mood === 'valid' || random.chance(mood === 'boundary' ? 0.9 : 0.8)) return inTarget(String(right));
    if (random.chance(0.7)) return random.pick(SEGMENTS);
    return inTarget(hostileText(random, random.chance(0.05) ? 12_000 : 300)).slice(0, 14_000);
  });
};

/** Enumerated values, also of a schema that accepts others too. */
const namedBy = ({ enum: values, anyOf = [] }: Schema): readonly unknown[] | undefined =>
  values ?? anyOf.find((one) => one.enum)?.enum;

const plain = (random: Random, name: string, schema: Schema, model: Model): string => {
  if (name === 'after') return model.cursor;
  const { type, items } = schema.anyOf?.[0] ?? schema;
  if (type === 'boolean') return random.pick(['true', 'false', '1', '0']);
  const values = namedBy(schema);
  if (values) return String(random.pick(values));
  const names = items && namedBy(items);
  if (names) return [random.pick(names), random.pick(names)].join(',');
  if (type === 'integer')
    return String(random.pick([0, 1, 2, model.stock.ids.get('customers') ?? 1, model.stock.mate]));
  return random.pick(['2026-01-31', 'Muster', model.stock.mark, '1', 'true']);
};

const EDGES = [
  '0',
  '1',
  '-1',
  '50',
  '4999',
  '5000',
  '5001',
  '1000000000000000',
  '1e18',
  '99999999999999999999',
  '2147483647',
  '2147483648',
  '',
  ' ',
  'true',
  'null',
  '1.5',
  '0x1',
  ...DATES,
];

/** A cursor is damaged in one place, because any other text is refused at once. */
const hostile = (random: Random, name: string, { cursor }: Model): string => {
  if (name !== 'after' || random.chance(0.3)) return hostileText(random, 3000);
  const at = random.int(0, cursor.length - 1);
  return `${cursor.slice(0, at)}${random.pick(['A', '_', '', '%00'])}${cursor.slice(at + 1)}`;
};

const queryOf = (random: Random, mood: Mood, operation: Operation, model: Model): string => {
  const known = operation.query;
  const pairs: string[] = [];
  const count = random.weighted([5, 0], [5, 1], [3, 2], [2, random.int(3, 8)]);
  for (let i = 0; i < count; i += 1) {
    const [name, schema] =
      known.length && random.chance(0.9) ? random.pick(known) : [random.pick(PARAMETERS), { type: 'string' }];
    const value =
      mood === 'valid'
        ? plain(random, name, schema, model)
        : mood === 'boundary'
          ? random.pick(EDGES)
          : hostile(random, name, model);
    pairs.push(`${name}=${inTarget(value)}`);
    if (mood === 'hostile' && random.chance(0.1))
      pairs.push(
        random.pick([
          ...pairs,
          '',
          '=',
          '&',
          `${name}[]=1`,
          `${name}[constructor]=1`,
          `${random.pick(PROTOTYPE)}=1`,
          '%',
          '%=%',
          `${name}=%00`,
          `${name}=%ff`,
          '+',
        ]),
      );
  }
  if (mood === 'hostile' && random.chance(0.02)) pairs.push('a=1&'.repeat(manyOf(random, 3000) % 3500));
  return pairs.length ? `?${pairs.join('&')}`.slice(0, 15_500) : '';
};

/** A value that may stand in a header. */
const inHeader = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

const tokens = (random: Random, { token, cookie }: Model): string => {
  const [head = '', claims = '', sign = ''] = token.split('.');
  const claim = random.pick([
    '{}',
    '{"org":1}',
    '{"toString":1}',
    '[]',
    'null',
    '{"exp":-1}',
    '{"iat":1e400}',
    '"x"',
    '{"a":',
  ]);
  const forged = Buffer.from(claim).toString('base64url');
  return random.pick([
    () => token,
    () => 'Bearer',
    () => `Bearer ${token}x`,
    () => `Bearer ${head}.${forged}.${sign}`,
    () => `Bearer ${forged}.${claims}.${sign}`,
    () => `Bearer ${head}.${claims}.`,
    () => `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
    () => `Bearer ${claims}.${claims}.${claims}`,
    () => `Bearer ${'.'.repeat(random.int(1, 8000))}`,
    () => `Bearer ${'A'.repeat(random.int(1, 15_000))}`,
    () => `Bearer ${`${Buffer.from('['.repeat(3000)).toString('base64url')}.`.repeat(3)}x`,
    () => `Bearer${' '.repeat(random.int(2, 15_000))}x`,
    () => `Basic ${Buffer.from('a:b').toString('base64')}`,
    () => `bearer\t${token.slice(0, -3)}AAA`,
    () => `Bearer ${cookie}`,
    () => hostileText(random, 10_000),
  ])();
};

const cookies = (random: Random, { orgId, cookie }: Model): string =>
  random.pick([
    () => `broker_crm_session=${cookie}x`,
    () => `broker_crm_session=${orgId}-${'A'.repeat(43)}`,
    () => `broker_crm_session=${'9'.repeat(10)}-${'A'.repeat(43)}`,
    () => 'broker_crm_session=',
    () => `broker_crm_session=${hostileText(random, 10_000)}`,
    () => `__proto__=1; constructor=2; broker_crm_session=%`,
    () => 'a=b;'.repeat(random.int(1, 3500)),
    () => `broker_crm_session="${'\\'.repeat(5000)}`,
    () => hostileText(random, 10_000),
  ])();

type Header = readonly [string, string];

/** Credentials of a request, and whether they are good. */
const credentials = (
  random: Random,
  mood: Mood,
  { kind }: Operation,
  model: Model,
): { headers: Header[]; trusted: boolean } => {
  const share = mood === 'hostile' ? 0.75 : 0.92;
  if (kind === 'open' && random.chance(0.5)) return { headers: [], trusted: false };
  if (kind !== 'settings') {
    if (random.chance(share)) return { headers: [['Authorization', `Bearer ${model.token}`]], trusted: true };
    return { headers: random.chance(0.3) ? [] : [['Authorization', inHeader(tokens(random, model))]], trusted: false };
  }
  if (random.chance(share)) {
    return {
      headers: [
        ['Cookie', `broker_crm_session=${model.cookie}`],
        ['X-CSRF-Token', random.chance(0.97) ? model.csrf : hostileText(random, 300).replaceAll(/[^\x21-\x7e]/g, '?')],
      ],
      trusted: true,
    };
  }
  return { headers: random.chance(0.3) ? [] : [['Cookie', inHeader(cookies(random, model))]], trusted: false };
};

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'If-Match': ['*', '"x"', 'W/"x"', '"', '"'.repeat(8000), ', '.repeat(5000), '"a", "b"', ''],
  'If-None-Match': ['*', '"x"', 'W/"x",'.repeat(2000), ', '.repeat(5000), '"', ''],
  Range: [
    'bytes=0-',
    'bytes=5-1',
    'bytes=-0',
    'bytes=-1',
    `bytes=${'9'.repeat(400)}-`,
    'bytes=0-0,1-1',
    `bytes=${'0-0,'.repeat(3000)}0-0`,
    'items=0-1',
    'bytes= 0 - 1',
    'bytes=--1',
    'bytes=1e3-',
  ],
  'If-Range': ['"x"', 'Wed, 21 Oct 2015 07:28:00 GMT', '*'],
  'Idempotency-Key': [
    '',
    '"a"',
    'a',
    'x'.repeat(255),
    'x'.repeat(256),
    '"',
    'constructor',
    '__proto__',
    'ä',
    '"""',
    ' ',
    '\\'.repeat(200),
  ],
  'X-Forwarded-Proto': ['https', 'https,http', 'javascript', ','.repeat(5000)],
  Origin: ['null', 'http://evil.example', '//', 'http://127.0.0.1'],
  'Sec-Fetch-Site': ['cross-site', 'none', 'same-origin', 'constructor'],
  Accept: ['*/*', 'application/xml', 'a,'.repeat(4000), ';q=', 'text/html;q=1e400'],
  'Accept-Encoding': [
    'gzip',
    'br;q=0',
    'identity;q=0, *;q=0',
    'gzip,'.repeat(3000),
    'constructor',
    'deflate, gzip;q=1.0, *;q=0.5',
  ],
  'Accept-Language': ['de', 'x'.repeat(8000), '*'],
  'Content-Encoding': ['gzip', 'identity', 'br', 'gzip, gzip', '', 'constructor'],
  Expect: ['100-continue', '200-ok', ''],
  Upgrade: ['websocket', 'h2c'],
  Connection: ['close', 'keep-alive, upgrade', 'constructor'],
  Host: ['', 'x', 'a b', '[::1', 'x'.repeat(5000), 'evil.example', '127.0.0.1:99999999'],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Request-Id': ['x'.repeat(5000), '__proto__'],
  __proto__x: ['1'],
};

const hostileHeaders = (random: Random): Header[] => {
  const headers: Header[] = [];
  for (let i = random.int(1, 3); i > 0; i -= 1) {
    const name = random.pick(Object.keys(HEADERS));
    const value = random.chance(0.85) ? random.pick(HEADERS[name] ?? ['']) : inHeader(hostileText(random, 8000));
    headers.push([name, value], ...(random.chance(0.1) ? [[name, value] as const] : []));
  }
  if (random.chance(0.03))
    headers.push(...Array.from({ length: manyOf(random, 2500) % 2500 }, (_, i): Header => [`X-${i}`, 'y']));
  if (random.chance(0.02)) headers.push([random.pick(['X y', 'X:', '', 'ä', 'constructor']), 'z']);
  return headers;
};

/** A different client address each time, so that a blocked address does not hide other responses. */
const clientOf = (random: Random, mood: Mood): string =>
  mood === 'hostile' && random.chance(0.03)
    ? inHeader(
        random.pick([
          hostileText(random, 6000),
          '1.1.1.1,'.repeat(1500),
          '::'.repeat(3000),
          '[::1]:80',
          '1.2.3.4:99999',
          'unknown',
          '2001:db8::1%eth0',
        ]),
      )
    : `${random.int(11, 250)}.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`;

/** The group that operations are chosen from; special operations and forms are groups of their own. */
const kindOf = ({ kind, route, form }: Operation): string =>
  route && (!route.collection || form || route.collection.resource.nesting.instead[(route.verb ?? 'list') as Verb])
    ? 'special'
    : kind;

/** Which organisation asks, what for, and how it is meant: known before the request itself is made. */
export const planOf = (seed: number, index: number, only: readonly Operation[] = operations) => {
  const random = randomOf(seed, index);
  const mood = random.weighted<Mood>([25, 'valid'], [25, 'boundary'], [50, 'hostile']);
  // Settings and what is special are fewer than the derived addresses, and as much at stake.
  const kind = random.weighted<string>([55, 'data'], [13, 'special'], [27, 'settings'], [5, 'open']);
  const ofKind = only.filter((one) => kindOf(one) === kind);
  return { random, mood, operation: random.pick(ofKind.length ? ofKind : only), asks: random.int(0, 2) };
};

/** The request of a plan, asked by an organisation. @param victim a record that may be deleted */
export const requestOf = (plan: ReturnType<typeof planOf>, model: Model, victim: number | undefined): Request => {
  const { random, mood, operation } = plan;
  const method = mood === 'hostile' && random.chance(0.04) ? random.pick(METHODS) : operation.method;
  const path = pathOf(random, mood, operation, model, victim);
  const target = `${path}${random.chance(0.02) && mood === 'hostile' ? random.pick(['/', '//', '/.', '/%2e', ';a', '#x']) : ''}${queryOf(random, mood, operation, model)}`;
  const { headers: own, trusted } = credentials(random, mood, operation, model);
  const body = bodyOf(random, mood, operation, model);
  const headers: Header[] = [['Host', 'crm.test'], ['X-Forwarded-For', clientOf(random, mood)], ...own];
  if (body?.type) headers.push(['Content-Type', inHeader(body.type)]);
  if (operation.kind === 'data' && random.chance(operation.method === 'POST' ? 0.3 : 0.03))
    headers.push(['Idempotency-Key', `key-${random.int(1, 300)}`]);
  if (mood === 'hostile' && random.chance(0.25)) headers.push(...hostileHeaders(random));
  const wild = mood === 'hostile' && body !== undefined;
  const framing = body
    ? wild
      ? random.weighted<Framing>([90, 'length'], [7, 'chunked'], [2, 'cut'], [1, 'none'])
      : 'length'
    : 'none';
  return {
    operation,
    mood,
    trusted,
    method,
    target: target || '/',
    headers,
    body: body?.bytes ?? Buffer.alloc(0),
    framing,
  };
};

/** The bytes of a request. */
export const bytesOf = ({ method, target, headers, body, framing }: Request): Buffer => {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (framing === 'length') lines.push(`Content-Length: ${body.length}`);
  if (framing === 'cut') lines.push(`Content-Length: ${body.length + 10}`);
  if (framing === 'chunked') lines.push('Transfer-Encoding: chunked');
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (framing !== 'chunked') return framing === 'none' ? head : Buffer.concat([head, body]);
  const chunks: Buffer[] = [head];
  for (let at = 0; at < body.length; ) {
    const size = Math.min(body.length - at, at % 3 === 0 ? 1 : 1 + ((at * 7919) % 65_536));
    chunks.push(
      Buffer.from(`${size.toString(16)}${at % 2 ? ';x=y' : ''}\r\n`),
      body.subarray(at, at + size),
      Buffer.from('\r\n'),
    );
    at += size;
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
};
