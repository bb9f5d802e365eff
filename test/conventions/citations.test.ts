/** Citations lead somewhere: rules by their number to docs/rules, pages and tests by their path to a file. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['src', 'web/src', 'sdk', 'test', 'bench', 'scripts', 'migrations', 'docs'];
const TEXT = /\.(ts|tsx|js|sql|md)$/;
/** Generated files, installed packages, and this file, which spells the forbidden citations. */
const LEFT_OUT = /(^|\/)(node_modules|dist|generated)\/|^test\/citations\.test\.ts$/;

/** The changelog may name removed files. */
const pagesAtRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md');
const inFolders = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
);
/** Path and text of everything that may cite. A citation may go on in the next line, also of a comment. */
const texts: readonly (readonly [string, string])[] = [...pagesAtRoot, ...inFolders]
  .filter((file) => TEXT.test(file) && !LEFT_OUT.test(file) && statSync(path.join(ROOT, file)).isFile())
  .map((file) => [
    file,
    readFileSync(path.join(ROOT, file), 'utf8').replace(/\s*\n\s*(?:\*(?!\/) ?|\/\/ |-- )?/g, ' '),
  ]);

const pages = readdirSync(`${ROOT}docs/rules`).map((name) => `docs/rules/${name}`);
/** The rules as their pages have them, number first. */
const rules = pages.flatMap((page) =>
  readFileSync(ROOT + page, 'utf8')
    .split(/\n(?=\*\*\d|#)/)
    .flatMap((text) => {
      const number = /^\*\*(\d+\.\d+)\*\*/.exec(text)?.[1];
      return number ? [{ page, number, text: text.trim() }] : [];
    }),
);
const numbers = new Set(rules.map(({ number }) => number));
/** Parts as the pages head them, `9 Resources`. */
const parts = pages.flatMap((page) =>
  [...readFileSync(ROOT + page, 'utf8').matchAll(/^## (\d+) /gm)].map((found) => found[1] ?? ''),
);

/** The matches of a pattern that are faults, as `file: match`. */
const faults = (pattern: RegExp, isFault: (found: string, file: string) => boolean): string[] =>
  texts.flatMap(([file, text]) =>
    [...text.matchAll(pattern)].flatMap(([all, found = all]) => (isFault(found, file) ? [`${file}: ${found}`] : [])),
  );

/** `test/api/rules*.test.ts`, `docs/decisions/0008`: a pattern, or the beginning of a name. */
const isThere = (named: string): boolean => {
  if (existsSync(path.join(ROOT, named))) return true;
  const { dir, base } = path.parse(named);
  const begins = base.split('*')[0] ?? '';
  if (!/\*|^\d{4}$/.test(base) || !existsSync(path.join(ROOT, dir))) return false;
  return readdirSync(path.join(ROOT, dir)).some((name) => name.startsWith(begins));
};

test('a rule has one number, is under its part, and the parts are numbered consecutively', () => {
  expect(rules.length).toBeGreaterThan(150);
  expect(numbers.size).toBe(rules.length);
  expect([...parts].sort((a, b) => Number(a) - Number(b))).toEqual(parts.map((_, i) => String(i + 1)));
  const index = readFileSync(`${ROOT}docs/rules.md`, 'utf8');
  expect(parts.filter((part) => !new RegExp(`^\\| ${part} +\\|`, 'm').test(index))).toEqual([]);
  for (const part of parts) {
    const own = rules.filter(({ number }) => number.startsWith(`${part}.`)).map(({ number }) => number);
    expect(own).toEqual(own.map((_, i) => `${part}.${i + 1}`));
  }
});

test('a rule names its tests, or the reason why there is none', () => {
  const wrong = rules.filter(({ text }) => {
    const held = /\[([^\]]+)\]$/.exec(text)?.[1]?.replaceAll('\n', ' ');
    if (!held) return true;
    if (/^no test( yet)?: /.test(held)) return false;
    return !held.split(', ').every((file) => file.endsWith('.test.ts') && existsSync(ROOT + file));
  });
  expect(wrong.map(({ number }) => number)).toEqual([]);
});

test('a rule that is cited exists', () => {
  const cited = /\brules (\d+(?:\.\d+)?(?:(?:, | and | to )\d+(?:\.\d+)?)*)/g;
  const isKnown = (number: string): boolean => numbers.has(number) || parts.includes(number);
  expect(faults(cited, (list) => !list.split(/, | and | to /).every(isKnown))).toEqual([]);
  // A pattern without matches proves nothing.
  expect(faults(cited, () => true).length).toBeGreaterThan(100);
});

test('a page or a test that is named exists', () => {
  const named = /(?<![\w/.-])((?:docs|test)\/[\w*-]+(?:[./][\w*-]+)*)/g;
  expect(faults(named, (found) => !isThere(found))).toEqual([]);
  // In pages, without those that show how something is added which is not here.
  const sources = /`((?:src|web\/src|sdk|scripts|bench)\/[\w./-]+\.\w+)`/g;
  const isGone = (found: string, file: string): boolean =>
    file.endsWith('.md') && file !== 'docs/changing-it.md' && !isThere(found);
  expect(faults(sources, isGone)).toEqual([]);
  const links = /\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g;
  const isDead = (to: string, file: string): boolean =>
    file.endsWith('.md') && !existsSync(path.join(ROOT, path.dirname(file), to));
  expect(faults(links, isDead)).toEqual([]);
});

test('every cited document exists', () => {
  const absent = /(?<![\w/-])(decisions (?:part )?\d|spec: [A-Z]|architecture \d|(?:decisions|spec)\.md)/g;
  expect(faults(absent, () => true)).toEqual([]);
});
