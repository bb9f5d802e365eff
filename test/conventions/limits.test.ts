/** A limit is declared once: its description and its errors are derived from it (docs/changing-it.md, a limit). */
import { afterAll, expect, test, vi } from 'vitest';
import * as limits from '../../src/shared/limits.ts';

const { asText, ...numbers } = limits;
/** Each limit as a number that occurs nowhere else. */
const others = Object.fromEntries(Object.keys(numbers).map((name, i) => [name, 73_001 + i]));

afterAll(() => {
  vi.doUnmock('../../src/shared/limits.ts');
  vi.resetModules();
});

test('the OpenAPI description and the error messages state the value of every limit', async () => {
  vi.resetModules();
  vi.doMock('../../src/shared/limits.ts', () => ({ ...others, asText }));
  const [{ openapiDocument }, { allRoutes }, { registry }, { errorTable }] = await Promise.all([
    import('../../src/derive/openapi/openapi-document.ts'),
    import('../../src/derive/routing/all-routes.ts'),
    import('../../src/model/registry.ts'),
    import('../../src/errors/api-error.ts'),
  ]);
  const lacking = (told: unknown, names: readonly string[]): string[] => {
    // Examples have the sentences of refusals.
    const text = JSON.stringify(told, (name, value) => (/^examples?$/.test(name) ? undefined : value));
    const said = (limit: number): boolean => text.includes(String(limit)) || text.includes(asText(limit));
    return names.filter((name) => !said(others[name] ?? 0));
  };
  const inSettings = [
    'MAX_AUDIT_READ',
    'MAX_CALENDAR_EVENTS',
    'MAX_DISCLOSURE',
    'MAX_FIELDS',
    'MAX_FOOTER_COLUMN',
    'MAX_FOOTER_COLUMNS',
    'MAX_LETTERHEAD_LINE',
    'MAX_MAIL_MIB',
    'MAX_MAILBOXES',
    'MAX_MAILS_OF_ROUND',
    'MAX_OPTIONS',
    'MAX_PASSKEYS',
    'MAX_ROLES',
  ];
  /** Of the command `org import`. */
  const inCommands = ['ARCHIVE_FILES', 'ARCHIVE_RATIO'];
  const inErrors = ['MAX_BATCH', 'MAX_FILE_MIB', 'MAX_LINKS'];
  const described = Object.keys(others).filter(
    (name) => ![...inSettings, ...inCommands, 'JSON_MIB', 'MAX_LINKS', 'MAX_PURGE_DAYS'].includes(name),
  );
  expect(lacking(openapiDocument(registry, allRoutes(registry)), described)).toEqual([]);
  expect(lacking(errorTable, inErrors)).toEqual([]);
  // As one of several sentences that say a limit would go on saying it.
  const usual = [numbers.MAX_BATCH, numbers.MAX_FILE_MIB, numbers.MAX_LINKS].map(asText);
  const words = JSON.stringify(errorTable).split(/[^\d,]+/);
  expect(usual.filter((number) => words.includes(number))).toEqual([]);
});
