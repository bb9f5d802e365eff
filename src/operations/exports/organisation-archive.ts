/** The archive of an organisation: all it has, in the formats of exports (docs/exports.md). Memory holds one page. */
import { listTenantTables } from '../../db/tenant/tenant-tables.ts';
import { sectionNames } from '../../derive/events/record-diff.ts';
import type { ArchiveFormat } from '../../model/calls/exports.ts';
import type { Fields, Resource } from '../../model/declaration/resource.ts';
import { registry as shipped } from '../../model/registry.ts';
import { rolesOf } from '../../shared/roles.ts';
import { sql } from '../../sql/sql.ts';
import { auditPieces } from '../audit/audit-log.ts';
import type { Context } from '../call/call.ts';
import { readSettings } from '../org-settings/settings-document.ts';
import { type ArchiveFile, withFirst } from './archive.ts';
import { contentIndex, type OrganisationFiles } from './archive-contents.ts';
import { readSequences, withManifest } from './archive-manifest.ts';
import { archivedPages, archivedRows } from './archive-rows.ts';
import { type ExportRequest, fileNameOf, recordFile, recordPages } from './export-file.ts';
import { exportTables, tablePages, textFields } from './export-tables.ts';

/** Parameters of the archive of an organisation. */
export interface ArchiveRequest extends Pick<ExportRequest, 'scopes' | 'at'> {
  readonly format: ArchiveFormat;
}

type Pages = AsyncGenerator<readonly string[]>;

/** Receives the written rows of a file of the archive. */
export type ArchiveProgress = (file: string, rows: number) => void | Promise<void>;

/** Entries of the audit log that are read at once. */
const AUDIT_PAGE = 500;

const auditFile = textFields([
  ...['id', 'at', 'action', 'section', 'record_id', 'owner_section', 'owner_id', 'user_kid', 'user_name'],
  ...['token_id', 'token_name', 'request_id', 'via', 'security', 'changes'],
]);

/** Organisation, plan, settings and roles; none of them has a secret. */
async function* organisationFile({ db, actor: { orgId } }: Context, { at }: ArchiveRequest): AsyncGenerator<Buffer> {
  const [row] = await db.read<{ name: string; time_zone: string; contract: string; plan: object }>(
    sql`select name, time_zone, contract, plan from organisation where org_id = ${orgId}`,
  );
  const settings = await readSettings(db, orgId);
  const document = { id: orgId, ...row, settings, roles: rolesOf(settings.roles), exported_at: new Date(at) };
  yield Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
}

async function* auditPages({ db, actor: { orgId } }: Context): AsyncGenerator<readonly string[]> {
  for await (const entries of auditPieces(db, orgId, {}, AUDIT_PAGE)) yield entries.map((one) => JSON.stringify(one));
}

/** Record kinds of an archive: all that reads show, and the inbox. */
const archivedKinds = ({ model: { registry } }: Context): readonly Resource[] => {
  const shown = sectionNames(registry);
  return registry.resources.filter(({ path, content }) => shown.includes(path) || content);
};

/** The files of the archive but its manifest. */
async function* archiveFiles(
  context: Context,
  request: ArchiveRequest,
  contents: OrganisationFiles,
  progress: ArchiveProgress,
): AsyncGenerator<ArchiveFile> {
  const { format } = request;
  const inFormat = (name: string, as: ArchiveFormat, kind: { fields: Fields }, pages: Pages): ArchiveFile => ({
    name,
    content: recordFile(kind, as, pages, async (rows) => progress(name, rows)),
  });
  const file = (path: string, kind: { fields: Fields }, pages: Pages) =>
    inFormat(`${path}.${format}`, format, kind, pages);
  const pagesOf = (resource: Resource, deleted: boolean) =>
    recordPages(context, resource, { ...request, sections: [], since: null, allUsers: true, deleted });
  const kinds = archivedKinds(context);
  yield { name: 'organisation.json', content: organisationFile(context, request) };
  for (const kind of kinds) yield file(`records/${fileNameOf(kind.path)}`, kind, pagesOf(kind, false));
  for (const kind of kinds.filter(({ storage }) => storage.stored)) {
    const pages = pagesOf(kind, true);
    const { value: first } = await pages.next();
    if (first?.length) yield file(`deleted/${fileNameOf(kind.path)}`, kind, withFirst(first, pages));
  }
  for (const table of exportTables) yield file(table.name, table, tablePages(context, table));
  yield file('audit-log', auditFile, auditPages(context));
  // Rows that others name are read after those: the archive has each named row, also while others write.
  for (const rows of archivedRows(await listTenantTables(context.db.coordinator), shipped).toReversed())
    yield inFormat(rows.file, 'ndjson', { fields: {} }, archivedPages(context, rows));
  yield* contents.written(context, (files) => progress(`files: ${files}`, 0));
  yield file('files', contentIndex, contents.index(context));
}

/**
 * The files of the archive, one after the other.
 * @param context a system context with the stores of the files
 * @param contents is filled with the outcome of each file
 * @throws errors of the database; a file that the store does not give is in the index and in `contents`
 */
export const organisationArchive = (
  context: Context,
  request: ArchiveRequest,
  contents: OrganisationFiles,
  progress: ArchiveProgress,
): AsyncGenerator<ArchiveFile> =>
  withManifest(archiveFiles(context, request, contents, progress), async () => ({
    organisation: { id: context.actor.orgId, name: context.actor.organisation },
    exported_at: new Date(request.at).toISOString(),
    sequences: await readSequences(context.db),
  }));
