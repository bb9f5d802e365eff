/** The file of an export: one file, or a ZIP of one file a section. Memory holds one page of records. */
import { BYTE_ORDER_MARK, csvHeader, csvLine } from '../../derive/csv-record.ts';
import { localTime } from '../../derive/local-time.ts';
import { deletedStatement, type ExportPage, exportIdsStatement, exportStatement } from '../../derive/sql/export-sql.ts';
import type { ExportFormat } from '../../model/calls/exports.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { owners } from '../../model/ownership.ts';
import type { Context } from '../call/call.ts';
import { linksNow } from '../relations/links.ts';
import { relationsNow } from '../relations/relations.ts';
import { type ArchiveFile, zipArchive } from './archive.ts';

/** Parameters of an export. */
export interface ExportRequest {
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
    return { docs: rows.map(({ doc }) => doc), last: lastOf(rows) };
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

/** JSON texts of the records of a section, page by page. */
export async function* recordPages(
  context: Context,
  resource: Resource,
  request: ExportRequest,
): AsyncGenerator<readonly string[]> {
  const { actor, model } = context;
  const readPage = resource.storage.stored ? readStored(resource, request) : readPairs(resource);
  const above = resource.nesting.topLevel ? [] : owners(model.registry, resource);
  const reading = {
    orgId: actor.orgId,
    userKid: request.allUsers ? ('all' as const) : actor.userKid,
    owners: resource.scope ? above : above.filter((owner) => isReadable(request, owner)),
    since: sinceOf(context, request),
    limit: PAGE,
  };
  let after: number | null = 0;
  while (after !== null) {
    const { docs, last }: Page = await readPage(context, { ...reading, after });
    yield docs;
    after = last;
  }
}

/** The bytes of a file of records. @param pages JSON texts of records, page by page */
export async function* recordFile(
  kind: Pick<Resource, 'fields'>,
  format: ExportFormat,
  pages: AsyncIterable<readonly string[]>,
  written: Written,
): AsyncGenerator<Buffer> {
  const isCsv = format === 'csv';
  const line = isCsv ? (doc: string) => csvLine(kind, JSON.parse(doc) as Values) : (doc: string) => `${doc}\n`;
  if (isCsv) yield Buffer.from(BYTE_ORDER_MARK + csvHeader(kind));
  for await (const docs of pages) {
    if (docs.length) yield Buffer.from(docs.map(line).join(''));
    await written(docs.length);
  }
}

/** The name of a section as the name of a file: `system-tags`. */
export const fileNameOf = (section: string): string => section.replaceAll('/', '-');

/**
 * The bytes of an export.
 * @param context the organisation, and the user whose personal records it has
 * @param written called after each page
 * @throws errors of `written` and of the database
 */
export const exportContent = (context: Context, request: ExportRequest, written: Written): AsyncGenerator<Buffer> => {
  const { registry } = context.model;
  const files = request.sections.map((section): ArchiveFile => {
    const resource = registry.get(section);
    return {
      name: `${fileNameOf(section)}.${request.format}`,
      content: recordFile(resource, request.format, recordPages(context, resource, request), written),
    };
  });
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
