/** A limit is said once: what describes it and what is answered beyond it follow (docs/changing-it.md, a limit). */
import { afterAll, expect, test, vi } from 'vitest';
import * as limits from '../src/limits.ts';

const { inText, ...numbers } = limits;
/** Each limit as a number that stands nowhere else. */
const others = Object.fromEntries(Object.keys(numbers).map((name, i) => [name, 73_001 + i]));

afterAll(() => {
  vi.doUnmock('../src/limits.ts');
  vi.resetModules();
});

test('the description and the sentences of refusals say every limit as it is', async () => {
  vi.resetModules();
  vi.doMock('../src/limits.ts', () => ({ ...others, inText }));
  const [{ openapiDocument }, { allRoutes }, { registry }, { errorTable }] = await Promise.all([
    import('../src/derive/openapi.ts'),
    import('../src/derive/all-routes.ts'),
    import('../src/model/registry.ts'),
    import('../src/errors.ts'),
  ]);
  const lacking = (told: unknown, names: readonly string[]): string[] => {
    // Examples have the sentences of refusals.
    const text = JSON.stringify(told, (name, value) => (/^examples?$/.test(name) ? undefined : value));
    const said = (limit: number): boolean => text.includes(String(limit)) || text.includes(inText(limit));
    return names.filter((name) => !said(others[name] ?? 0));
  };
  const inErrors = ['MAX_BATCH', 'MAX_FILE_MIB', 'MAX_LINKS'];
  const described = Object.keys(others).filter((name) => name !== 'MAX_LINKS' && name !== 'MAX_ROLES');
  expect(lacking(openapiDocument(registry, allRoutes(registry)), described)).toEqual([]);
  expect(lacking(errorTable, inErrors)).toEqual([]);
  // As one of several sentences that say a limit would go on saying it.
  const usual = [numbers.MAX_BATCH, numbers.MAX_FILE_MIB, numbers.MAX_LINKS].map(inText);
  const words = JSON.stringify(errorTable).split(/[^\d,]+/);
  expect(usual.filter((number) => words.includes(number))).toEqual([]);
});
