/**
 * Harmful requests, each with a name, its bytes and the required response. The runner (test/load/attacks.measured.test.ts)
 * measures each of them against the promise of SECURITY.md.
 */

/** State of the service under attack that rows need. */
export interface Place {
  readonly kid: number;
  readonly document: number;
}

/** The sender: a token with all scopes, an administrator's session, or no authentication. */
type Sender = 'token' | 'session' | 'nobody';

export interface Attack {
  readonly name: string;
  readonly by: Sender;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly status: number;
  /** The machine code, where the answer is an error. */
  readonly code?: string;
  /** Records, a page or a file were asked for: they may be larger than the request. */
  readonly large?: boolean;
  /** The body is sent in chunks of a byte each. */
  readonly inBytes?: boolean;
  /** Sent unchanged, in place of all the above. */
  readonly raw?: Buffer;
}

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const KEY = { 'idempotency-key': 'attack' };

const post = (
  name: string,
  path: string,
  body: string | Buffer,
  status: number,
  code?: string,
  headers: Readonly<Record<string, string>> = {},
): Attack => ({ name, by: 'token', method: 'POST', path, body, headers: { ...JSON_TYPE, ...headers }, status, code });

const get = (name: string, path: string, status: number, code?: string, headers = {}): Attack => ({
  name,
  by: 'token',
  method: 'GET',
  path,
  headers,
  status,
  code,
  large: status < 300,
});

const settings = (name: string, method: string, path: string, body: string, status: number, code?: string): Attack => ({
  name,
  by: 'session',
  method,
  path: `/settings/api${path}`,
  headers: JSON_TYPE,
  body,
  status,
  code,
});

const look = (name: string, path: string, status: number, code?: string): Attack => ({
  name,
  by: 'session',
  method: 'GET',
  path: `/settings/api${path}`,
  status,
  code,
  large: status < 300,
});

const nobody = (name: string, method: string, path: string, body: string, status: number, code?: string): Attack => ({
  name,
  by: 'nobody',
  method,
  path,
  headers: JSON_TYPE,
  body,
  status,
  code,
});

/** So many times, within so many bytes. */
const fill = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / piece.length));
const keys = (count: number): string => Array.from({ length: count }, (_, i) => `"k${i.toString(36)}":0`).join();
const objects = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, i) => `{"k${(from * count + i).toString(36)}":0}`).join();
const BIG = 8 * MIB - 200;

