/** The file of an export: one file, or a ZIP of one file a section. Memory holds one page of records, and the ids of a list. */
import {
  BYTE_ORDER_MARK,
  csvHeader,
  csvLine,
  fieldColumns,
  type Names,
  rowOf,
  type TableColumn,
} from '../../derive/csv-record.ts';
import { localTime } from '../../derive/local-time.ts';
import { collectNamed, type NamedIds } from '../../derive/metadata/named-records.ts';
import { deletedStatement, type ExportPage, exportIdsStatement, exportStatement } from '../../derive/sql/export-sql.ts';
import { xlsxFiles } from '../../formats/xlsx/write-xlsx.ts';
import type { ArchiveFormat, ExportFormat } from '../../model/calls/exports.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { owners } from '../../model/ownership.ts';
import { type Context, localNow } from '../call/call.ts';
import { loadNames } from '../references/record-names.ts';
import { linksNow } from '../relations/links.ts';
import { relationsNow } from '../relations/relations.ts';
import { type ArchiveFile, zipArchive } from './archive.ts';
import { columnsOf, type ExportOptions, queriedIds } from './export-options.ts';

/** Parameters of an export. */
export interface ExportRequest extends ExportOptions {
  readonly sections: readonly string[];
  readonly format: ExportFormat;
  /** A day, or a time with its zone. */
  readonly since: string | null;
  /** Read scopes: parts and annotations only of records that these permit to read. */
  readonly scopes: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Personal records of all users. */
  readonly allUsers?: boolean;
  /** Instead of the records that reads show: the deleted ones. */
  readonly deleted?: boolean;
}

/** Receives the number of written records; throws to end the export. */
export type Written = (records: number) => Promise<void>;

const PAGE = 500;

const isReadable = ({ scopes }: ExportRequest, { scope }: Resource): boolean => scopes.includes(`v3:${scope}:read`);

/** The first moment as local time of the organisation. */
const sinceOf = ({ actor }: Context, { since }: ExportRequest): string | null => {
  if (since === null) return null;
  return since.includes('T') ? localTime(actor.timeZone, Date.parse(since)) : `${since} 00:00:00`;
};

/** A page of a kind: JSON texts, and the last id that was read, or null at the end. */
interface Page {
  readonly docs: readonly string[];
  readonly last: number | null;
}

type ReadPage = (context: Context, page: ExportPage) => Promise<Page>;

const lastOf = (rows: readonly { readonly id: number }[]): number | null =>
  rows.length < PAGE ? null : (rows.at(-1)?.id ?? null);

const readStored =
  (resource: Resource, { deleted }: ExportRequest): ReadPage =>
  async ({ db }, page) => {
    const statement = deleted ? deletedStatement : exportStatement;
    const rows = await db.queryLong<{ id: number; doc: string }>(statement(resource, page));
    if (!page.ids) return { docs: rows.map(({ doc }) => doc), last: lastOf(rows) };
    const docs = new Map(rows.map(({ id, doc }) => [id, doc]));
    return { docs: page.ids.flatMap((id) => docs.get(id) ?? []), last: null };
  };

/** Links and relations: their rows come in pairs, and operations of their own read them. */
const readPairs =
  (resource: Resource): ReadPage =>
  async (context, page) => {
    const rows = await context.db.queryLong<{ id: number }>(exportIdsStatement(resource, page));
    const ids = rows.map(({ id }) => id);
    const found = await (resource.nesting.ownerSection
      ? Promise.all(page.owners.map((owner) => linksNow(context, owner, ids)))
      : Promise.all([relationsNow(context, ids)]));
    const docs = ids.flatMap((id) => found.flatMap((texts) => texts.get(id) ?? []));
    return { docs, last: lastOf(rows) };
  };

/** JSON texts of the records of a section, page by page: of a query in the order of its list. */
export async function* recordPages(
  context: Context,
  resource: Resource,
  request: ExportRequest,
): AsyncGenerator<readonly string[]> {
  const { actor, model } = context;
  const readPage = resource.storage.stored ? readStored(resource, request) : readPairs(resource);
  const above = resource.nesting.topLevel ? [] : owners(model.registry, resource);
  const { embeds, hasDeadlines, hasPremiums } = columnsOf(model.registry, resource.path, request, actor.organisation);
  const reading = {
    orgId: actor.orgId,
    userKid: request.allUsers ? ('all' as const) : actor.userKid,
    owners: resource.scope ? above : above.filter((owner) => isReadable(request, owner)),
    since: sinceOf(context, request),
    limit: PAGE,
    registry: model.registry,
    embeds,
    deadlinesFrom: hasDeadlines ? localNow(context).slice(0, 'YYYY-MM-DD'.length) : null,
    premiums: hasPremiums,
  };
  if (request.query !== undefined) {
    const ids = await queriedIds(context, resource.path, request.query);
    for (let at = 0; at < ids.length; at += PAGE)
      yield (await readPage(context, { ...reading, after: 0, ids: ids.slice(at, at + PAGE) })).docs;
    return;
  }
  let after: number | null = 0;
  while (after !== null) {
    const { docs, last }: Page = await readPage(context, { ...reading, after });
    yield docs;
    after = last;
  }
}

