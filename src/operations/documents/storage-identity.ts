/**
 * Checks whether the folder of file contents is the one recorded in the database (docs/decisions/0014). Two machines
 * on one database with separate folders lose no content, but each serves only its own.
 */
import { hostname } from 'node:os';
import type { Database } from '../../db/database.ts';
import type { FileStores } from '../../files/object-store.ts';
import { readStorageId, writeStorageId } from '../../files/storage-id.ts';
import { join, raw, sql } from '../../sql/sql.ts';
import { recordTables } from './gc-files.ts';

/** Sample to check: the first and the last contents per organisation, and the number of organisations. */
const OF_ONE = 10;
const ORGANISATIONS = 20;

/** The storage folder to check. */
export interface Folder {
  readonly root: string;
  readonly files: FileStores;
  /** Whether the caller no longer needs the result. */
  readonly stopping?: () => boolean;
}

/** The folder recorded in the database. */
interface Known {
  readonly id: string;
  readonly place: string;
  readonly seen: string;
}

/** Documents are in another folder. */
export interface ForeignStorage {
  /** The recorded folder: its machine and path, and when it was seen there. */
  readonly known: string;
  readonly since: string;
  /** Number of contents in the sample, and how many of them are missing here. */
  readonly looked: number;
  readonly missing: number;
}

/** The message about documents in another folder, with the fix, for the log and `doctor`. */
export const warnForeignStorage = ({ known, since, looked, missing }: ForeignStorage, root: string): string =>
  `of ${looked} contents that were looked for, ${missing} are not in ${root}; the database knows ${known} (seen ${since}). ` +
  'All machines on one database need one keeper of content: a bucket (S3_BUCKET, then "broker-crm files move --to s3" on each machine that ' +
  'has content), or one folder that all of them mount as DATA_DIR/files. After a move, bring the folder files along or set DATA_DIR to where ' +
  'it is (More than one machine in docs/operating.md). Where what is missing is lost: "broker-crm files adopt"';

const knownFolder = async (db: Database): Promise<Known | undefined> => {
  // A read-only check may find a database of an older version.
  const [there] = await db.coordinator.read<{ yes: boolean }>(
    sql`select to_regclass('file_folder') is not null as yes`,
  );
  if (!there?.yes) return undefined;
  const [known] = await db.coordinator.read<Known>(
    sql`select id, place, to_char(seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as seen from file_folder`,
  );
  return known;
};

/** The first and the last contents of an organisation that are on disk according to their rows. */
const contentsOf = async (db: Database, orgId: number): Promise<string[]> => {
  const pieces = recordTables.flatMap((table) =>
    ['asc', 'desc'].map(
      (direction) => sql`(
        select url
        from ${raw(table)}
        where org_id = ${orgId} and aws = 0 and url is not null
        order by id ${raw(direction)}
        limit ${OF_ONE})`,
    ),
  );
  const rows = await db.forOrg(orgId).queryLong<{ url: string }>(join(pieces, ' union '));
  return rows.map(({ url }) => url);
};

/**
 * Checks the first content, which a new folder lacks, and the last one, which an abandoned folder lacks. A restored
 * folder has all of them, even under another id.
 * @returns null if it was stopped before the result was known
 */
const lookFor = async (
  db: Database,
  { files, stopping = () => false }: Folder,
): Promise<{ looked: number; missing: number } | null> => {
  const store = files.of(0);
  let [looked, missing, organisations] = [0, 0, 0];
  const ids = await db.queryLong<{ org_id: number }>(sql`select org_id from organisation order by org_id`);
  for (const { org_id } of ids) {
    if (stopping()) return null;
    const keys = await contentsOf(db, org_id);
    const sizes = await Promise.all(keys.map((key) => store.size(key)));
    looked += keys.length;
    missing += sizes.filter((size) => size === null).length;
    if (keys.length) organisations += 1;
    if (organisations === ORGANISATIONS) break;
  }
  return { looked, missing };
};

/**
 * Checks without changes whether documents are in another folder.
 * @returns null if they are not, or the database has no folder yet
 * @throws Error of the database or the file system
 */
export const foreignStorage = async (db: Database, folder: Folder): Promise<ForeignStorage | null> => {
  const known = await knownFolder(db);
  if (!known || known.id === (await readStorageId(folder.root))) return null;
  const found = await lookFor(db, folder);
  return found?.missing ? { known: known.place, since: known.seen, ...found } : null;
};

/**
 * Records the folder. If another process recorded one meanwhile, its row is not overwritten: the next check sees it.
 */
const note = (db: Database, id: string, root: string, before: Known | undefined): Promise<void> => {
  const place = `${hostname()}:${root}`;
  if (before?.id === id && before.place === place) return Promise.resolve();
  const at = new Date().toISOString();
  return db.coordinator.transaction(async (tx) => {
    await tx.run(
      before
        ? sql`update file_folder set id = ${id}, place = ${place}, seen_at = ${at} where id = ${before.id}`
        : sql`insert into file_folder (only_one, id, place, seen_at) values (true, ${id}, ${place}, ${at})
            on conflict (only_one) do nothing`,
    );
  });
};

/** Removes the recorded folder: no content is in folders any more. */
const forget = (db: Database, { id }: Known): Promise<void> =>
  db.coordinator.transaction(async (tx) => {
    await tx.run(sql`delete from file_folder where id = ${id}`);
  });

/**
 * Checks whether documents are in another folder. If not, the database records this one: the first, a restored one
 * with another id, or a replacement of a folder without content. With a bucket the folder gets no id: it has older
 * content, or none.
 * @returns null if all documents are here
 * @throws Error of the database or the storage
 */
export const recordStorage = async (db: Database, folder: Folder): Promise<ForeignStorage | null> => {
  const { root, files } = folder;
  const withBucket = files.current.aws === 1;
  const known = await knownFolder(db);
  if (withBucket && !known) return null;
  const id = withBucket ? await readStorageId(root) : await writeStorageId(root);
  if (known && known.id !== id) {
    const found = await lookFor(db, folder);
    if (!found) return null;
    if (found.missing) return { known: known.place, since: known.seen, ...found };
    if (withBucket && !found.looked) await forget(db, known);
  }
  if (!withBucket && id) await note(db, id, root, known);
  return null;
};

/**
 * Records this folder in the database, even if contents are missing: for an operator who knows that the other folder
 * is lost.
 * @returns where the previous folder was seen; null if it was this one, or none
 * @throws Error of the database or the storage
 */
export const adoptStorage = async (db: Database, root: string): Promise<string | null> => {
  const known = await knownFolder(db);
  const id = await writeStorageId(root);
  await note(db, id, root, known);
  return known && known.id !== id ? known.place : null;
};