/** Shapes that cost more than their bytes, where a record is expected. */
const shapes = (): Attack[] => [
  post('8 MiB of open lists', '/v3/customers', fill('[', BIG), 400, 'invalid_json'),
  post('8 MiB of nested objects', '/v3/customers', fill('{"a":', BIG), 400, 'invalid_json'),
  post('65 levels', '/v3/customers', `{"name":${'['.repeat(64)}${']'.repeat(64)}}`, 400, 'invalid_json'),
  post('64 levels', '/v3/customers', `{"name":${'['.repeat(63)}${']'.repeat(63)}}`, 400, 'validation_failed'),
  post('8 MiB of empty lists', '/v3/customers', `[${fill('[],', BIG)}0]`, 400, 'batch_too_large'),
  post('8 MiB of empty objects', '/v3/customers', `[${fill('{},', BIG)}0]`, 400, 'batch_too_large'),
  post('8 MiB of zeros', '/v3/customers', `[${fill('0,', BIG)}0]`, 400, 'batch_too_large'),
  post('8 MiB of texts', '/v3/customers', `[${fill('"",', BIG)}0]`, 400, 'batch_too_large'),
  post('8 MiB of fractions', '/v3/customers', `[${fill('1.2345678901234567,', BIG)}0]`, 400, 'batch_too_large'),
  post('600,000 different keys', '/v3/damages', `{${keys(600_000)}}`, 413, 'payload_too_large'),
  post('99,000 unknown keys that are dropped', '/v3/customers', `{${keys(99_000)}}`, 413, 'payload_too_large'),
  post('99,000 unknown keys that are refused', '/v3/damages', `{${keys(99_000)}}`, 413, 'payload_too_large'),
  post('2,000 unknown keys that are dropped', '/v3/customers', `{${keys(2000)}}`, 400, 'no_valid_fields'),
  post('2,000 unknown keys that are refused', '/v3/damages', `{${keys(2000)}}`, 400, 'validation_failed'),
  post('100 items of 240 unknown keys', '/v3/customers', manyKeys('customers'), 422),
  post('100 refused items of 240 unknown keys', '/v3/damages', manyKeys('damages'), 400, 'validation_failed'),
  post('1,900 unknown keys for a link', '/v3/customers/KID/links', `{${keys(1900)},"foreign_section":"damages"}`, 400),
  post('1,900 unknown keys for a relation', '/v3/customers/KID/relations', `{${keys(1900)}}`, 400),
  post('49,000 objects with a key each', '/v3/customers', `[${objects(49_000)}]`, 400, 'batch_too_large'),
  post('2,000 objects with a key each', '/v3/customers', `[${objects(2000)}]`, 400, 'batch_too_large'),
  post(
    '12 lists of 1,000 objects with a key each',
    '/v3/customers',
    `[${Array.from({ length: 12 }, (_, i) => `[${objects(1000, i)}]`)}]`,
    422,
  ),
  post('one key a million times', '/v3/customers', `{${fill('"a":0,', BIG)}"b":0}`, 413, 'payload_too_large'),
  post('a key of 8 MiB', '/v3/damages', `{"${'k'.repeat(BIG)}":0}`, 400, 'validation_failed'),
  post('a name of 8 MiB', '/v3/customers', `{"name":"${'x'.repeat(BIG)}"}`, 400, 'validation_failed'),
  post('a name of 8 MiB of escapes', '/v3/customers', `{"name":"${fill('\\u0041', BIG)}"}`, 413, 'payload_too_large'),
  post('a name of 8 MiB of NUL', '/v3/customers', `{"name":"${fill('\\u0000', BIG)}"}`, 413, 'payload_too_large'),
  post('a name of 8 MiB of half characters', '/v3/customers', `{"name":"${fill('\\ud800', BIG)}"}`, 413),
  post('490,000 half characters', '/v3/customers', `{"name":"${fill('\\ud800', 2_940_000)}"}`, 400),
  post('a number of 8 MiB of digits', '/v3/customers', `{"einkommen":${'9'.repeat(BIG)}}`, 400),
  post('an amount of 8 MiB of zeros', '/v3/damages', `{"kid":KID,"betrag":"${'0'.repeat(BIG)}x"}`, 400),
  post('an amount of 8 MiB of blanks', '/v3/damages', `{"kid":KID,"betrag":"${' '.repeat(BIG)}x"}`, 400),
  post('8 MiB of blanks', '/v3/customers', ' '.repeat(BIG), 400, 'invalid_json'),
  post('8 MiB of an unended text', '/v3/customers', `"${'\\'.repeat(BIG)}`, 413, 'payload_too_large'),
  post('an unended text of 900,000 backslashes', '/v3/customers', `"${'\\'.repeat(900_000)}`, 400, 'invalid_json'),
  post(
    '100 contracts with 60 wrong tariffs each',
    '/v3/customers/KID/contracts',
    wrongContracts(),
    400,
    'validation_failed',
  ),
  post('1,000,000 items', '/v3/damages', `[${fill('1,', 2 * MIB)}1]`, 400, 'batch_too_large'),
  post('2,000 items', '/v3/damages', `[${fill('1,', 3998)}1]`, 400, 'batch_too_large'),
  post('40 MiB of nested lists as an upload', '/v3/documents', fill('[', 40 * MIB - 200), 400, 'invalid_json'),
  post(
    '39 MiB of text beside the file',
    '/v3/documents',
    `{"name":"${'x'.repeat(39 * MIB)}"}`,
    400,
    'validation_failed',
  ),
  post(
    'a file behind 7 MiB of text',
    '/v3/documents',
    `{"name":"${'x'.repeat(7 * MIB)}","base64":"${'A'.repeat(20 * MIB)}"}`,
    400,
  ),
  post(
    'two files of 15 MiB',
    '/v3/documents',
    `{"base64":"${'A'.repeat(15 * MIB)}","file":"${'A'.repeat(15 * MIB)}"}`,
    400,
  ),
  post(
    'an upload of 40 MiB, padded with blanks',
    '/v3/documents',
    `{"name":"a.bin","base64":"${'A'.repeat(34_952_534)}=="}`.padEnd(40 * MIB),
    201,
  ),
  post('a file of 30 MiB of escapes', '/v3/documents', `{"name":"a.txt","base64":"${fill('\\u0041', 30 * MIB)}"}`, 201),
];

