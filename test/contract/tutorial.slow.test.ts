/** Every block of docs/tutorial.md runs in a shell, in order, and prints the output that the page shows. */
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { blocks, PAGE, runTutorial } from '../support/tutorial.ts';

/** Fields that hold the number of a record: any number, but the same one wherever the page shows the same. */
const NUMBER = /^(id|kid|vid|schaden|nummer|kid_beziehung|record_id|(owner|foreign)_id)$/;
const numbers = new Map<string, unknown>();

/** The output of the page, with its record numbers replaced by the real ones. */
const expected = (shown: unknown, real: unknown, name = ''): unknown => {
  if (NUMBER.test(name) && /^\d+$/.test(String(shown))) {
    if (!numbers.has(String(shown))) numbers.set(String(shown), Number(real));
    const number = numbers.get(String(shown));
    return typeof shown === 'string' ? String(number) : number;
  }
  if (Array.isArray(shown)) {
    return shown.map((item, i) => expected(item, Array.isArray(real) ? real[i] : undefined, name));
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  const other = (real ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, expected(value, other[key], key)]));
};

const { service } = setUpService();
let printed: readonly string[] = [];

beforeAll(async () => {
  printed = await runTutorial(service, await service.organisation());
}, 120_000);

test('the tutorial has all its code blocks', () => {
  expect(blocks.length).toBeGreaterThan(15);
  expect(blocks.filter(({ shown }) => shown).length).toBeGreaterThan(12);
});

describe('answers as shown', () => {
  test.each(blocks.map((block, i) => ({ ...block, i })))('$i $heading', ({ i, shown }) => {
    const lines = (printed[i] ?? '').trimEnd().split('\n');
    if (!shown) return expect(printed[i]).toBe('');
    if (shown.language === 'text') return expect(`${lines.at(-1)}\n`).toBe(shown.text);
    // The operator's command prints its JSON over several lines; a call's answer is one.
    const text = lines[0]?.startsWith('[') ? lines.join('\n') : (lines.at(-1) ?? '');
    const real: unknown = JSON.parse(text);
    expect(real).toMatchObject(expected(JSON.parse(shown.text), real) as object);
  });

  test('and without an error that the page does not show', () => {
    const errors = printed.join('').match(/"statusCode":\d+/g) ?? [];
    expect(errors).toEqual(PAGE.match(/"statusCode": \d+/g)?.map((text) => text.replace(' ', '')));
  });
});
