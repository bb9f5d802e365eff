/**
 * Outside of model nothing decides by a declared name: a deviation of one record kind is a trait of its declaration,
 * never a condition on its path, table, list, index or field (ARCHITECTURE.md).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declarations } from '../../src/model/registry.ts';
import { listNames } from '../../src/model/seed/option-lists.ts';

const NAMES = new Set([
  ...listNames,
  ...declarations.flatMap(({ path, table, storage: rows, search, events, fields }) => [
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

/** Files that may decide by these names, with the reason. */
const ALLOWED: Readonly<Record<string, { readonly names: readonly string[]; readonly because: string }>> = {
  'derive/ddl/create-tables.ts': { names: ['id'], because: 'every row has one; contradictions.ts sees to it' },
  'derive/query/ordering.ts': { names: ['id'], because: 'every row has one, and lists are sorted by it' },
  'derive/sql/write-sql.ts': { names: ['id'], because: 'every row has one, and it never changes' },
  'derive/openapi/components/error-codes.ts': { names: ['owner_section'], because: 'bodies of links must not have it' },
  'derive/sql/read-sql.ts': { names: ['link'], because: 'a way in which rows of an array are found, no table' },
  'http/body/body-stream.ts': { names: ['identity'], because: 'a content encoding' },
  'http/response/compress.ts': { names: ['identity'], because: 'a content encoding' },
  'derive/storage/columns.ts': { names: ['text'], because: 'a type of columns' },
  'derive/privacy/free-texts.ts': { names: ['text'], because: 'a type of columns' },
  'derive/samples/sample-steps.ts': {
    names: ['gesellschaft', 'kurzname', 'nummer'],
    because: 'sample records name each other by these values',
  },
  'derive/query/comparisons.ts': { names: ['address'], because: 'a normal form of texts (model/declaration/folds.ts)' },
  'cli/serve/worker-processes.ts': { names: ['address'], because: 'a member of a message between processes' },
  'webhooks/manage/manage-webhooks.ts': { names: ['name'], because: 'a member of a webhook' },
  'backup/restore.ts': { names: ['position'], because: 'a position in the log of the database' },
  'db/tenant/advisers.ts': { names: ['users'], because: 'deputies are users' },
  'operations/call/system-actor.ts': { names: ['users'], because: 'the role is that of a user' },
  'operations/documents/inbox-rules.ts': {
    names: ['aufgabe', 'kategorie', 'users'],
    because: 'what follows from a document is a task of a user',
  },
  'operations/messages/create-message.ts': {
    names: ['users'],
    because: 'messages are e-mails of users, also as activities',
  },
  'operations/messages/filed-activity.ts': {
    names: ['kategorie'],
    because: 'a category of activities',
  },
  'operations/messages/fill-template.ts': {
    names: ['betreuer', 'users'],
    because: 'a group of placeholders; advisers are users',
  },
  'operations/org-settings/roles.ts': { names: ['users'], because: 'roles are of users' },
  'operations/rebuild/reindex.ts': { names: ['documents'], because: 'the texts of files are those of documents' },
  'operations/search/search-index.ts': { names: ['extension'], because: 'a document names the type of its file by it' },
  'operations/sso/sso-settings.ts': { names: ['users'], because: 'users sign in' },
  'formats/gdv/merge-contracts.ts': {
    names: ['contacts', 'contracts'],
    because: 'a record 0200 is a contract; parts that each insurer has its own rows of',
  },
  'formats/ndjson/ndjson.ts': {
    names: ['section', 'value'],
    because: 'a member of a line, and a way to find the record of a part',
  },
  'formats/table/cell-texts.ts': { names: ['id', 'plz'], because: 'a way to write a value; our own exports have ids' },
  'formats/table/part-sections.ts': {
    names: ['id', 'nummer'],
    because: 'records of parts are named by their number, or by the id that every row has',
  },
  'formats/table/table-records.ts': { names: ['section'], because: 'a way to find the record of a part' },
  'formats/table/targets.ts': { names: ['id'], because: 'files of our own exports have the number of a record' },
  'operations/imports/import-options.ts': { names: ['id'], because: 'files of our own exports have it' },
  'operations/imports/inspect-file.ts': { names: ['id'], because: 'files of our own exports have it' },
  'operations/imports/job-context.ts': { names: ['users'], because: 'the user that asked for the import' },
  'operations/imports/resolve-references.ts': { names: ['nummer'], because: 'people name records by their number' },
  'operations/imports/sections.ts': { names: ['id'], because: 'files of our own exports have it' },
  'operations/gdv/deliveries.ts': { names: ['contracts'], because: 'contracts have policyholders' },
  'operations/gdv/complete-records.ts': { names: ['damages'], because: 'GDV payments are of claims' },
  'operations/gdv/match-contracts.ts': { names: ['contracts'], because: 'a record names itself, or its contracts' },
  'operations/gdv/match-customers.ts': { names: ['customers'], because: 'GDV files name policyholders' },
  'operations/gdv/read-contract-gdv.ts': { names: ['contracts'], because: 'GDV lines are of contracts' },
  'operations/gdv/refine-values.ts': {
    names: ['damages', 'gesellschaft', 'products'],
    because: 'GDV files have these of each insurer',
  },
  'operations/matching/stored-insurers.ts': { names: ['products'], because: 'insurers are product partners' },
  'operations/merge/duplicates.ts': { names: ['customers'], because: 'a table has customers and other contacts' },
  'operations/merge/merge-customers.ts': { names: ['customers'], because: 'the merge is of customers' },
  'operations/merge/unmerge-customers.ts': { names: ['customers'], because: 'the merge is of customers' },
  'operations/merge/unmerge-rewrites.ts': {
    names: ['folders', 'links', 'relations'],
    because: 'folders move as trees, links and relations have two rows',
  },
  'operations/merge/merge-rewrites.ts': { names: ['customers'], because: 'the merge is of customers' },
  'operations/documents/inbox-mentions.ts': {
    names: ['absender', 'name'],
    because: 'parts of a waiting document that are searched',
  },
  'operations/documents/inbox-candidates.ts': { names: ['customers'], because: 'documents are proposed to customers' },
  'operations/documents/inbox-calls.ts': { names: ['customers'], because: 'documents are proposed to customers' },
  'operations/gdv/erased-contracts.ts': { names: ['contracts'], because: 'deliveries are of contracts' },
  'operations/idempotency/named-records.ts': { names: ['id'], because: 'answers name their record by it' },
  'operations/privacy/find-import-rows.ts': { names: ['nummer'], because: 'files name records by it' },
  'operations/privacy/person-views.ts': { names: ['customers'], because: 'privacy is of customers' },
  'operations/privacy/request-erasure.ts': { names: ['contracts'], because: 'the ledger has hashes of contracts' },
  'operations/privacy/holds.ts': { names: ['customers'], because: 'privacy is of customers' },
  'operations/privacy/person-archive.ts': {
    names: ['persons'],
    because: 'persons in contracts of others are named by a column',
  },
  'operations/privacy/person.ts': { names: ['customers'], because: 'privacy is of customers' },
  'http/routes/calendar.ts': { names: ['users'], because: 'a calendar is of a user' },
  'operations/call/authorize.ts': { names: ['users'], because: 'administrators are users' },
  'operations/records/merged-away.ts': { names: ['customers'], because: 'the merge is of customers' },
  'operations/records/bulk.ts': { names: ['tag'], because: 'an action of a bulk call' },
  'operations/workspace/premiums.ts': { names: ['customers'], because: 'premiums are those of a customer' },
  'operations/relations/relation-rows.ts': { names: ['customers'], because: 'relations are between customers' },
};
/** Folders in which users are accounts that sign in, not records of a kind. */
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