/** A batch whose items have members of other names each. */
function manyKeys(section: string): string {
  const item = (at: number): string =>
    `{${Array.from({ length: 240 }, (_, i) => `"${section[0]}${at}_${i}":0`).join()}}`;
  return `[${Array.from({ length: 100 }, (_, at) => item(at)).join()}]`;
}

function wrongContracts(): string {
  const tariff = '{"tarif":1,"x":2,"y":3}';
  const contract = `{"tariffs":[${Array(60).fill(tariff).join()}]}`;
  return `[${Array(100).fill(contract).join()}]`;
}

/** The same with a key that has to be made of the body. */
const keyed = (): Attack[] => [
  post(
    '200,000 levels with a key',
    '/v3/customers',
    '['.repeat(200_000) + ']'.repeat(200_000),
    400,
    'invalid_json',
    KEY,
  ),
  post('1,900 unknown keys with a key', '/v3/damages', `{${keys(1900)}}`, 400, 'validation_failed', {
    'idempotency-key': 'many',
  }),
  post('a key of 300 characters', '/v3/customers', '{}', 400, 'validation_failed', {
    'idempotency-key': 'k'.repeat(300),
  }),
  post('a key of 8,000 quotes', '/v3/customers', '{}', 400, 'validation_failed', {
    'idempotency-key': '"'.repeat(8000),
  }),
];

/** Numbers, dates and texts at the limits of storage. */
const values = (): Attack[] =>
  (
    [
      ['a number of 400 digits', 'damages', '{"kid":1e400,"art":"x"}'],
      ['-0 as a kid', 'damages', '{"kid":-0,"art":"x"}'],
      ['the year 0', 'damages', '{"kid":KID,"datum_schaden":"0000-01-01"}'],
      ['the year -1', 'damages', '{"kid":KID,"datum_schaden":"-000001-01-01"}'],
      ['the year 275760', 'damages', '{"kid":KID,"datum_schaden":"275760-09-13"}'],
      ['a time that its zone leads to the year 0', 'activities', '{"kid":KID,"beginn":"0001-01-01T00:00:00+14:00"}'],
      [
        'a time that its zone leads to the year 10000',
        'activities',
        '{"kid":KID,"beginn":"9999-12-31T23:59:59-14:00"}',
      ],
      ['a zone of 99 hours', 'activities', '{"kid":KID,"beginn":"2026-01-01T00:00:00+99:00"}'],
      ['an object with toString', 'damages', '{"kid":{"toString":1},"art":"x"}'],
      ['an object with valueOf', 'damages', '{"kid":KID,"betrag":{"valueOf":1}}'],
      ['an object with toJSON', 'damages', '{"kid":KID,"art":{"toJSON":1}}'],
      ['a list as an amount', 'damages', '{"kid":KID,"betrag":[[1]]}'],
      ['infinity', 'damages', '{"kid":KID,"betrag":1e309}'],
      ['the smallest number', 'damages', '{"kid":KID,"betrag":5e-324}'],
      ['half a character as a key', 'damages', '{"kid":KID,"\\ud800":1}'],
      ['NUL as a key', 'damages', '{"kid":KID,"\\u0000":1}'],
    ] as const
  ).map(([name, section, body]) => post(name, `/v3/${section}`, body, 400));

/** Names that every object has. */
const OF_EVERY_OBJECT = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'] as const;