/** A table of records. */
interface Table {
  readonly columns: readonly TableColumn[];
  /** Names of the records that others name. */
  readonly namesIn: (records: readonly Values[]) => Promise<Names>;
  /** No text begins a formula. */
  readonly isGuarded: boolean;
}

const tableOf = (context: Context, resource: Resource, request: ExportRequest): Table => {
  const { registry } = context.model;
  const { columns, embeds } = columnsOf(registry, resource.path, request, context.actor.organisation);
  return {
    columns,
    isGuarded: request.excel ?? request.format === 'csv',
    namesIn: async (records) => {
      const ids: NamedIds = new Map();
      if (request.labels) for (const record of records) collectNamed({ resource, embeds, registry }, record, ids);
      return loadNames(context, ids);
    },
  };
};

/** Values of the columns of records, page by page. @param pages JSON texts */
async function* rowPages(
  { columns, namesIn, isGuarded }: Table,
  pages: AsyncIterable<readonly string[]>,
  written: Written,
): AsyncGenerator<(readonly unknown[])[]> {
  for await (const docs of pages) {
    const records = docs.map((doc) => JSON.parse(doc) as Values);
    const names = await namesIn(records);
    yield records.map((record) => rowOf(columns, record, names, isGuarded));
    await written(docs.length);
  }
}

async function* csvFile(
  table: Table,
  pages: AsyncIterable<readonly string[]>,
  written: Written,
): AsyncGenerator<Buffer> {
  const { columns } = table;
  yield Buffer.from(BYTE_ORDER_MARK + csvHeader(columns));
  for await (const rows of rowPages(table, pages, written))
    if (rows.length) yield Buffer.from(rows.map((row) => csvLine(columns, row)).join(''));
}

/** @param columns of which the lines have the values; null: as reads answer them */
async function* ndjsonFile(
  columns: readonly TableColumn[] | null,
  pages: AsyncIterable<readonly string[]>,
  written: Written,
): AsyncGenerator<Buffer> {
  const line = (doc: string): string => {
    if (!columns) return `${doc}\n`;
    const record = JSON.parse(doc) as Values;
    return `${JSON.stringify(Object.fromEntries(columns.map(({ name, value }) => [name, value(record, {})])))}\n`;
  };
  for await (const docs of pages) {
    if (docs.length) yield Buffer.from(docs.map(line).join(''));
    await written(docs.length);
  }
}

/** The bytes of a file of an archive. @param pages JSON texts of records, page by page */
export const recordFile = (
  kind: Pick<Resource, 'fields'>,
  format: ArchiveFormat,
  pages: AsyncIterable<readonly string[]>,
  written: Written,
): AsyncGenerator<Buffer> => {
  const table = { columns: fieldColumns(kind), namesIn: async () => ({}), isGuarded: true };
  return format === 'csv' ? csvFile(table, pages, written) : ndjsonFile(null, pages, written);
};

/** The file of a section. */
const sectionFile = (context: Context, resource: Resource, request: ExportRequest, written: Written): ArchiveFile => {
  const { format, columns, at } = request;
  const pages = recordPages(context, resource, request);
  const [name, table] = [fileNameOf(resource.path), tableOf(context, resource, request)];
  const content = {
    csv: () => csvFile(table, pages, written),
    ndjson: () => ndjsonFile(columns ? table.columns : null, pages, written),
    xlsx: () => zipArchive(xlsxFiles(name.slice(0, 31), table.columns, rowPages(table, pages, written)), new Date(at)),
  };
  return { name: `${name}.${format}`, content: content[format](), raw: format === 'xlsx' };
};

/** The name of a section as the name of a file: `system-tags`. */
export const fileNameOf = (section: string): string => section.replaceAll('/', '-');

/**
 * The bytes of an export.
 * @param context the organisation, and the user whose personal records it has
 * @param written called after each page
 * @throws errors of `written` and of the database
 */
export const exportContent = (context: Context, request: ExportRequest, written: Written): AsyncGenerator<Buffer> => {
  const own = { ...context, actor: { ...context.actor, scopes: new Set(request.scopes) } };
  const files = request.sections.map((section) => sectionFile(own, own.model.registry.get(section), request, written));
  const [only, ...others] = files;
  return only && !others.length ? only.content : zipArchive(files, new Date(request.at));
};

/** Name and extension of the file: `customers-2026-11-28.csv`, or `export-2026-11-28.zip` for several sections. */
export const exportFileName = (
  { sections, format, at }: Pick<ExportRequest, 'sections' | 'format' | 'at'>,
  timeZone: string,
): { readonly name: string; readonly extension: string } => {
  const [first = '', ...others] = sections;
  const extension = others.length ? 'zip' : format;
  const day = localTime(timeZone, at).slice(0, 'YYYY-MM-DD'.length);
  return { name: `${others.length ? 'export' : fileNameOf(first)}-${day}.${extension}`, extension };
};
