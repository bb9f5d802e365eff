/**
 * Whether the folder of contents is the one that the database knows (docs/decisions/0014). Two machines on one database with
 * folders of their own lose no content, but each answers for its own alone.
 */
import { hostname } from 'node:os';
import type { Database } from '../../db/database.ts';
import { nameFolder, readFolderName } from '../../files/folder-name.ts';
import type { FileStores } from '../../files/object-store.ts';
import { join, raw, sql } from '../../sql.ts';
import { tablesWithContent } from './sweep-files.ts';

/** Of an organisation so many of its first and of its last contents are looked for, and of so many organisations. */
const OF_ONE = 10;
const ORGANISATIONS = 20;

/** What is looked at. */
export interface Folder {
  readonly root: string;
  readonly files: FileStores;
  /** Whether nobody waits for the outcome any more. */
  readonly stopping?: () => boolean;
}

/** The folder that the database knows. */
interface Known {
  readonly id: string;
  readonly place: string;
  readonly seen: string;
}

/** Documents lie in another folder. */
export interface Elsewhere {
  /** The folder that the database knows: its machine and path, and when it was seen there. */
  readonly known: string;
  readonly since: string;
  /** How many contents were looked for here, and how many of them are not here. */
  readonly looked: number;
  readonly missing: number;
}

/** Says of documents that lie elsewhere what is wrong and the way out, for the log and `doctor`. */
export const sayElsewhere = ({ known, since, looked, missing }: Elsewhere, root: string): string =>
  `of ${looked} contents that were looked for, ${missing} are not in ${root}; the database knows ${known} (seen ${since}). ` +
  'All machines on one database need one keeper of content: a bucket (S3_BUCKET, then "broker-crm files move --to s3" on each machine that ' +
  'has content), or one folder that all of them mount as DATA_DIR/files. After a move, bring the folder files along or set DATA_DIR to where ' +
  'it is (More than one machine in docs/operating.md). Where what is missing is lost: "broker-crm files adopt"';

const knownFolder = async (db: Database): Promise<Known | undefined> => {
  // What only looks may find a database of before.
  const [there] = await db.coordinator.read<{ yes: boolean }>(
    sql`select to_regclass('file_folder') is not null as yes`,
  );
  if (!there?.yes) return undefined;
  const [known] = await db.coordinator.read<Known>(
    sql`select id, place, to_char(seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as seen from file_folder`,
  );
  return known;
};

/** The first and the last contents of an organisation that rows say are on the disk. */
const contentsOf = async (db: Database, orgId: number): Promise<string[]> => {
  const pieces = tablesWithContent.flatMap((table) =>
    ['asc', 'desc'].map(
      (direction) => sql`(
        select url
        from ${raw(table)}
        where org_id = ${orgId} and aws = 0 and url is not null
        order by id ${raw(direction)}
        limit ${OF_ONE})`,
    ),
  );
  const rows = await db.of(orgId).readLong<{ url: string }>(join(pieces, ' union '));
  return rows.map(({ url }) => url);
};

/**
 * Looks for contents: the first, which a folder lacks that is new, and the last, which one lacks that was left. A folder
 * that was restored has all of them, whatever its name.
 * @returns null where it was to stop before it knew
 */
const lookFor = async (
  db: Database,
  { files, stopping = () => false }: Folder,
): Promise<{ looked: number; missing: number } | null> => {
  const store = files.of(0);
  let [looked, missing, organisations] = [0, 0, 0];
  const ids = await db.readLong<{ org_id: number }>(sql`select org_id from organisation order by org_id`);
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
 * Whether documents lie in another folder; nothing is changed.
 * @returns null where they do not, or the database knows no folder yet
 * @throws Error of the database or the medium
 */
export const documentsElsewhere = async (db: Database, folder: Folder): Promise<Elsewhere | null> => {
  const known = await knownFolder(db);
  if (!known || known.id === (await readFolderName(folder.root))) return null;
  const found = await lookFor(db, folder);
  return found?.missing ? { known: known.place, since: known.seen, ...found } : null;
};

/** Notes which folder it is. Who noted another one meanwhile is left alone: the next look sees it. */
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

/** No content lies in folders any more: which one it was need not be known. */
const forget = (db: Database, { id }: Known): Promise<void> =>
  db.coordinator.transaction(async (tx) => {
    await tx.run(sql`delete from file_folder where id = ${id}`);
  });

/**
 * Whether documents lie in another folder. Where they do not, the database knows this one from now on: the first, one that was
 * restored under another name, and one that takes the place of a folder without any content. With a bucket a folder is
 * given no name: it keeps what was there before the bucket, or nothing.
 * @returns null where they do not
 * @throws Error of the database or the medium
 */
export const keepFolderKnown = async (db: Database, folder: Folder): Promise<Elsewhere | null> => {
  const { root, files } = folder;
  const withBucket = files.current.aws === 1;
  const known = await knownFolder(db);
  if (withBucket && !known) return null;
  const id = withBucket ? await readFolderName(root) : await nameFolder(root);
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
 * Lets the database know this folder, whatever it lacks: what the operator says who knows that the other one is gone.
 * @returns where the one before was seen; null where it was this one, or none
 * @throws Error of the database or the medium
 */
export const adoptFolder = async (db: Database, root: string): Promise<string | null> => {
  const known = await knownFolder(db);
  const id = await nameFolder(root);
  await note(db, id, root, known);
  return known && known.id !== id ? known.place : null;
};