const names = (): Attack[] => [
  ...OF_EVERY_OBJECT.flatMap((name) => [
    post(`${name} as a field`, '/v3/damages', `{"kid":KID,"${name}":{"x":1}}`, 400, 'validation_failed'),
    post(`${name} as an index`, '/v3/search', `{"query":"x","indices":["${name}"]}`, 400, 'validation_failed'),
    get(`${name} as a filter`, `/v3/damages?${name}=1&kundenportal=${name}&draft=${name}`, 400, 'validation_failed'),
    get(`${name} as an address`, `/v3/${name}`, 404, 'endpoint_not_found'),
    settings(
      `${name} as the list of a field`,
      'PUT',
      '/fields/customers/ind_9',
      `{"label":"x","kind":"text","list":"${name}"}`,
      400,
    ),
    settings(`${name} as the kind of a field`, 'PUT', '/fields/customers/ind_9', `{"label":"x","kind":"${name}"}`, 400),
    settings(`${name} as a record kind`, 'PUT', `/fields/${name}/ind_9`, '{"label":"x","kind":"text"}', 400),
    settings(`${name} as the field of a label`, 'PUT', `/fields/customers/${name}/label`, '{"label":"x"}', 400),
  ]),
  settings('a list toString', 'PUT', '/lists/toString', '{"options":[{"value":"a","display":"A"}]}', 200),
  settings('a list constructor', 'PUT', '/lists/constructor', '{"options":[{"value":"a","display":"A"}]}', 200),
  settings('a list __proto__', 'PUT', '/lists/__proto__', '{"options":[{"value":"a","display":"A"}]}', 400),
  get('lists of such names are read', '/v3/customers?limit=1&with_schema=true', 200),
  look('fields of such lists are read', '/fields', 200),
];

const searches = (): Attack[] => [
  post('an object with toString as an index', '/v3/search', '{"query":"x","indices":[{"toString":1}]}', 400),
  post('deep lists as an index', '/v3/search', `{"query":"x","indices":[${'['.repeat(60)}${']'.repeat(60)}]}`, 400),
  post('0.5 MB of wrong indices', '/v3/search', `{"query":"x","indices":[${fill('"xxx",', 500_000)}"x"]}`, 413),
  post('1,900 wrong indices', '/v3/search', `{"query":"x","indices":[${fill('"xxx",', 11_400)}"x"]}`, 400),
  post('8 MiB of wrong indices', '/v3/search', `{"query":"x","indices":[${fill('"xxx",', BIG)}"x"]}`, 413),
  post(
    '100 wrong indices of 80 KB',
    '/v3/search',
    `{"query":"x","indices":[${Array(100).fill(`"${'i'.repeat(80_000)}"`)}]}`,
    400,
  ),
  post('a query of 8 MiB', '/v3/search', `{"query":"${'x '.repeat(BIG / 2)}","indices":["customers"]}`, 400),
  post('1,900 unknown keys in a search', '/v3/search', `{${keys(1900)}}`, 400),
  post('1,900 structured parts', '/v3/search', `{"query":[${fill('{"name":1},', 20_900)}{}]}`, 400),
  post(
    'a part with 1,900 fields',
    '/v3/search',
    `{"query":[{"index":"customers","include":{${keys(1900).replaceAll(':0', ':{}')}}}]}`,
    400,
  ),
  post('1e400 as a limit', '/v3/search', '{"query":"x","indices":["customers"],"limit":1e400}', 200),
  post('1,900 tools searches', '/tools/search', `{"mode":"batch","queries":[${fill('{},', 5700)}{}]}`, 400),
  post('1,900 named searches', '/tools/search', `{"mode":"multi","searches":{${keys(1900)}}}`, 400),
  {
    ...post(
      '20 searches of 5,000 hits',
      '/tools/search',
      `{"mode":"batch","queries":[${Array(20).fill('{"query":"muster","indices":["customers"],"limit":5000}')}]}`,
      200,
    ),
    large: true,
  },
];

const part = (head: string, content = 'x', mark = 'b'): string => `--${mark}\r\n${head}\r\n\r\n${content}\r\n`;
const form = (name: string, body: string | Buffer, status: number, code?: string, boundary = 'b'): Attack =>
  post(name, '/v3/documents', body, status, code, { 'content-type': `multipart/form-data; boundary=${boundary}` });
const named = (value: string): string => `Content-Disposition: form-data; name="${value}`;

