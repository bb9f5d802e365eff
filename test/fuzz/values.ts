/** Values of fields: accepted ones, those just inside and outside of each limit, and hostile ones. */
import type { Field } from '../../src/model/declaration/field-shape.ts';
import { kinds } from '../../src/model/declaration/value-kinds.ts';
import { optionLists } from '../../src/model/seed/option-lists.ts';
import { anyNumber, bomb, manyOf, Raw } from './json-text.ts';
import type { Random } from './random.ts';

/** How a request is meant. */
export type Mood = 'valid' | 'boundary' | 'hostile';

/** Names that objects have from the start. */
export const PROTOTYPE = [
  ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toJSON'],
  ...['toLocaleString', '__defineGetter__', '__lookupSetter__', 'then', 'length', 'name', 'caller', 'arguments'],
];

export const DATES = [
  ...['2024-02-29', '2023-02-29', '0001-01-01', '0000-01-01', '9999-12-31', '10000-01-01', '-000001-01-01'],
  ...[
    '275760-09-13',
    '+275760-09-13',
    '+275760-09-14',
    '1970-01-01',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '99999999',
  ],
  ...['2026-01-31 24:00:00', '2026-01-31 23:59:60', '2026-01-31T23:59:59Z', '2026-01-31T00:00:00+14:00'],
  ...['0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59', '2026-03-29 02:30:00', '2026-01-31T10:00', 'infinity'],
  ...['now', 'today', 'epoch', 'allballs', '2026-01-31T10:00:00.123456789Z', '294276-12-31', '4714-11-24 BC', 'NaN'],
];

const DECIMALS = [
  ...['0.00', '0.001', '-0', '-0.001', '1,5', '1.', '.5', '1e3', '+1', ' 1', '0x10', '1_000', '٣', 'Infinity', 'NaN'],
  ...['9999999999999.99', '99999999999999.99', '9999999999.99999', '99999999999.99999', '0.123456', '1e400'],
];

const TEXTS = [
  ...[
    '',
    ' ',
    '\t\n',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfffy',
    '\u202eabc',
    '\ufeff',
    '\u2028',
    '\ufffe',
    'ﬃ',
    'İ',
    'ß',
    '\u0301',
  ],
  ...[
    "'; drop table contact; --",
    "' or ''='",
    '$1',
    '$$',
    '\\',
    '\\\\"',
    "E'\\x00'",
    '%s',
    '%',
    '_',
    '%25%00',
    '\\u0000',
  ],
  ...[
    '../../etc/passwd',
    '..%2f',
    'C:\\x',
    'file:///etc/passwd',
    '{{7*7}}',
    `\${7*7}`,
    '<script>alert(1)</script>',
    '\r\nX: y',
  ],
  ...[
    'null',
    'true',
    'undefined',
    '[]',
    '{}',
    '0',
    '-1',
    '1.0',
    '2147483648',
    '(a+)+$',
    '.*'.repeat(30),
    '[',
    '*',
    '(?:)',
  ],
  ...['a@b', '@', 'a@b@c', '127.0.0.1', '::1', '0.0.0.0/0', '300.1.1.1', '1/33', '::ffff:127.0.0.1', 'fe80::1%eth0'],
  ...[
    'admin',
    'demo',
    'Europe/Berlin',
    'ind_1',
    'ind_0',
    'ind_999999',
    'v3:customers:read',
    'customers.create',
    '********',
  ],
];

/** Texts of a length, of characters that one, two or four bytes take. */
const ofLength = (random: Random, length: number): string =>
  random.pick(['x', 'ä', '😀', '\\', '"', '0', ' ', '\u0301', '<', '\u0130']).repeat(Math.max(0, length));

const LENGTHS = [0, 1, 19, 20, 21, 40, 41, 60, 61, 99, 100, 101, 254, 255, 256, 257, 999, 1000, 1001, 1999, 2000, 2001];

