/** A backup is verified by a restore aside: PostgreSQL replays its WAL and checks all pages, documents are compared with their hash. */
import type { Copied } from '../db/backup.ts';
import { connect } from '../db/cluster.ts';
import type { EmbeddedServer } from '../db/embedded.ts';
import { onConnection } from '../db/own-connection.ts';
import { SESSION_WITHOUT_BOUNDS } from '../db/session-settings.ts';
import { sumTables, type TableSum } from '../db/table-sums.ts';
import type { Told } from './contents-restore.ts';
import { type RestoreSource, recover } from './recover.ts';

/** What was found. */
export interface Verified {
  readonly ok: boolean;
  readonly tables: number;
  readonly rows: number;
  readonly files: Copied;
  readonly wrong: readonly string[];
}

const INVALID_PAGE = 'XX001';

/** Reads all values of all tables, then all pages of everything: PostgreSQL compares pages with their checksums. */
const readDatabase = ({
  connection,
}: EmbeddedServer): Promise<{ tables: readonly TableSum[]; wrong: readonly string[] }> =>
  onConnection(connection, async (client) => {
    await client.query(SESSION_WITHOUT_BOUNDS);
    try {
      const tables = await sumTables(client);
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
 * Restores into a folder aside, and compares.
 * @throws Damaged; StartError where the WAL cannot be replayed
 */
export const verify = async (
  source: RestoreSource,
  folder: string,
  told: { readonly database: Told; readonly files: Told },
): Promise<Verified> => {
  const { server } = await recover(source, folder, told.database);
  try {
    const { tables, wrong } = await readDatabase(server);
    const db = connect({ connection: server.connection, lanes: 1, writers: 1, longReaders: 1 });
    try {
      const { files, missing } = await source.readContents(db, told.files);
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
