#!/usr/bin/env node
/**
 * Writes what is derived and committed for readers: generated/openapi.yaml and generated/queries.sql from the
 * declarations, the README's table of settings, the metrics in docs/operating.md, and the tables of docs/settings-api.md. With `--check` it writes nothing and fails when a file is stale.
 * The client's types follow from the description and are made when they are needed (sdk/scripts/make-types.js).
 *
 * It reads the TypeScript sources themselves (through tsx), so that a stale build cannot hide a change.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';
import { settingsTables } from './describe-settings.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

// All modules share what they import: a fragment of SQL is one wherever it was made.
register();

/** Imports a module of `src/`; says which one is missing instead of a stack trace. */
const source = async (file, name) => {
  const module = await import(pathToFileURL(path.join(root, 'src', file)).href);
  if (module[name] === undefined) throw new Error(`src/${file} does not export ${name}, which generate.js needs`);
  return module[name];
};

const committed = (file) => readFile(path.join(root, file), 'utf8').catch(() => undefined);

const MARKED = /(<!-- \w+: made by npm run generate -->\n)[\s\S]*?(<!-- \/\w+ -->)/;

/** A committed text with what is generated between its two marks. */
const between = async (file, made) => {
  const text = (await committed(file)) ?? '';
  if (!MARKED.test(text)) throw new Error(`${file} has lost the marks of what is generated in it`);
  return text.replace(MARKED, (_, begin, end) => `${begin}\n${made}\n${end}`);
};

/** A table whose columns are padded as the formatter wants them. */
const markdownTable = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`;
  const [head, ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('');
};

/** The README with a fresh table of settings between its two marks. */
const readme = async () => {
  const settings = await source('config.ts', 'settingsTable');
  const rows = settings.map(({ name, fallback, about }) => [`\`${name}\``, fallback && `\`${fallback}\``, about]);
  const table = markdownTable([['Setting', 'Default', 'Meaning'], ...rows]);
  return between('README.md', table);
};

/** The page for operators with a fresh table of metrics. */
const operating = async () => {
  const metrics = await source('metrics.ts', 'metricsTable');
  const rows = metrics.map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return between('docs/operating.md', markdownTable([['Metric', 'Type', 'Labels', 'Meaning'], ...rows]));
};

const openapiYaml = async (registry) =>
  (await source('derive/openapi.ts', 'openapiYaml'))(
    registry,
    (await source('derive/all-routes.ts', 'allRoutes'))(registry),
  );

/** Every generated file and how its text is made. */
const files = {
  'generated/openapi.yaml': openapiYaml,
  'generated/queries.sql': async (registry) => (await source('derive/queries.ts', 'queriesSql'))(registry),
  'README.md': readme,
  'docs/operating.md': operating,
  'docs/settings-api.md': async () =>
    between('docs/settings-api.md', settingsTables(await source('settings/routes/index.ts', 'settingsRoutes'))),
};

const main = async () => {
  const onlyCheck = process.argv.includes('--check');
  const registry = await source('model/registry.ts', 'registry');
  const stale = [];
  for (const [file, make] of Object.entries(files)) {
    const text = await make(registry);
    if (text === (await committed(file))) continue;
    stale.push(file);
    if (onlyCheck) continue;
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  if (!stale.length) console.log('Generated files are up to date.');
  else if (onlyCheck) throw new Error(`stale: ${stale.join(', ')}. Run npm run generate and commit the result.`);
  else console.log(`Written: ${stale.join(', ')}`);
};

main().catch((error) => {
  console.error(`generate: ${error.message}`);
  process.exitCode = 1;
});
