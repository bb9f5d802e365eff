/** Properties that hold for every value: paging clamps, decimals, dates, texts, flat (rules 3.4, 4.3, 12.1). */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';

const { client } = setUpService();
let kid: number;
let damage: number;
let finance: number;

beforeAll(async () => {
  ({ kid } = (await client.post('/v3/customers', { name: 'Eigen' })).body);
  damage = (await client.post('/v3/damages', { kid, art: 'x' })).body.id;
  finance = (await client.post('/v3/finances', { kid, bezeichnung: 'x' })).body.id;
});

const RUNS = { numRuns: 120 };
const paged = fc.oneof(
  fc.string(),
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.constantFrom(
    '',
    ' 5',
    '5 ',
    '0',
    '-0',
    '1e3',
    '0x10',
    '5001',
    '4999.9',
    '0.9',
    '٣',
    'NaN',
    'Infinity',
    '9'.repeat(30),
  ),
);

/** The whole-number part of a decimal number of at least 1; else the fallback. */
const clamped = (text: string, fallback: number, most: number): number => {
  if (!/^\d+(\.\d+)?$/.test(text.trim())) return fallback;
  const number = Math.floor(Number(text));
  return number < 1 ? fallback : Math.min(number, most);
};

test('paging never fails, and clamps (rules 12.1)', async () => {
  await fc.assert(
    fc.asyncProperty(paged, paged, async (page, limit) => {
      const query = new URLSearchParams({ page, limit });
      const { status, body } = await client.get(`/v3/customers?${query}`);
      expect(status).toBe(200);
      expect(body.page_size).toBeGreaterThanOrEqual(1);
      expect(body.page_size).toBeLessThanOrEqual(5000);
      expect(body.page).toBeGreaterThanOrEqual(1);
      expect(body.total).toBe(1);
      if (/^\d+(\.\d+)?$/.test(limit)) expect(body.page_size).toBe(clamped(limit, 50, 5000));
      if (/^[^\d]*$/.test(limit)) expect(body.page_size).toBe(50);
      if (/^\d{1,9}$/.test(page)) expect(body.page).toBe(clamped(page, 1, Number.MAX_SAFE_INTEGER));
    }),
    RUNS,
  );
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{1,${length}}$`));
const decimal = (scale: number) =>
  fc
    .tuple(fc.constantFrom('', '-'), digits(15 - scale), fc.option(digits(scale), { nil: null }))
    .map(([sign, whole, part]) => `${sign}${whole}${part === null ? '' : `.${part}`}`);

/** The same number with exactly `scale` digits behind the point. */
const canonical = (text: string, scale: number): string => {
  const [, sign = '', whole = '0', part = ''] = /^(-?)0*(\d+?)(?:\.(\d*))?$/.exec(text) ?? [];
  const plain = `${whole}.${part.padEnd(scale, '0')}`;
  return /^[0.]*$/.test(plain) ? plain : `${sign}${plain}`;
};

test('decimals are returned as they were sent, with their scale', async () => {
  await fc.assert(
    fc.asyncProperty(decimal(2), decimal(5), async (betrag, est) => {
      expect((await client.patch(`/v3/finances/${finance}`, { betrag, est })).status).toBe(200);
      const { body } = await client.get(`/v3/finances/${finance}`);
      expect([body.betrag, body.est]).toEqual([canonical(betrag, 2), canonical(est, 5)]);
    }),
    RUNS,
  );
});

test('decimals beyond their scale or their size are refused by name', async () => {
  const wrong = fc.oneof(
    digits(6).map((text) => [`1.23${text}`, 'invalid_format'] as const),
    digits(9).map((text) => [`12345678901234${text}`, 'too_big'] as const),
    fc.constantFrom(
      ['1,5', 'invalid_format'],
      ['x', 'invalid_format'],
      ['1.', 'invalid_format'],
      ['--1', 'invalid_format'],
    ),
  );
  await fc.assert(
    fc.asyncProperty(wrong, async ([reserve, code]) => {
      const { status, body } = await client.patch(`/v3/damages/${damage}`, { reserve });
      expect([status, body.data?.issues?.[0]], reserve).toMatchObject([400, { path: ['reserve'], code }]);
    }),
    RUNS,
  );
});

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};
const two = (n: number): string => String(n).padStart(2, '0');

test('dates are days of the calendar', async () => {
  const parts = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  );
  await fc.assert(
    fc.asyncProperty(parts, async ([year, month, day]) => {
      const geb = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
      const { status, body } = await client.patch(`/v3/customers/${kid}`, { geb });
      if (isDay(year, month, day)) {
        expect(status, geb).toBe(200);
        expect((await client.get(`/v3/customers/${kid}`)).body.geb).toBe(geb);
      } else expect([status, body.data.issues[0]], geb).toMatchObject([400, { path: ['geb'], code: 'invalid_format' }]);
    }),
    RUNS,
  );
});

test('texts are returned as they were sent; only NUL and lone surrogates are refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 255 }), async (name) => {
      const storable = !name.includes('\0') && Buffer.from(name).toString() === name;
      const { status, body } = await client.patch(`/v3/customers/${kid}`, { name });
      if (!storable) expect([status, body.data?.issues?.[0].code]).toEqual([400, 'invalid_format']);
      else if ([...name].length <= 255) {
        expect(status).toBe(200);
        expect((await client.get(`/v3/customers/${kid}`)).body.name).toBe(name);
      }
    }),
    { numRuns: 40 },
  );
});

test('flat is the flattened form of the nested response', async () => {
  const addresses = fc.array(fc.record({ strasse: fc.string({ maxLength: 20 }), plz: fc.stringMatching(/^\d{5}$/) }), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(addresses, async (rows) => {
      const { body: made } = await client.post('/v3/customers', { name: 'Flach' });
      for (const row of rows) {
        const clean = { ...row, strasse: row.strasse.replaceAll(/[\0\ud800-\udfff]/g, '') };
        expect((await client.post(`/v3/customers/${made.kid}/addresses`, clean)).status).toBe(201);
      }
      const { addresses: all, ...plain } = (await client.get(`/v3/customers/${made.kid}?with_addresses=1`)).body;
      const expected: Record<string, unknown> = { ...plain };
      for (const [i, row] of (all as Record<string, unknown>[]).entries()) {
        for (const [name, value] of Object.entries(row)) expected[`addresses_${i ? `${i}_` : ''}${name}`] = value;
      }
      const flat = (await client.get(`/v3/customers/${made.kid}?with_addresses=1&flat=true`)).body;
      expect(flat).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});
