/** The list of background work: the intervals that the service takes from it, and the documentation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BackgroundWork, backgroundWork, describeInterval, intervalOf } from '../../src/shared/background-work.ts';

const names = Object.keys(backgroundWork) as BackgroundWork[];

test('docs/crashes.md says how often each runs, and what continues after a crash', () => {
  const rows = names.map((name) => `| \`${name}\` | ${describeInterval(name)} | ${backgroundWork[name].afterCrash} |`);
  const [, section = ''] = readFileSync('docs/crashes.md', 'utf8').split('## What continues after a crash');
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
});

test('the service takes each interval from the list', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join('src', name), 'utf8'))
    .join('\n');
  const unused = names.filter((name) => backgroundWork[name].everyMs && !sources.includes(`intervalOf('${name}'`));
  expect(unused).toEqual([]);
});

test('intervals are longer on a cluster', () => {
  expect([intervalOf('exports'), intervalOf('exports', 4), intervalOf('exports', 4, 10)]).toEqual([1000, 5000, 50]);
  expect([intervalOf('clean-up', 4), intervalOf('clean-up', 32)]).toEqual([600_000, 1_920_000]);
  expect([intervalOf('settings-jobs', 1), intervalOf('settings-jobs', 4)]).toEqual([60_000, 240_000]);
});
