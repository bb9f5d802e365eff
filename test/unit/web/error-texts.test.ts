/** Each code of an error or finding has a text in both languages, so that no English sentence of the API is on a German page. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorTable } from '../../../src/errors/api-error.ts';
import { errors as german } from '../../../web/src/i18n/de/errors.ts';
import { importRemarks } from '../../../web/src/i18n/de/workspace/import-remarks.ts';
import { errors as english } from '../../../web/src/i18n/en/errors.ts';

const SOURCES = new URL('../../../src/', import.meta.url);
/** How a source names the code of a finding; `cli` writes to a terminal. */
const FINDINGS = [/\bcode: '(\w+)'/g, /\bissue\(\s*\[[^\]]*\],\s*'(\w+)'/g, /\bfinding\('(\w+)'/g];
/** Codes of zod, of processes and of deliveries of webhooks, which have texts of their own. */
const INNER = ['custom', 'failed', 'FORBIDDEN_TARGET', 'TIMEOUT', 'TLS_ERROR', 'FETCH_ERROR'];
/** Texts of hints at rows of imports; test/conventions/languages.test.ts compares both languages. */
const HINTS: object = importRemarks.hint;

const codesOfFindings = (): readonly string[] => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('cli'),
  );
  const texts = files.map((name) => readFileSync(new URL(name, SOURCES), 'utf8'));
  const codes = texts.flatMap((text) =>
    FINDINGS.flatMap((how) => Array.from(text.matchAll(how), ([, code = '']) => code)),
  );
  return [...new Set(codes)].filter((code) => !INNER.includes(code) && !(code in HINTS));
};

describe.each([
  ['German', german],
  ['English', english],
] as const)('%s texts', (_language, { codes, issues }) => {
  test('of errors', () => {
    expect(Object.keys(errorTable).filter((code) => !(code in codes))).toEqual([]);
  });

  test('of findings', () => {
    const found = codesOfFindings();
    expect(found).toEqual(expect.arrayContaining(['invalid_select_value', 'too_small', 'duplicate_key']));
    expect(found.filter((code) => !(code in issues) && !(code in codes))).toEqual([]);
  });
});

test('no German text repeats the sentence of the API', () => {
  expect(JSON.stringify(german)).not.toContain('{{message}}');
});
