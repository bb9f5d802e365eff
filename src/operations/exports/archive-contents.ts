/** The files of documents in an archive, and their index. */

import { pages } from '../../db/pages.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { raw, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { type ArchiveFile, archiveName } from './archive.ts';
import { textFields } from './export-tables.ts';

const PAGE = 500;

/** A row that refers to a file. */
export interface ContentRow {
  readonly id: number;
  readonly kid: number | null;
  readonly name: string;
  readonly extension: string | null;
  readonly size: number;
  readonly url: string;
  readonly aws: number;
  readonly deleted: boolean;
}

/** State of a file in an archive. `missing`: the store lacks it, or a part of it; `unread`: reading failed. */
export type ContentState = 'ok' | 'missing' | 'unread';

/** Receives files that are missing or incomplete in the archive. */
export type ContentProblem = (path: string, state: ContentState) => void;

/** Path of a file in an archive. */
export const contentPath = ({ content }: Resource, { id, kid, name, extension }: ContentRow): string =>
  `files/${content === 'served' ? (kid ?? 0) : 'inbox'}/${archiveName(id, name, extension ?? '')}`;

async function* bytesOf(context: Context, row: ContentRow, failed: () => void): AsyncGenerator<Buffer> {
  try {
    // Opened by the first read: nothing remains open if the archive ends before.
    for await (const chunk of await context.files.of(row.aws).open(row.url)) yield chunk as Buffer;
  } catch {
    failed();
  }
}

/**
 * A file of an archive, uncompressed.
 * @returns null if the store lacks it
 */
export const contentFile = async (
  context: Context,
  row: ContentRow,
  path: string,
  problem: ContentProblem,
): Promise<ArchiveFile | null> => {
  try {
    if ((await context.files.of(row.aws).size(row.url)) === row.size)
      return { name: path, content: bytesOf(context, row, () => problem(path, 'unread')), raw: true };
    problem(path, 'missing');
  } catch {
    problem(path, 'unread');
  }
  return null;
};

const kindsOf = ({ model: { registry } }: Context): readonly Resource[] =>
  registry.resources.filter(({ content }) => content);

/** Rows of a kind with files, page by page. Files of assigned inbox documents are those of the documents. */
async function* rowsOf(
  { db, actor: { orgId } }: Context,
  { table, content }: Resource,
  most = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly ContentRow[]> {
  const unassigned = raw(content === 'served' ? '' : ' and t.document_id is null');
  yield* pages<ContentRow>(PAGE, (last) =>
    db.queryLong(sql`select t.id, t.kid, coalesce(t.name, '') as name, t.extension,
      coalesce(t.size, 0) as size, t.url, t.aws, t.del <> 0 as deleted
    from ${raw(table)} t
    where t.org_id = ${orgId} and t.url is not null and t.id > ${last?.id ?? 0}::int and t.id <= ${most}::bigint${unassigned}
    order by t.id
    limit ${PAGE}::int`),
  );
}

/** The files of an organisation in an archive, and those that could not be written. */
export class OrganisationFiles {
  readonly problems = new Map<string, ContentState>();
  files = 0;
  bytes = 0;
  readonly #last = new Map<string, number>();

  /** All files, one after the other. @param progress receives the number of files so far */
  async *written(context: Context, progress: (files: number) => void | Promise<void>): AsyncGenerator<ArchiveFile> {
    for (const kind of kindsOf(context))
      for await (const rows of rowsOf(context, kind))
        for (const row of rows) {
          this.#last.set(kind.path, row.id);
          const path = contentPath(kind, row);
          const file = await contentFile(context, row, path, (at, state) => this.problems.set(at, state));
          if (!file) continue;
          yield file;
          this.files += 1;
          this.bytes += row.size;
          await progress(this.files);
        }
  }

  /** The index: JSON texts with the record of each file, page by page. */
  async *index(context: Context): AsyncGenerator<readonly string[]> {
    for (const kind of kindsOf(context))
      for await (const rows of rowsOf(context, kind, this.#last.get(kind.path) ?? 0))
        yield rows.map((row) => {
          const file = contentPath(kind, row);
          const { id, kid, name, size, deleted } = row;
          const state = this.problems.get(file) ?? 'ok';
          return JSON.stringify({ file, section: kind.path, id, kid, name, size, deleted, state });
        });
  }
}

/** The columns of the index. */
export const contentIndex = textFields(['file', 'section', 'id', 'kid', 'name', 'size', 'deleted', 'state']);
