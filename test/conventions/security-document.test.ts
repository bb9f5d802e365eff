/** SECURITY.md and docs/asvs.md are current: every test, file and command that they name exists. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGES = ['SECURITY.md', 'docs/asvs.md'];
/** Groups of requirements that ASVS 5.0 has at levels 1 and 2; those of 3.1, 3.6, 6.7, 11.7 and 15.4 are of level 3 alone. */
const GROUPS: Readonly<Record<number, readonly number[]>> = {
  1: [1, 2, 3, 4, 5],
  2: [1, 2, 3, 4],
  3: [2, 3, 4, 5, 7],
  4: [1, 2, 3, 4],
  5: [1, 2, 3, 4],
  6: [1, 2, 3, 4, 5, 6, 8],
  7: [1, 2, 3, 4, 5, 6],
  8: [1, 2, 3, 4],
  9: [1, 2],
  10: [1, 2, 3, 4, 5, 6, 7],
  11: [1, 2, 3, 4, 5, 6],
  12: [1, 2, 3],
  13: [1, 2, 3, 4],
  14: [1, 2, 3],
  15: [1, 2, 3],
  16: [1, 2, 3, 4, 5],
  17: [1, 2, 3],
};

const textOf = (page: string): string => readFileSync(page, 'utf8');

test.each(PAGES)('%s names only files that exist', (page) => {
  const text = textOf(page);
  const named = [...text.matchAll(/`((?:test|src|docs|generated)\/[\w./-]+)`/g)].map(([, name = '']) => name);
  const linked = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, name = '']) =>
    page.startsWith('docs/') ? `docs/${name}` : name,
  );
  expect(named.length).toBeGreaterThan(5);
  expect([...named, ...linked].filter((name) => !existsSync(name))).toEqual([]);
});

test('every script of npm that SECURITY.md names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const named = PAGES.flatMap((page) => [...textOf(page).matchAll(/`npm run ([\w:]+)`/g)].map(([, name = '']) => name));
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('docs/asvs.md covers every group', () => {
  const first = [...textOf('docs/asvs.md').matchAll(/^\| (V\d.*?) \|/gm)].map(([, cell = '']) => cell);
  const told = first.flatMap((cell) => {
    const [, chapter, from, to] = /^V(\d+)\.(\d+) to V\d+\.(\d+)$/.exec(cell) ?? [];
    if (!chapter) return [...cell.matchAll(/V(\d+\.\d+)/g)].map(([, name]) => name);
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${chapter}.${Number(from) + i}`);
  });
  const all = Object.entries(GROUPS).flatMap(([chapter, groups]) => groups.map((group) => `${chapter}.${group}`));
  expect(told).toEqual(all);
});

test('README leads to SECURITY.md', () => {
  expect(textOf('README.md')).toContain('](SECURITY.md)');
});
