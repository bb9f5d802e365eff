/**
 * Patterns that the sources never have, so that docs/asvs.md can rely on it: each rule with its exempt files, and
 * why.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import biome from '../../biome.json' with { type: 'json' };

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
      'src/webhooks/delivery/backoff.ts': 'retries of deliveries are spread',
      'sdk/src/retry.ts': 'retries of a client are spread',
    },
  },
  {
    never: 'keep anything in the browser (14.3.3)',
    pattern: /localStorage|sessionStorage|indexedDB|document\.cookie/,
    but: {
      'web/src/i18n/initial-locale.ts': 'the chosen language',
      'web/src/hooks/drafts.ts': 'unsaved text of forms, until it is saved; the last changes of ticked records',
      'web/src/hooks/single-keys.ts': 'whether commands of single keys are on',
      'web/src/layout/collapsed.ts': 'whether the navigation is narrow',
      'web/src/workspace/forms/recent-options.ts': 'the last three entries of a list, never names of records',
      'web/src/sign-in/static-login.ts': 'reads the colours that Mantine keeps, and keeps nothing',
    },
  },
  {
    never: 'take code of the service into the page, where its types are enough',
    pattern: /(?:import|export) (?!type\b)[^;]*? from '(?:\.\.\/)+src\//,
    but: {
      'web/src/workspace/imports/known-names.tsx': 'lists of names are data',
      'web/src/workspace/schema/workdays.ts': 'both take the same days for working days',
      'web/src/workspace/lists/sheet.ts': 'both write Excel files alike',
      'web/src/i18n/en/workspace/schema.ts': 'labels are data, which exports need too',
    },
  },
  {
    never: 'write the greatest number of a record where it may come to differ',
    pattern: /2_?147_?483_?647/,
    but: { 'src/shared/int32.ts': 'it stands here' },
  },
  {
    never: 'have Node.js make folders with those above them: below /proc it tries for ever',
    pattern: /\bmkdir(?:Sync)?\(.*recursive/,
  },
  {
    never: 'number a parameter of a statement by hand: values stand where the text says them (1.2.4)',
    pattern: /\$\d/,
    but: {
      'src/sql/sql.ts': 'it numbers them',
      'src/db/embedded/embedded-roles.ts': 'makes the roles of the embedded server',
      'src/db/embedded/embedded-server.ts': 'makes the database of the embedded server',
      'src/db/migrations/grants.ts': 'runs on the connection of migrations',
      'src/db/migrations/migrate.ts': 'runs on the connection of migrations',
    },
  },
  {
    never: 'name a table after a comma, where those of own customers are not narrowed (docs/decisions/0055): join it',
    pattern: /\b(?:from|using) [a-z_]+ [a-z]\d?,\s+[a-z_]+ [a-z]\d?\b/,
    but: { 'src/operations/documents/folder-tree.ts': 'folders are of the organisation' },
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

test('file names name their contents (CONTRIBUTING.md)', () => {
  const isVague = (file: string): boolean => /\b(utils?|helpers?|managers?)\b/i.test(file);
  expect(['src/db/utils.ts', 'web/src/lists/list-helpers.tsx'].filter(isVague)).toHaveLength(2);
  expect(files.filter(isVague), 'Name each after what it does').toEqual([]);
});

test('each class in a @throws line exists', () => {
  const code = [...texts.values()].join('\n');
  const missing = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/@throws ([A-Z][a-z]\w+)(?= |;|,|$)/gm)].flatMap(([, name = '']) =>
      name === 'Error' || new RegExp(`\\bclass ${name}\\b`).test(code) ? [] : [`${file}: ${name}`],
    ),
  );
  expect(missing, 'Name the class that is thrown').toEqual([]);
});

/** Files that may still have functions of more than four parameters (biome.json): one goes from both when it is changed. */
const MOST_EXEMPT = 34;

test('functions have at most four parameters, and the list of exceptions only shrinks', () => {
  const rules = (override: (typeof biome.overrides)[number]) => override.linter.rules as { complexity?: object };
  const exempt = biome.overrides.filter((one) => JSON.stringify(rules(one).complexity) === '{"useMaxParams":"off"}');
  expect(exempt.flatMap(({ includes }) => includes)).toHaveLength(MOST_EXEMPT);
});

test('the rules find planted violations', () => {
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
    'sql`select c.id from contact c, contract t where c.id = t.kid`',
  ];
  expect(RULES.map(({ pattern }, i) => pattern.test(samples[i] ?? ''))).toEqual(RULES.map(() => true));
});
