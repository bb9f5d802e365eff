/** What the sources never do, so that docs/asvs.md can say so: each rule with the files it is lifted for, and why. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Rule {
  readonly never: string;
  readonly pattern: RegExp;
  /** Files that may, by their reason. */
  readonly but?: Readonly<Record<string, string>>;
}

const RULES: readonly Rule[] = [
  {
    never: 'run text as code (1.3.2)',
    pattern: /\beval\(|\bFunction\(|from 'node:vm'|set(?:Timeout|Interval)\(\s*['"`]/,
    but: {},
  },
  {
    never: 'put text into a page as HTML (3.2.2)',
    pattern: /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
  },
  {
    never: 'start a program through a shell (1.2.5)',
    pattern: /\bshell: true|\bexec(?:Sync)?\b[^.\n]*from 'node:child_process'/,
  },
  {
    never: 'trust a certificate that nobody vouches for (12.3.2)',
    pattern: /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/,
  },
  {
    never: 'take chance for a secret (11.5.1)',
    pattern: /Math\.random/,
    but: {
      'src/db/transaction.ts': 'losers of a race wait for different times',
      'src/webhooks/retry-plan.ts': 'retries of deliveries are spread',
      'sdk/src/retry.ts': 'retries of a client are spread',
    },
  },
  {
    never: 'keep anything in the browser (14.3.3)',
    pattern: /localStorage|sessionStorage|indexedDB|document\.cookie/,
    but: {
      'web/src/i18n/first-language.ts': 'the chosen language',
      'web/src/shell/first-sign-in.ts': 'reads the colours that Mantine keeps, and keeps nothing',
    },
  },
  {
    never: 'take code of the service into the page, where its types are enough',
    pattern: /(?:import|export) (?!type\b)[^;]*? from '(?:\.\.\/)+src\//,
  },
  {
    never: 'write the greatest number of a record where it may come to differ',
    pattern: /2_?147_?483_?647/,
    but: { 'src/int.ts': 'it stands here' },
  },
  {
    never: 'have Node.js make folders with those above them: below /proc it tries for ever',
    pattern: /\bmkdir(?:Sync)?\(.*recursive/,
  },
  {
    never: 'number a parameter of a statement by hand: values stand where the text says them (1.2.4)',
    pattern: /\$\d/,
    but: {
      'src/sql.ts': 'it numbers them',
      'src/db/embedded-access.ts': 'makes the roles of the embedded server',
      'src/db/embedded.ts': 'makes the database of the embedded server',
      'src/db/grants.ts': 'runs on the connection of migrations',
      'src/db/migrate.ts': 'runs on the connection of migrations',
    },
  },
];

const files = ['src', 'web/src', 'sdk/src'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(room, name)),
);
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

test.each(RULES)('never: $never', ({ pattern, but = {} }) => {
  expect(texts.size).toBeGreaterThan(300);
  const found = files.filter((file) => pattern.test(texts.get(file) ?? ''));
  expect(found.sort()).toEqual(Object.keys(but).sort());
});

test('files are named after what they do (CONTRIBUTING.md)', () => {
  const isVague = (file: string): boolean => /\b(utils?|helpers?|managers?)\b/i.test(file);
  expect(['src/db/utils.ts', 'web/src/lists/list-helpers.tsx'].filter(isVague)).toHaveLength(2);
  expect(files.filter(isVague), 'Name each after what it does').toEqual([]);
});

test('the rules find what they are for', () => {
  const samples = [
    'eval(text)',
    '<p dangerouslySetInnerHTML={x} />',
    "import { exec } from 'node:child_process';",
    'tls: { rejectUnauthorized: false }',
    'const id = Math.random();',
    "sessionStorage.setItem('token', token)",
    "import { routes } from '../../../src/settings/routes/index.ts';",
    'id <= 2_147_483_647',
    'await mkdir(join(folder, name), { recursive: true })',
    "db.read({ text: 'select 1 from contact where id = $1', values: [id] })",
  ];
  expect(RULES.map(({ pattern }, i) => pattern.test(samples[i] ?? ''))).toEqual(RULES.map(() => true));
});
