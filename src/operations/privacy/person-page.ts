/** The page of a person's archive (Art. 15 GDPR): all data as tables, recipients, retention and rights, without scripts. */
import { localTime } from '../../derive/local-time.ts';
import { collectNamed, type NamedIds } from '../../derive/metadata/named-records.ts';
import { PERSONS } from '../../derive/privacy/person-records.ts';
import { longest } from '../../derive/privacy/retention.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Fields, Resource } from '../../model/declaration/resource.ts';
import { disclosureOf, type Language, sectionNamesOf, wordsOf } from '../../shared/disclosure.ts';
import type { Context } from '../call/call.ts';
import type { ContentState } from '../exports/archive-contents.ts';
import { retentionOf } from '../org-settings/retention.ts';
import { loadNames } from '../references/record-names.ts';
import { dateIn, escaped, htmlTable, type Names, rowsTable, sectionLabel } from './page-tables.ts';
import type { Person } from './person.ts';
import { type Delivered, findRecipients } from './recipients.ts';
import { planErasure } from './retention-plan.ts';

/** A file that the page names: rows of a section, or a document. */
export interface IndexedFile {
  readonly path: string;
  readonly label: string;
  readonly rows?: number;
  /** Section and number of the record that has the document. */
  readonly record?: string;
  /** State of a document that the store could not return. */
  readonly state?: ContentState;
}

/** Rows that the page shows. */
export interface PageSection {
  readonly resource: Resource;
  /** In place of the fields of the record kind. */
  readonly fields?: Fields;
  readonly pages: () => AsyncGenerator<readonly string[]>;
}

/** Contents of the page. */
interface PageOf {
  readonly language: Language;
  readonly sections: readonly PageSection[];
  readonly files: readonly IndexedFile[];
  readonly delivered: Delivered;
}

const STYLE = `body{font:16px/1.5 sans-serif;max-width:64em;margin:2em auto;padding:0 1em;color:#111;background:#fff}
table{border-collapse:collapse;margin:0 0 1em;font-size:.9em}th,td{border-bottom:1px solid #ccc;padding:.25em 1em .25em 0;
vertical-align:top;text-align:left;overflow-wrap:anywhere}h2{margin-top:2em}@media print{body{margin:0}table{page-break-inside:auto}}
@media screen and (max-width:40em){table{display:block;overflow-x:auto}th,td{overflow-wrap:break-word}}`;

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

/** The column and the record kind of the one parent that a part has. */
const parentOf = ({ nesting: { below, parentColumn, ownerSection } }: Resource) => {
  const [path, ...others] = below;
  return path && !others.length && !ownerSection ? { column: parentColumn, path } : undefined;
};

/** Names of the records that rows name; those of other customers are not the person's data. */
const namesIn = async (context: Context, resource: Resource, rows: readonly Values[]): Promise<Names> => {
  const { registry } = context.model;
  const ids: NamedIds = new Map();
  for (const row of rows) collectNamed({ resource, embeds: [], registry }, row, ids);
  const parent = parentOf(resource);
  if (parent)
    ids.set(parent.path, new Set([...(ids.get(parent.path) ?? []), ...rows.map((row) => Number(row[parent.column]))]));
  ids.delete(PERSONS);
  const scopes = new Set(registry.resources.map(({ scope }) => `v3:${scope}:read`));
  return loadNames({ ...context, actor: { ...context.actor, scopes } }, ids);
};

const linkOf = (language: Language, { path, label, state }: IndexedFile): string => {
  const words = wordsOf(language);
  const name = escaped(label);
  if (state) return `${name} (${words.missing})`;
  return `<a href="${escaped(path.split('/').map(encodeURIComponent).join('/'))}">${name}</a>`;
};

/** The tables of a section, page by page. */
async function* sectionTables(context: Context, section: PageSection, page: PageOf): AsyncGenerator<string> {
  const { language, files } = page;
  const { resource, fields = resource.fields, pages } = section;
  const linked = new Map(files.map((file) => [file.record, file]));
  const fileOf = (id: number) => {
    const file = linked.get(`${resource.path} ${id}`);
    return file && linkOf(language, file);
  };
  let begun = false;
  for await (const docs of pages()) {
    if (!docs.length) continue;
    if (!begun) yield `<h3>${escaped(sectionLabel(resource, language))}</h3>\n`;
    begun = true;
    const rows = docs.map((doc) => JSON.parse(doc) as Values);
    const names = await namesIn(context, resource, rows);
    const of = { language, registry: context.model.registry, names, parent: parentOf(resource) };
    yield rowsTable(of, fields, rows, fileOf);
  }
}