const forms = (): Attack[] => [
  form('a form with 80 backslashes', `${part(named('\\'.repeat(80)))}--b--`, 400),
  form('a form with 16,000 backslashes', `${part(named('\\'.repeat(16_000)))}--b--`, 400),
  form('a form with 8,000 parameters', `${part(`Content-Disposition: form-data${'; a=b'.repeat(2500)}`)}--b--`, 400),
  form('a form with 3,000 quotes', `${part(`Content-Disposition: form-data${'; a="'.repeat(3000)}`)}--b--`, 400),
  form('a form of one endless header', `--b\r\n${'x'.repeat(10 * MIB)}`, 400, 'invalid_json'),
  form('a form of 100,000 headers', `--b\r\n${'a: b\r\n'.repeat(100_000)}\r\nx\r\n--b--`, 400, 'invalid_json'),
  form('a form of 100,000 parts', `${part('Content-Disposition: form-data; name="a"').repeat(100_000)}--b--`, 400),
  form('a form of 150 parts', `${part('Content-Disposition: form-data; name="a"').repeat(150)}--b--`, 413),
  form('a form of 100,000 empty delimiters', `${'--b\r\n'.repeat(100_000)}--b--`, 400, 'invalid_json'),
  form(
    'a form that is nearly all delimiters',
    fill('\r\n--aaaaaaab', 20 * MIB),
    400,
    'invalid_json',
    'aaaaaaaaaaaaaaaa',
  ),
  form('a form with a text of 2 MiB', `${part(named('a"'), 'x'.repeat(2 * MIB))}--b--`, 413, 'payload_too_large'),
  form('a form with __proto__', `${part(named('__proto__"'))}${part(`${named('file"')}; filename="a.txt"`)}--b--`, 400),
  form(
    'a form with a part that never ends',
    part(`${named('file"')}; filename="a"`, 'x'.repeat(MIB)),
    400,
    'invalid_json',
  ),
  form('a form without a boundary', 'x', 400, 'invalid_json', '"'),
];

const addresses = (): Attack[] => [
  get('a kid of 4,000 digits', `/v3/customers/${'9'.repeat(4000)}`, 400, 'invalid_kid'),
  get('NUL in the path', '/v3/customers/%00', 404, 'endpoint_not_found'),
  get('overlong UTF-8 in the path', '/v3/customers/%c0%af', 404, 'endpoint_not_found'),
  get('broken escapes in the path', '/v3/customers/%zz', 404, 'endpoint_not_found'),
  get('a path of 8,000 steps', `/v3${'/a'.repeat(4000)}`, 404, 'endpoint_not_found'),
  get('NUL in a filter', '/v3/damages?art=%00', 400, 'validation_failed'),
  get('half a character in a filter', '/v3/damages?art=%ed%a0%80', 200),
  get('overlong UTF-8 in a filter', '/v3/damages?art=%c0%80', 200),
  get('2,000 parameters', `/v3/customers?${Array.from({ length: 2000 }, (_, i) => `a${i}=1`).join('&')}`, 200),
  get('5,000 empty parameters', `/v3/customers?${'&'.repeat(5000)}`, 200),
  get('a page of 400 digits', `/v3/customers?page=${'9'.repeat(400)}`, 200),
  get('a limit of 1e400', '/v3/customers?limit=1e400', 200),
  get('a negative limit', '/v3/customers?limit=-1', 200),
  get('a kid as a list', '/v3/damages?kid[]=1&kid[constructor]=2', 400),
  get('a section with NUL', '/v3/customers/KID/links?foreign_section=%00', 200),
  get('2,000 ranges', '/v3/documents/DOCUMENT/content', 200, undefined, { range: `bytes=${'0-0,'.repeat(2000)}0-0` }),
  get('a range of 400 digits', '/v3/documents/DOCUMENT/content', 416, 'range_not_satisfiable', {
    range: `bytes=${'9'.repeat(400)}-`,
  }),
  get('an If-None-Match of 12 KB', '/v3/customers/KID', 200, undefined, { 'if-none-match': '"x",'.repeat(3000) }),
  get('an Accept of 12 KB', '/v3/customers/KID', 200, undefined, { accept: 'a/b;q=0.1,'.repeat(1200) }),
  get('an Accept-Encoding of 12 KB', '/v3/customers/KID', 200, undefined, { 'accept-encoding': 'x,'.repeat(6000) }),
  {
    ...get('an If-Match of 12 KB', '/v3/customers/KID', 412, 'precondition_failed'),
    method: 'PATCH',
    body: '{"name":"x"}',
    headers: { ...JSON_TYPE, 'if-match': '"x",'.repeat(3000) },
  },
  get('headers of 20 KB', '/v3/customers', 431, 'headers_too_large', { 'x-bomb': 'x'.repeat(20_000) }),
  get(
    '1,900 headers',
    '/v3/customers',
    200,
    undefined,
    Object.fromEntries(Array.from({ length: 1900 }, (_, i) => [`a${i}`, ''])),
  ),
  get('an expectation that nobody knows', '/v3/customers?limit=1', 200, undefined, { expect: 'x'.repeat(1000) }),
  {
    ...get('PATCH with a list', '/v3/customers/KID', 400, 'empty_body'),
    method: 'PATCH',
    body: '[[[]]]',
    headers: JSON_TYPE,
  },
];

