/** The archive of an organisation as administrators ask for it: a job of the worker of exports, without sections (docs/archive.md). */
import type { Readable } from 'node:stream';
import { type Author, entryBy } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/database.ts';
import { localTime } from '../../derive/local-time.ts';
import { fail } from '../../errors/api-error.ts';
import type { FileStores } from '../../files/object-store.ts';
import { sql } from '../../sql/sql.ts';
import { contentHeaders } from '../documents/content-headers.ts';
import { archivesStatement, type ExportJob, insertJob } from './export-jobs.ts';
import { removeExportJob } from './export-worker.ts';

const FORMAT = 'csv' as const;

/** An archive, and the name of the user who asked for it. */
export interface ArchiveJob extends ExportJob {
  readonly by: string | null;
}

interface Place {
  readonly db: Database;
  readonly files: FileStores;
  readonly orgId: number;
}

const entryOf = (author: Author, orgId: number, id: number, more: Readonly<Record<string, unknown>>) => {
  const changes = { organisation: [null, true], ...more };
  return entryBy(author, orgId, { section: 'exports', recordId: id, action: 'export', changes, security: true });
};

/** The latest archive; null without one. */
export const findArchive = async ({ db, orgId }: Pick<Place, 'db' | 'orgId'>): Promise<ArchiveJob | null> => {
  const [latest] = await db.read<ArchiveJob>(archivesStatement(orgId));
  return latest ?? null;
};

/** Number of a new archive. */
export const nextArchiveId = (db: Database): Promise<number> => db.nextId('export_job_id_seq');

/**
 * Asks for an archive.
 * @param author who gets the mail
 * @param scopes all read scopes
 * @throws 409 `archive_running`
 */
export const requestArchive = async (
  tx: Tx,
  orgId: number,
  author: Author,
  { id, scopes, now }: { readonly id: number; readonly scopes: readonly string[]; readonly now: number },
): Promise<void> => {
  // Two requests at the same time see each other.
  await tx.run(sql`select 1 from organisation where org_id = ${orgId} for no key update`);
  const archives = await tx.run<ArchiveJob>(archivesStatement(orgId));
  if (archives.some(({ state }) => state === 'running')) throw fail('archive_running');
  const job = { id, sections: [], format: FORMAT, since: null, options: '{}', scopes, personal: false, created: now };
  await tx.finish([insertJob({ ...author, orgId }, job), entryOf(author, orgId, id, { format: [null, FORMAT] })]);
};

/** Removes archives with their files, a running one too. @param newest the only one that stays */
export const removeArchives = async ({ db, files, orgId }: Place, newest?: number): Promise<void> => {
  for (const job of await db.read<ArchiveJob>(archivesStatement(orgId)))
    if (job.id !== newest) await removeExportJob({ db, files }, job);
};

/**
 * The bytes of the latest archive; the audit log has who reads them before the first byte.
 * @throws 404, 409 `export_not_done`; 503 where the store does not give them
 */
export const openArchive = async (
  place: Place,
  author: Author,
  timeZone: string,
): Promise<{ readonly body: Readable; readonly headers: Readonly<Record<string, string>> }> => {
  const { db, files, orgId } = place;
  const archive = await findArchive(place);
  if (!archive) throw fail('not_found');
  const { id, url, aws, size, created } = archive;
  if (url === null) throw fail('export_not_done');
  const body = await files
    .of(aws)
    .open(url)
    .catch((cause: unknown) => {
      throw fail('service_unavailable', { cause, message: 'The file of the archive cannot be read now.' });
    });
  try {
    await db.transaction((tx) => tx.finish([entryOf(author, orgId, id, { download: [null, true] })]));
  } catch (error) {
    body.destroy();
    throw error;
  }
  const name = `organisation-${localTime(timeZone, created).slice(0, 'YYYY-MM-DD'.length)}.zip`;
  const { 'Accept-Ranges': _ranges, ...headers } = contentHeaders(name, 'zip', 'attachment');
  return { body, headers: { ...headers, 'Content-Length': String(size) } };
};
