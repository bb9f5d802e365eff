/**
 * Outside of model nothing decides by a declared name: a deviation of one record kind is a trait of its declaration,
 * never a condition on its path, table, list, index or field (ARCHITECTURE.md).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listNames } from '../src/model/option-lists.ts';
import { declarations } from '../src/model/registry.ts';

const NAMES = new Set([
  ...listNames,
  ...declarations.flatMap(({ path, table, rows, search, events, fields }) => [
    path,
    table,
    ...Object.keys(fields),
    ...[rows.section, search.index, search.emptyIndex, events.name].flatMap((name) => name ?? []),
  ]),
]);

const NAME = '[\'"]([\\w/-]+)[\'"]';
/** Ways to decide by a name: comparisons, switches, memberships, tables that have it as key, members of `fields`, SQL. */
const DECISIONS = [
  new RegExp(`[!=]==?\\s*${NAME}`, 'g'),
  new RegExp(`${NAME}\\s*[!=]==`, 'g'),
  new RegExp(`\\bcase ${NAME}`, 'g'),
  new RegExp(`${NAME} in \\w`, 'g'),
  new RegExp(`\\b(?:includes|has|hasOwn|startsWith|endsWith|indexOf)\\([^()\\n]*?${NAME}\\)`, 'g'),
  new RegExp(`\\[${NAME}(?:, ${NAME})*\\](?: as const\\))?\\.(?:includes|some|find)\\(`, 'g'),
  new RegExp(`= new Set\\(\\[\\s*${NAME}`, 'g'),
  /\btable\(\{\s*'?([\w/-]+)'?: \{/g,
  /\bfields\??\.(\w+)/g,
  /\bsection = '([\w/-]+)'/g,
];

/** What is special by nature, with the names that it may decide by. */
const ALLOWED: Readonly<Record<string, { readonly names: readonly string[]; readonly because: string }>> = {
  'derive/table-sql.ts': { names: ['id'], because: 'every row has one; contradictions.ts sees to it' },
  'derive/ordering.ts': { names: ['id'], because: 'every row has one, and lists are sorted by it' },
  'derive/write-sql.ts': { names: ['id'], because: 'every row has one, and it never changes' },
  'derive/openapi-shapes.ts': { names: ['owner_section'], because: 'bodies of links must not have it' },
  'derive/read-sql.ts': { names: ['link'], because: 'a way in which rows of an array are found, no table' },
  'http/body-chunks.ts': { names: ['identity'], because: 'a content encoding' },
  'http/compress.ts': { names: ['identity'], because: 'a content encoding' },
  'derive/columns.ts': { names: ['text'], because: 'a type of columns' },
  'derive/comparisons.ts': { names: ['address'], because: 'a normal form of texts (model/folds.ts)' },
  'cli/processes.ts': { names: ['address'], because: 'a member of a message between processes' },
  'webhooks/administer.ts': { names: ['name'], because: 'a member of a webhook' },
  'backup/recover.ts': { names: ['position'], because: 'a position in the log of the database' },
  'operations/organisation/roles.ts': { names: ['users'], because: 'roles are of users' },
  'operations/merge-customers.ts': { names: ['customers'], because: 'the merge is of customers' },
  'operations/merge-rewrites.ts': { names: ['customers'], because: 'the merge is of customers' },
  'operations/relation-rows.ts': { names: ['customers'], because: 'relations are between customers' },
};
/** Rooms in which users are those who sign in and act, not records of a kind. */
const OF_USERS = /^(access|settings|cli)\/|^operations\/users\//;

const decisions = (text: string): string[] => {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
  const found = DECISIONS.flatMap((pattern) => [...code.matchAll(pattern)].flatMap(([, ...names]) => names));
  return [...new Set(found)].filter((name) => NAMES.has(name)).sort();
};

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('model/'),
);

test('no file outside of model decides by a declared name', () => {
  expect(sources.length).toBeGreaterThan(150);
  const found = sources.flatMap((name) => {
    const all = decisions(readFileSync(join('src', name), 'utf8'));
    const names = OF_USERS.test(name) ? all.filter((one) => one !== 'users') : all;
    return names.length ? [[name, names] as const] : [];
  });
  const allowed = Object.entries(ALLOWED).map(([name, { names }]) => [name, names] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
});

test.each([
  "if (resource.path === 'contracts') return;",
  "const own = 'sparten' !== list;",
  "switch (path) { case 'inbox/documents': }",
  "const per = 'sparte' in fields;",
  "if (['contracts', 'damages'].includes(section)) return;",
  "const isFixed = new Set(['sparten', 'abrFirma']);",
  "const of = inherited.includes('kid');",
  "if (Object.hasOwn(body, 'kid')) throw wrong;",
  'const SHOWN_BESIDES = table({\n  relations: {\n',
  'if (resource.fields.edit_datum) return;',
  "const text = `select 1 from contact where section = 'customers'`;",
])('it would be found: %s', (text) => {
  expect(decisions(text)).not.toEqual([]);
});