const ofSettings = (): Attack[] => [
  look('entries since the year -1', '/audit?since=-000001-01-01', 400, 'validation_failed'),
  look('entries since the year 275760', '/audit?since=275760-09-13', 400, 'validation_failed'),
  look('entries until the year 0', '/audit?until=0000-01-01', 400, 'validation_failed'),
  look('entries of a record of NUL', '/audit?record=%00/1', 400, 'validation_failed'),
  look('entries before a number of 400 digits', `/audit?before=${'9'.repeat(400)}`, 400, 'validation_failed'),
  look('entries of a token of 2 to the 53', '/audit?token=9007199254740991', 200),
  look('the preview of constructor', '/fields/constructor/preview', 404, 'not_found'),
  look('deliveries of a webhook of 15 digits', '/webhooks/999999999999999/deliveries', 404),
  settings(
    'a token with 1,900 scopes',
    'POST',
    '/tokens',
    `{"name":"x","user_kid":1,"scopes":[${fill('1,', 3900)}1]}`,
    400,
  ),
  settings(
    'a token that ends in the year 0',
    'POST',
    '/tokens',
    '{"name":"x","user_kid":1,"scopes":[],"expires_at":"0000-01-01T00:00:00Z"}',
    400,
  ),
  settings(
    'a webhook with 1,900 events',
    'POST',
    '/webhooks',
    `{"url":"https://x.example","events":[${fill('1,', 3900)}1]}`,
    400,
  ),
  settings(
    'a webhook with 1,900 headers',
    'POST',
    '/webhooks',
    `{"url":"https://x.example","events":[],"headers":{${keys(1900)}}}`,
    400,
  ),
  settings('1,900 billing companies', 'PUT', '/billing-companies', `{"names":[${fill('1,', 3900)}1]}`, 400),
  settings('a list of 1,900 wrong entries', 'PUT', '/lists/anrede', `{"options":[${fill('1,', 3800)}1]}`, 400),
  settings(
    'a list of 2 MiB',
    'PUT',
    '/lists/anrede',
    `{"options":[${fill('1,', 2 * MIB)}1]}`,
    413,
    'payload_too_large',
  ),
  settings('1 MiB where a form is expected', 'POST', '/tokens', ' '.repeat(MIB), 413, 'payload_too_large'),
  settings('65 levels for the settings', 'POST', '/tokens', '['.repeat(65) + ']'.repeat(65), 400, 'invalid_json'),
];