const listOrNone = (language: Language, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length
    ? htmlTable(
        head,
        rows.map((cells) => cells.map(escaped)),
      )
    : `<p>${wordsOf(language).none}</p>`;

/** Systems, exports and programs that had the data. */
const recipientTables = async (context: Context, person: Person, { language, delivered }: PageOf): Promise<string> => {
  const words = wordsOf(language);
  const { registry } = context.model;
  const { webhooks, exports, tokens } = await findRecipients(context, person, delivered);
  const when = (at: string | null): string =>
    at === null ? '' : dateIn(language, localTime(context.actor.timeZone, Date.parse(at)));
  const labelOf = (path: string): string => {
    const resource = registry.find(path);
    return resource ? sectionLabel(resource, language) : path;
  };
  return [
    `<h3>${words.webhooks}</h3>`,
    listOrNone(
      language,
      [words.name, words.to, words.deliveries, words.last],
      webhooks.map(({ name, to, count, last }) => [name, to, String(count), when(last)]),
    ),
    `<h3>${words.exports}</h3>`,
    listOrNone(
      language,
      [words.last, words.by, words.content],
      exports.map(({ at, by, sections, organisation }) => [
        when(at),
        by ?? '',
        organisation ? words.organisation : sections.map(labelOf).join(', ') || words.title,
      ]),
    ),
    `<h3>${words.tokens}</h3>`,
    listOrNone(
      language,
      [words.name, words.last],
      tokens.map(({ name, last }) => [name, when(last)]),
    ),
  ].join('\n');
};

/** The rule that keeps records of each kind longest, and its day. */
const retentionTable = async (context: Context, person: Person, language: Language): Promise<string> => {
  const words = wordsOf(language);
  const { kept } = await planErasure(context, person);
  const rows = [...kept].map(([path, records]) => {
    const { rule, erasable_from: day } = longest([...records.values()]) ?? { rule: null, erasable_from: null };
    const name = sectionLabel(context.model.registry.get(path), language);
    return [name, rule?.basis ?? '', rule ? String(rule.years) : '', day ? dateIn(language, day) : words.open];
  });
  const days = String(retentionOf(context.model.settings).purge_days);
  const table = rows.length ? listOrNone(language, [words.section, words.rule, words.years, words.until], rows) : '';
  return `${table}<p>${escaped(words.purge.split('{{days}}').join(days))}</p>`;
};

async function* parts(context: Context, person: Person, page: PageOf): AsyncGenerator<string> {
  const { actor, now, model } = context;
  const { language, sections, files } = page;
  const words = wordsOf(language);
  const texts = disclosureOf(model.settings.disclosure)[language];
  const name = escaped([person.vorname, person.name].filter(Boolean).join(' '));
  const order = Object.keys(sectionNamesOf(language));
  const inOrder = sections.toSorted((a, b) => order.indexOf(a.resource.path) - order.indexOf(b.resource.path));
  const categories = inOrder
    .map(({ resource }) => resource)
    .filter(({ path }) => files.some((file) => file.rows && file.label === path));
  yield `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${words.title}: ${name}</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${STYLE}</style></head><body>
<h1>${words.title}: ${name}</h1>
<p>${escaped(actor.organisation)}, ${words.customer} ${person.kid}, ${words.asOf} ${dateIn(language, localTime(actor.timeZone, now()))}</p>
<h2>${words.data}</h2>
`;
  for (const section of inOrder) yield* sectionTables(context, section, page);
  yield `<h2>${words.files}</h2>\n`;
  for (const file of files.filter(({ rows }) => !rows)) yield `<p>${linkOf(language, file)}</p>\n`;
  yield `<h2>${words.categories}</h2><ul>${categories.map((one) => `<li>${escaped(sectionLabel(one, language))}</li>`).join('')}</ul>
<h2>${words.purposes}</h2>${paragraphs(texts.purposes)}
<h2>${words.source}</h2>${paragraphs(texts.source)}
<h2>${words.recipients}</h2>${paragraphs(texts.recipients)}
${await recipientTables(context, person, page)}
<h2>${words.retention}</h2>${await retentionTable(context, person, language)}
<h2>${words.rights}</h2>${paragraphs(texts.rights)}
<h2>${words.raw}</h2>
`;
  const others: Readonly<Record<string, string>> = words;
  const data = files.filter(({ rows }) => rows);
  yield htmlTable(
    [words.file, words.rows],
    data.map((file) => {
      const resource = model.registry.find(file.label);
      const label = others[file.label] ?? (resource ? sectionLabel(resource, language) : file.label);
      return [linkOf(language, { ...file, label }), String(file.rows)];
    }),
  );
  yield '</body></html>\n';
}

/** The page. @throws errors of the database */
export async function* personPage(context: Context, person: Person, page: PageOf): AsyncGenerator<Buffer> {
  for await (const part of parts(context, person, page)) yield Buffer.from(part);
}
