/** What was restored is what was backed up: contents by their hash, tables by what the backup recorded of them. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Copied } from '../db/backup.ts';
import { connect } from '../db/cluster.ts';
import type { Database } from '../db/database.ts';
import { onConnection } from '../db/own-connection.ts';
import { SESSION_WITHOUT_BOUNDS } from '../db/session-settings.ts';
import { sumTables } from '../db/table-sums.ts';
import type { FileStores } from '../files/object-store.ts';
import { AT_ONCE } from './base.ts';
import { contentOf } from './contents.ts';
import { Damaged } from './encryption.ts';
import type { Moment } from './moments.ts';
import { eachOf } from './parallel.ts';
import { recover } from './recover.ts';
import type { Vault } from './vault.ts';

/** Content that rows name. */
type Named = AsyncIterable<{ readonly orgId: number; readonly key: string; readonly aws: number }>;
type Told = (copied: Copied) => void;

/** Restored contents, and keys of those that the backup lacks. */
interface Contents {
  readonly files: Copied;
  readonly missing: readonly string[];
}

/**
 * Brings back the contents that rows name and that their stores lack.
 * @throws Damaged; Error of a store, such as one that is not configured any more
 */
export const restoreContents = async (
  vault: Vault,
  named: Named,
  stores: FileStores,
  told: Told,
): Promise<Contents> => {
  let files = { files: 0, bytes: 0 };
  const missing: string[] = [];
  await eachOf(named, AT_ONCE, async ({ orgId, key, aws }) => {
    const store = stores.of(aws);
    if ((await store.size(key)) !== null) return;
    const content = await contentOf(vault, key);
    if (!content) {
      missing.push(key);
      return;
    }
    const stored = await store.put(orgId, content);
    if (stored.key !== key) throw new Damaged(`the content ${key} has other bytes than it had`);
    files = { files: files.files + 1, bytes: files.bytes + stored.size };
    told(files);
  });
  return { files, missing };
};

/** Reads contents as a restore would. */
const readContents = async (vault: Vault, named: Named, told: Told): Promise<Contents> => {
  let files = { files: 0, bytes: 0 };
  const missing: string[] = [];
  await eachOf(named, AT_ONCE, async ({ key }) => {
    const content = await contentOf(vault, key);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of content ?? []) {
      hash.update(piece);
      bytes += piece.length;
    }
    if (!content || !key.endsWith(hash.digest('hex'))) missing.push(key);
    files = { files: files.files + 1, bytes: files.bytes + bytes };
    told(files);
  });
  return { files, missing };
};

/** What a comparison found. */
export interface Verified {
  readonly ok: boolean;
  readonly tables: number;
  readonly rows: number;
  readonly files: Copied;
  readonly wrong: readonly string[];
}

const compareTables = ({ base }: Moment, connection: pg.ClientConfig) =>
  onConnection(connection, async (client) => {
    await client.query(SESSION_WITHOUT_BOUNDS);
    const found = new Map((await sumTables(client)).map((one) => [one.table, one]));
    const recorded = base.state?.tables ?? [];
    const wrong = recorded.flatMap(({ table, rows, sum }) => {
      const one = found.get(table);
      if (one?.rows === rows && one.sum === sum) return [];
      return [
        `${table}: ${rows} rows were recorded, ${one?.rows ?? 0} were restored${one?.rows === rows ? ', with other values' : ''}`,
      ];
    });
    return { tables: recorded.length, rows: recorded.reduce((sum, { rows }) => sum + rows, 0), wrong };
  });

/**
 * Restores aside to the point at which the copy of a moment recorded what the tables held, and compares.
 * @param namedContent what the restored rows name
 * @throws Damaged; StartError where the log cannot be replayed
 */
export const verifyMoment = async (
  moment: Moment,
  folder: string,
  namedContent: (db: Database) => Named,
  told: { readonly database: Told; readonly files: Told },
): Promise<Verified> => {
  const { server } = await recover(moment, folder, told.database, moment.base.state?.point);
  try {
    const { tables, rows, wrong } = await compareTables(moment, server.connection);
    const db = connect({ connection: server.connection, lanes: 1, writers: 1, longReaders: 1 });
    try {
      const { files, missing } = await readContents(moment.vault, namedContent(db), told.files);
      const unrecorded = moment.base.state
        ? []
        : ['what the tables held was not recorded: there was no moment without writes'];
      const all = [...wrong, ...unrecorded, ...missing.map((key) => `${key} is missing, or has other bytes`)];
      return { ok: !all.length, tables, rows, files, wrong: all };
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
  }
};
