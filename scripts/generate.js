#!/usr/bin/env node
/**
 * Writes derived files that are committed for readers: generated/openapi.yaml, generated/queries.sql and
 * generated/archive.schema.json from the declarations, the settings in docs/configuration.md, the metrics in docs/operating.md, docs/limits.md, and the tables of
 * docs/settings-api.md. With `--check` it writes nothing and fails when a file is stale. The client's types are
 * generated from the description on demand (sdk/scripts/make-types.js).
 *
 * It reads the TypeScript sources themselves (through tsx), so that a stale build cannot hide a change.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';
import { settingsTables } from './describe-settings.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

// Registered once, so that all modules share one module graph: an SQL fragment of one module is recognized in the
// others.
register();

/** Imports a module of `src/`; says which one is missing instead of a stack trace. */
const source = async (file, name) => {
  const module = await import(pathToFileURL(path.join(root, 'src', file)).href);
  if (module[name] === undefined) throw new Error(`src/${file} does not export ${name}, which generate.js needs`);
  return module[name];
};

const committed = (file) => readFile(path.join(root, file), 'utf8').catch(() => undefined);

const MARKED = /(<!-- \w+: made by npm run generate -->\n)[\s\S]*?(<!-- \/\w+ -->)/;

/** A committed text with the part between its two marks replaced by generated text. */
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

/** The page on configuration with a fresh table of settings. */
const configuration = async () => {
  const settings = await source('config/config.ts', 'settingsTable');
  const rows = settings.map(({ name, fallback, about }) => [`\`${name}\``, fallback && `\`${fallback}\``, about]);
  const table = markdownTable([['Setting', 'Default', 'Meaning'], ...rows]);
  return between('docs/configuration.md', table);
};

/** The page for operators with a fresh table of metrics. */
const operating = async () => {
  const metrics = await source('telemetry/metrics.ts', 'metricsTable');
  const rows = metrics.map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return between('docs/operating.md', markdownTable([['Metric', 'Type', 'Labels', 'Meaning'], ...rows]));
};

/** The page of limits: the constants of src/shared/limits.ts with their comments, grouped by its headings. */
const limits = async () => {
  const text = await readFile(path.join(root, 'src', 'shared', 'limits.ts'), 'utf8');
  const [, ...groups] = text.split(/^\/\/ /m);
  const parts = groups.map(async (group) => {
    const rows = [...group.matchAll(/^\/\*\* ([^\n]*) \*\/\nexport const ([A-Z_]+) =/gm)].map(
      async ([, about, name]) => {
        const limit = await source('shared/limits.ts', name);
        return [about, limit.toLocaleString('en'), `\`${name}\``];
      },
    );
    const heading = group.slice(0, group.indexOf('\n'));
    return `## ${heading}\n\n${markdownTable([['Limit', 'Number', 'Constant'], ...(await Promise.all(rows))])}`;
  });
  return between('docs/limits.md', `\n${(await Promise.all(parts)).join('\n')}`);
};

const openapiYaml = async (registry) =>
  (await source('derive/openapi/openapi-document.ts', 'openapiYaml'))(
    registry,
    (await source('derive/routing/all-routes.ts', 'allRoutes'))(registry),
  );

const archiveSchema = async (registry) =>
  `${JSON.stringify((await source('operations/exports/archive-schema.ts', 'archiveSchema'))(registry), null, 2)}\n`;

/** Every generated file and how its text is made. */
const files = {
  'generated/archive.schema.json': archiveSchema,
  'generated/openapi.yaml': openapiYaml,
  'generated/queries.sql': async (registry) =>
    (await source('derive/sql/queries-for-review.ts', 'queriesSql'))(registry),
  'docs/configuration.md': configuration,
  'docs/operating.md': operating,
  'docs/limits.md': limits,
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
