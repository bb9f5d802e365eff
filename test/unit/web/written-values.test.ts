/** Input of the record forms, parsed for the API. */
import { describe, expect, test } from 'vitest';

const PARSE = new URL('../../../web/src/workspace/forms/parse.ts', import.meta.url).href;

interface Parse {
  parseDate(text: string, now?: Date): unknown;
  parseDateTime(text: string, now?: Date): unknown;
  parseAmount(text: string, language: string, scale: number): unknown;
  parseWhole(text: string): unknown;
}

const { parseDate, parseDateTime, parseAmount, parseWhole } = (await import(PARSE)) as Parse;
const NOW = new Date(2026, 10, 28);

describe('values of files', () => {
  test.each([
    ['12.8.84', '1984-08-12'],
    ['120884', '1984-08-12'],
    ['12081984', '1984-08-12'],
    ['1984-08-12', '1984-08-12'],
    ['12.08.1984', '1984-08-12'],
    ['1.2.30', '2030-02-01'],
    ['3.12.', '2026-12-03'],
    ['h', '2026-11-28'],
    ['+14', '2026-12-12'],
    [' ', null],
    ['31.2.2026', undefined],
    ['12.13.1984', undefined],
    ['gestern', '2026-11-27'],
    ['Morgen', '2026-11-29'],
    ['-3', '2026-11-25'],
    ['constructor', undefined],
  ])('the date %s', (text, value) => {
    expect(parseDate(text, NOW)).toBe(value);
  });

  test.each([
    ['12.8.84 10:30', '1984-08-12 10:30:00'],
    ['+1 930', '2026-11-29 09:30:00'],
    ['28.11.2026 9', '2026-11-28 09:00:00'],
    ['28.11.2026', '2026-11-28 00:00:00'],
    ['28.11.2026 25:00', undefined],
    ['', null],
  ])('the time %s', (text, value) => {
    expect(parseDateTime(text, NOW)).toBe(value);
  });

  test.each([
    ['1.234,56', 'de', '1234.56'],
    ['1234.56', 'de', '1234.56'],
    ['1.234', 'de', '1234.00'],
    ['1.234', 'en', undefined],
    ['1,234', 'en', '1234.00'],
    ['1,234.5', 'en', '1234.50'],
    ['-7 €', 'de', '-7.00'],
    ['', 'de', null],
    ['zwölf', 'de', undefined],
    ['1,234567', 'de', undefined],
  ])('the amount %s, %s', (text, language, value) => {
    expect(parseAmount(text, language, 2)).toBe(value);
  });

  test('a whole number', () => {
    expect([' 12 ', '-3', '', '1,5'].map(parseWhole)).toEqual([12, -3, null, undefined]);
  });
});
