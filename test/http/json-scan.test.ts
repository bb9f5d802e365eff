/** The exact limits of a JSON body, for any chunk size (rules 8.1). */
import { describe, expect, test } from 'vitest';
import type { ApiError, Code } from '../../src/errors/api-error.ts';
import { JsonShapeGuard, MAX_MEMBERS, MAX_VALUES } from '../../src/http/body/json-limits.ts';

const DEPTH = 64;
const ESCAPES = 500_000;

/** The refusal of a body that arrives in chunks of a length; null if it may continue. */
const refusal = (body: string, length: number, ofList: Code | null = null): string | null => {
  const bytes = Buffer.from(body);
  const scan = new JsonShapeGuard(ofList);
  try {
    for (let at = 0; at < bytes.length; at += length) scan.feed(bytes.subarray(at, at + length));
    return scan.isOpen ? 'open' : null;
  } catch (error) {
    return (error as ApiError).code;
  }
};

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
/** Brackets and braces within texts do not count, and an escaped quote does not end a text. */
const texts = (depth: number): string => `["[{\\"[{",${lists(depth - 1)}]`;

/** A list of lists with as many values in all, itself and the inner lists included. */
const values = (count: number): string => {
  const inner = `[${Array(999).fill('0').join()}]`;
  const whole = Math.floor((count - 1) / 1000);
  const rest = (count - 1) % 1000;
  return `[${[...Array(whole).fill(inner), ...Array(rest).fill('"a,b"')].join()}]`;
};
const members = (count: number): string =>
  `{"list":[${Array(count).fill('{}').join()}],"object":{${Array.from({ length: count }, (_, i) => `"${i}":[]`).join()}}}`;
const escapes = (count: number): string => JSON.stringify(['\n'.repeat(count - 1), '"']);

describe.each([1, 2, 7, 4096, 65_537, 1 << 23])('in chunks of %i bytes', (length) => {
  test.each<[title: string, make: (n: number) => string, most: number, code: string]>([
    ['lists in lists', lists, DEPTH, 'invalid_json'],
    ['objects in objects', objects, DEPTH, 'invalid_json'],
    ['lists after brackets in texts', texts, DEPTH, 'invalid_json'],
    ['values', values, MAX_VALUES, 'payload_too_large'],
    ['members of a list and of an object', members, MAX_MEMBERS, 'payload_too_large'],
    ['escapes', escapes, ESCAPES, 'payload_too_large'],
  ])('%s: the limit is accepted, one more is refused', (_title, make, most, code) => {
    expect(JSON.parse(make(most))).toBeDefined();
    expect([refusal(make(most), length), refusal(make(most + 1), length)]).toEqual([null, code]);
  });

  test.each<[title: string, body: string, code: string | null]>([
    ['brackets in a text', JSON.stringify('['.repeat(5000)), null],
    ['brackets behind an escaped quote', JSON.stringify(`"${'['.repeat(5000)}`), null],
    ['commas in a text', JSON.stringify(','.repeat(90_000)), null],
    ['many lists of a few members', `[${Array(1500).fill('[0,0]')}]`, null],
    ['many lists of many members', `[${Array(40).fill(`[${Array(1999).fill(0)}]`)}]`, 'payload_too_large'],
  ])('limits apply to values, not to text: %s', (_title, body, code) => expect(refusal(body, length)).toBe(code));

  test.each<[title: string, body: string, code: string]>([
    ['a list of too many items', `[${Array(2001).fill('0')}]`, 'batch_too_large'],
    ['a list of many items with too many values', `[${Array(200).fill(`[${Array(150).fill(0)}]`)}]`, 'batch_too_large'],
    ['a batch with too many values', `[${Array(100).fill(`[${Array(300).fill(0)}]`)}]`, 'payload_too_large'],
    ['a list in a body', `{"a":[${Array(2001).fill('0')}]}`, 'payload_too_large'],
  ])('the error code for %s', (_title, body, code) => expect(refusal(body, length, 'batch_too_large')).toBe(code));

  test.each(['[', '{"a":1', '"a', '["\\"', '[[]', ']'])('an incomplete body is detected without parsing: %s', (body) =>
    expect(refusal(body, length)).toBe('open'));
});
