/**
 * Verifies a backup by a restore into a staging folder: PostgreSQL replays its WAL and checks all pages, documents
 * are compared with their hash.
 */

import { connect } from '../db/citus/shard-router.ts';
import { checksumTables, type TableChecksum } from '../db/copy/table-checksums.ts';
import type { EmbeddedServer } from '../db/embedded/embedded-server.ts';
import type { Copied } from '../db/embedded/low-level-backup.ts';
import { SESSION_NO_TIMEOUTS } from '../db/migrations/session-settings.ts';
import { withConnection } from '../db/pool/dedicated-connection.ts';
import type { RestoreReport } from './file-restore.ts';
import { type RestoreSource, recover } from './restore.ts';

/** The result of a verification. */
export interface Verified {
  readonly ok: boolean;
  readonly tables: number;
  readonly rows: number;
  readonly files: Copied;
  readonly wrong: readonly string[];
}

const INVALID_PAGE = 'XX001';

/** Reads all values of all tables, then all pages of all relations: PostgreSQL verifies the checksums of pages. */
const readDatabase = ({
  connection,
}: EmbeddedServer): Promise<{ tables: readonly TableChecksum[]; wrong: readonly string[] }> =>
  withConnection(connection, async (client) => {
    await client.query(SESSION_NO_TIMEOUTS);
    try {
      const tables = await checksumTables(client);
      await client.query('create extension if not exists pg_prewarm');
      await client.query("select pg_prewarm(oid) from pg_class where relkind in ('r', 'i', 't', 'm', 'S')");
      return { tables, wrong: [] };
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      if (code !== INVALID_PAGE) throw error;
      return { tables: [], wrong: [message] };
    }
  });

/**
 * Restores into a staging folder and compares.
 * @throws IntegrityError; StartError if the WAL cannot be replayed
 */
export const verify = async (
  source: RestoreSource,
  folder: string,
  report: { readonly database: RestoreReport; readonly files: RestoreReport },
): Promise<Verified> => {
  const { server } = await recover(source, folder, report.database);
  try {
    const { tables, wrong } = await readDatabase(server);
    const db = connect({ connection: server.connection, lanes: 1, writers: 1, longReaders: 1 });
    try {
      const { files, missing } = await source.readContents(db, report.files);
      const all = [...wrong, ...missing.map((key) => `${key} is missing, or has other bytes`)];
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      return { ok: !all.length, tables: tables.length, rows, files, wrong: all };
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
  }
};
