#!/usr/bin/env node
// Lists the places that a new field, record kind or entry of a list still lacks outside of its declaration, each with the command or
// the file that mends it: English labels, migrations, event names. A first look; the tests of these places decide.
import { readdirSync, readFileSync } from 'node:fs';
import { register } from 'tsx/esm/api';

const root = new URL('../', import.meta.url);
register();
const source = (file) => import(new URL(file, root).href);
const text = (file) => readFileSync(new URL(file, root), 'utf8');

const { registry } = await source('src/model/registry.ts');
const { optionLists } = await source('src/model/seed/option-lists.ts');
const { eventNames } = await source('src/derive/events/event-names.ts');
const { storedColumns } = await source('src/derive/storage/columns.ts');
const { schema } = await source('web/src/i18n/en/index.ts');

/** German labels that are the same in English: the list of the test. */
const same =
  /const SAME = new Set\(\s*'([^']+)'/.exec(text('test/conventions/languages.test.ts'))?.[1].split(' ') ?? [];
const { nation: _countries, ...lists } = optionLists;
const labels = new Set([
  ...registry.resources.flatMap(({ fields }) => Object.values(fields).map(({ label }) => label)),
  ...Object.values(lists).flatMap((options) => options.map(({ display }) => display)),
]);
const lacking = [...labels]
  .filter((label) => !same.includes(label) && schema.label[label] === undefined)
  .map((label) => `English label of "${label}": a line in src/model/seed/labels-en.json`);

const sql = readdirSync(new URL('migrations', root))
  .map((name) => text(`migrations/${name}`))
  .join('\n');
/** Whether a migration has a table, or a column of it. */
const hasTable = (table) => new RegExp(`^create table "?${table}"? `, 'm').test(sql);
const hasColumn = (table, name) =>
  new RegExp(
    `^create table "?${table}"? \\([^;]*?^ +"?${name}"? |^alter table "?${table}"?[^;]* add column "?${name}"? `,
    'm',
  ).test(sql);
const print = 'node --import tsx src/main.ts migration';
for (const resource of registry.resources.filter(({ storage }) => storage.stored)) {
  const { table } = resource;
  if (!hasTable(table)) lacking.push(`table ${table}: ${print} ${table} > migrations/NNNN_${table}.sql`);
  else {
    const names = storedColumns(resource)
      .map(({ name }) => name)
      .filter((name) => !hasColumn(table, name));
    if (names.length)
      lacking.push(`columns of ${table}: ${print} ${table} --add ${names.join(',')} > migrations/NNNN_${names[0]}.sql`);
  }
}

const catalogue = text('test/api/rules-events.test.ts');
for (const family of new Set(eventNames(registry).map((name) => name.slice(0, name.lastIndexOf('.')))))
  if (!new RegExp(`['"\` ]${family}[.'" ]`).test(catalogue))
    lacking.push(`event names of ${family}: in WRITTEN or PAIRED of test/api/rules-events.test.ts`);

if (lacking.length) {
  console.error(`Still missing after a change of declarations:\n${lacking.map((line) => `  ${line}`).join('\n')}`);
  process.exitCode = 1;
}
