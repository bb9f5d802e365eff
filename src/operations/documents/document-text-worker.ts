/**
 * Worker that reads the texts of filed PDFs for the search (docs/decisions/0056). Several processes may run it: a file is claimed
 * with a lease, and read in the process of its own that reads those of the inbox.
 */
import { BackgroundLoop, type Stoppable } from '../../concurrency/background-loop.ts';
import type { Database } from '../../db/database.ts';
import type { FileStores } from '../../files/object-store.ts';
import { intervalOf } from '../../shared/background-work.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import { fileTextWrites } from '../search/search-index.ts';

/** The time after which another worker reads a file; it is as long as several take that wait for each other. */
const LEASE_MS = 300_000;
/** Attempts at a file that the store does not return. */
const MAX_TRIES = 5;
const SECTION = 'documents';

/** Dependencies of the worker. */
export interface DocumentTextParts {
  readonly db: Database;
  readonly files: FileStores;
  /** Gets errors; the file is read again later. */
  readonly failed: (error: Error) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds between two rounds, for tests. */
  readonly pollMs?: number;
}

interface JobKey {
  readonly org_id: number;
  readonly id: number;
}

const iso = (ms: number): string => new Date(ms).toISOString();

const findDue = (db: Database, now: number): Promise<JobKey[]> =>
  db.queryLong<JobKey>(sql`select j.org_id, j.id from document_text_job j
  where j.leased_until is null or j.leased_until <= ${iso(now)}
  order by j.created_at
  limit 20`);

/** Takes a file, if it is still due. @returns the number of the attempt; undefined where it is not due */
const claim = async (db: Database, { org_id, id }: JobKey, now: number): Promise<number | undefined> => {
  const [job] = await db.shortTransaction(org_id, (tx) =>
    tx.run<{ tries: number }>(sql`update document_text_job
  set leased_until = ${iso(now + LEASE_MS)}, tries = tries + 1
  where org_id = ${org_id} and id = ${id} and (leased_until is null or leased_until <= ${iso(now)})
  returning tries`),
  );
  return job?.tries;
};

const liveDocument = ({ org_id, id }: JobKey): Sql => sql`from document t
    where t.org_id = ${org_id} and t.id = ${id} and t.del = 0`;

const readText = async ({ db, files }: DocumentTextParts, key: JobKey): Promise<string> => {
  const [file] = await db.read<{ url: string; aws: number }>(sql`select t.url, t.aws
    ${liveDocument(key)}`);
  if (!file) return '';
  const { beginningOfPdf } = await import('./pdf-text.ts');
  const text = await beginningOfPdf(file.url, () => files.of(file.aws).open(file.url));
  // PostgreSQL refuses NUL in texts.
  return text.replaceAll('\0', ' ');
};

const readFile = async (parts: DocumentTextParts, key: JobKey, now: number): Promise<void> => {
  const db = parts.db.forOrg(key.org_id);
  const tries = await claim(db, key, now);
  if (tries === undefined) return;
  const text = tries > MAX_TRIES ? '' : await readText({ ...parts, db }, key);
  await db.transaction(async (tx) => {
    // A removal waits, and takes the text along.
    const [live] = await tx.run(sql`select 1
    ${liveDocument(key)}
    for share`);
    await tx.finish([
      ...(live ? fileTextWrites(key.org_id, SECTION, key.id, text) : []),
      sql`delete from document_text_job where org_id = ${key.org_id} and id = ${key.id}`,
    ]);
  });
};

/** Starts the worker, until it is stopped; a file that it reads then is read again after its lease. */
export const startDocumentTextWorker = (parts: DocumentTextParts): Stoppable => {
  const rounds = new BackgroundLoop();
  const { db, failed, now = Date.now, pollMs } = parts;
  const round = async (): Promise<void> => {
    for (let due = await findDue(db, now()); due.length && !rounds.stopping; due = await findDue(db, now()))
      for (const key of due) if (!rounds.stopping) await readFile(parts, key, now()).catch(failed);
  };
  return rounds.repeat(round, () => intervalOf('document-texts', db.ranges(), pollMs), failed);
};