const ofNobody = (): Attack[] => [
  nobody('1 MiB to sign in', 'POST', '/settings/api/session', ' '.repeat(MIB), 413, 'payload_too_large'),
  nobody(
    '1 MiB of unknown keys to sign in',
    'POST',
    '/settings/api/session',
    `{${keys(90_000)}}`,
    413,
    'payload_too_large',
  ),
  nobody(
    '4 KiB of unknown keys to sign in',
    'POST',
    '/settings/api/session',
    `{${keys(400)}}`,
    400,
    'validation_failed',
  ),
  nobody('4 KiB of lists to sign in', 'POST', '/settings/api/session', '['.repeat(4000), 400, 'invalid_json'),
  nobody('1 MiB for an invitation', 'POST', '/settings/api/invitations/x', ' '.repeat(MIB), 413, 'payload_too_large'),
  nobody('a wildcard in an address', 'GET', '/a*b', '', 404, 'endpoint_not_found'),
  nobody('a parameter in an address', 'PUT', '/settings/api/x(:y', '', 404, 'endpoint_not_found'),
  nobody('an invitation of NUL', 'GET', '/settings/api/invitations/%00', '', 404),
  nobody('1 MiB for a token', 'POST', '/settings/api/tokens', ' '.repeat(MIB), 401, 'not_signed_in'),
  nobody(
    '8 MiB without a token',
    'POST',
    '/v3/customers',
    `{"name":"${'x'.repeat(BIG)}"}`,
    401,
    'missing_bearer_token',
  ),
  {
    ...nobody('a token of 12 KB', 'GET', '/v3/customers', '', 401, 'invalid_token'),
    headers: { authorization: `Bearer ${'x.'.repeat(6000)}` },
  },
  {
    ...nobody('a token of 12 KB of dots', 'GET', '/v3/customers', '', 401, 'invalid_token'),
    headers: { authorization: `Bearer ${'.'.repeat(12_000)}` },
  },
  {
    ...nobody('a cookie of 12 KB', 'GET', '/settings/api/tokens', '', 401, 'not_signed_in'),
    headers: { cookie: 'a=b;'.repeat(3000) },
  },
  nobody('an asset outside', 'GET', '/assets/..%2f..%2fpackage.json', '', 404),
  { ...nobody('the description', 'GET', '/openapi/v3.yaml', '', 200), large: true },
  { ...nobody('the reference', 'GET', '/reference', '', 200), large: true },
];

const raw = (name: string, text: string, status: number, code?: string): Attack => ({
  name,
  by: 'nobody',
  method: '',
  path: '',
  raw: Buffer.from(text, 'latin1'),
  status,
  code,
});

/** Bodies with one byte per chunk: their number is the cost. */
const crumbs = (): Attack[] => {
  const spaces = ' '.repeat(MIB);
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  return [
    post('a JSON body in chunks of a byte', '/v3/customers', spaces, 413, 'payload_too_large'),
    post('a file in chunks of a byte', '/v3/documents', `{"base64":"${'A'.repeat(MIB)}"}`, 413, 'payload_too_large'),
    form('a form in chunks of a byte', `${part}${spaces}\r\n--b--\r\n`, 413, 'payload_too_large'),
    settings('a setting in chunks of a byte', 'POST', '/tags', spaces, 413, 'payload_too_large'),
  ].map((attack) => ({ ...attack, inBytes: true }));
};

/** Requests that no client sends. */
const broken = (): Attack[] => [
  raw('no HTTP', 'x'.repeat(2000), 400, 'invalid_request'),
  raw('a method of 4,000 letters', `${'A'.repeat(4000)} / HTTP/1.1\r\nHost: a\r\n\r\n`, 400, 'invalid_request'),
  raw('two lengths', 'POST /v3/customers HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx', 400),
  raw(
    'a length and chunks',
    'POST /v3/customers HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ),
  raw(
    'a chunk of a length that is none',
    'POST /v3/customers HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
  ),
  raw(
    'trailers',
    'POST /v3/customers HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n\r\n',
    401,
  ),
  raw('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 400, 'invalid_request'),
  raw('a line end inside a header', 'GET /v3/customers HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n', 400),
  raw('no host', 'GET /v3/customers HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'),
  raw(
    'a connection to somewhere else',
    'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n',
    405,
    'method_not_allowed',
  ),
];

/** Every attack, with placeholders for ids of the service. */
export const attacks = (): readonly Attack[] => [
  ...shapes(),
  ...keyed(),
  ...values(),
  ...names(),
  ...searches(),
  ...forms(),
  ...crumbs(),
  ...addresses(),
  ...ofSettings(),
  ...ofNobody(),
  ...broken(),
];

/** Replaces the placeholders KID and DOCUMENT of an attack. */
export const aimedAt = (attack: Attack, place: Place): Attack => {
  const put = (text: string): string =>
    text.replaceAll('KID', String(place.kid)).replaceAll('DOCUMENT', String(place.document));
  return { ...attack, path: put(attack.path), body: typeof attack.body === 'string' ? put(attack.body) : attack.body };
};