/** A malicious text. @param bytes largest body of the route */
export const hostileText = (random: Random, bytes: number): string =>
  random.weighted(
    [10, () => random.pick(TEXTS)],
    [4, () => random.pick(PROTOTYPE)],
    [3, () => random.pick(DATES)],
    [3, () => random.pick(DECIMALS)],
    [3, () => ofLength(random, random.pick(LENGTHS))],
    [1, () => ofLength(random, random.pick([8000, 65_534, 65_535, 65_536]))],
    [
      1,
      () =>
        `${random.pick(['0', 'a', ' ', '\\', '"', 'aa;', 'a@', '.', '[', '1,'])}`.repeat(manyOf(random, bytes / 4)) +
        random.pick(['x', '!', '"', '']),
    ],
    [2, () => Array.from({ length: random.int(1, 12) }, () => String.fromCharCode(random.int(0, 0xffff))).join('')],
  )();

/** Any JSON value, the more hostile the better. */
export const hostileValue = (random: Random, bytes: number): unknown =>
  random.weighted<() => unknown>(
    [10, () => hostileText(random, bytes)],
    [5, () => anyNumber(random)],
    [3, () => random.pick([null, true, false, [], {}, [[]], [null], ''])],
    [2, () => ({ [random.pick(PROTOTYPE)]: random.pick([1, null, 'x', {}, []]) })],
    [2, () => [hostileText(random, 200), anyNumber(random)]],
    [1, () => bomb(random, bytes)],
  )();

const widest = (field: Field): number => field.max ?? 255;

const valid = new Map<unknown, (random: Random, field: Field, mark: string) => unknown>([
  [kinds.int, (random, field) => random.int(Math.max(field.min ?? 0, 0), Math.min(field.max ?? 1000, 1000))],
  [kinds.money, (random) => `${random.int(-99_999, 99_999)}.${random.int(10, 99)}`],
  [kinds.rate, (random) => `0.${random.int(10_000, 99_999)}`],
  [kinds.date, (random) => `${random.int(1900, 2100)}-0${random.int(1, 9)}-${random.int(10, 28)}`],
  [
    kinds.datetime,
    (random) => `${random.int(1900, 2100)}-0${random.int(1, 9)}-${random.int(10, 28)} 1${random.int(0, 9)}:30:00`,
  ],
  [kinds.instant, (random) => `${random.int(1970, 2100)}-0${random.int(1, 9)}-${random.int(10, 28)}T10:00:00Z`],
  [kinds.yearDay, (random) => `0${random.int(1, 9)}-${random.int(10, 28)}`],
  [kinds.flag, (random) => random.pick([0, 1, true, false])],
  [kinds.boolean, (random) => random.chance(0.5)],
]);

/** An id of a record kind. */
export type IdOf = (path: string) => number | undefined;

/** A value that a field accepts. */
export const validValue = (random: Random, name: string, field: Field, mark: string, idOf: IdOf): unknown => {
  if (field.reference) return idOf(random.pick(field.reference.to)) ?? null;
  if (field.list) {
    const options = field.options ?? optionLists[field.list];
    return options?.length ? random.pick(options).value : null;
  }
  if (name === 'email') return `${mark}${random.int(1, 1e9)}@example.com`;
  if (!field.required && random.chance(0.05)) return null;
  return valid.get(field.kind)?.(random, field, mark) ?? `${mark} ${name}`.slice(0, widest(field));
};

/** A value just inside or outside the bounds of a field. */
export const boundaryValue = (random: Random, field: Field): unknown => {
  const { kind } = field;
  if (field.list || kind === kinds.flag || kind === kinds.boolean) {
    return random.pick([0, 1, 2, -1, '', '0', '1', null, true, 'true', new Raw('1.0'), new Raw('1e0')]);
  }
  if (kind === kinds.int) {
    const edges = [field.min, field.max, 0, 2147483647, -2147483648].flatMap((one) =>
      one === undefined ? [] : [one - 1, one, one + 1],
    );
    return random.chance(0.8) ? random.pick(edges) : anyNumber(random);
  }
  if (kind === kinds.money || kind === kinds.rate)
    return random.chance(0.7) ? random.pick(DECIMALS) : anyNumber(random);
  if (kind === kinds.date || kind === kinds.datetime || kind === kinds.day || kind === kinds.instant)
    return random.pick(DATES);
  const most = widest(field);
  return ofLength(random, random.pick([0, 1, most - 1, most, most + 1, 2 * most]));
};
