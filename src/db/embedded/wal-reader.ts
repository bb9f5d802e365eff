/**
 * The running embedded PostgreSQL as seen by backups: markers in its WAL, finished segments, and the low-level
 * backup.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { ErasureEntry } from '../../shared/erasure-entry.ts';
import { raw, type Sql, sql } from '../../sql/sql.ts';
import { SESSION_NO_TIMEOUTS } from '../migrations/session-settings.ts';
import { withConnection } from '../pool/dedicated-connection.ts';
import { selectLedger } from '../tenant/erasure-rows.ts';
import { findUnprivilegedUser, preparePaths } from './embedded-paths.ts';
import { embeddedConnection } from './embedded-server.ts';
import { walArchiveOf } from './wal-segments.ts';

/** Advisory locks between processes that back up one database. */
const LOCKS = { round: 711_000_001, base: 711_000_002 } as const;
const NOW = raw('floor(extract(epoch from clock_timestamp()) * 1000)::bigint');
/** The archiver copies a segment within milliseconds, unless it fails. */
const ARCHIVED_MS = 20_000;

/** A commit that the backup made, at the end of a segment. */
export interface CommitMarker {
  /** Milliseconds since 1970: everything that was committed before is in the segment or in earlier ones. */
  readonly at: number;
  /** WAL position (LSN) behind the mark. */
  readonly position: string;
  /** The segment, which is finished. */
  readonly segment: string;
  /** `activity` behind the mark. */
  readonly activity: string;
}

/** The owner's connection. */
export class WalReader {
  constructor(
    readonly client: pg.Client,
    readonly data: string,
    /** @throws where the connection is lost */
    readonly requireIt: () => void,
  ) {}

  async #row<T extends Record<string, unknown>>({ query }: Sql): Promise<T> {
    return (await this.client.query(query)).rows[0] as T;
  }

  /** Holds a lock among all processes during the work. */
  async alone<T>(kind: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> {
    await this.#row(sql`select pg_advisory_lock(${LOCKS[kind]})`);
    try {
      return await work();
    } finally {
      await this.#row(sql`select pg_advisory_unlock(${LOCKS[kind]})`);
    }
  }

  /** Makes the server keep its WAL from now on, for as long as the connection lasts. */
  async holdWal(): Promise<void> {
    await this.#row(sql`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`);
  }

  /** Size of a WAL segment: 1 MB, in databases made by older versions 16 MB. */
  async segmentBytes(): Promise<number> {
    const row = await this.#row<{ bytes: number }>(
      sql`select setting::int as bytes from pg_settings where name = 'wal_segment_size'`,
    );
    return row.bytes;
  }

  /** The snapshot's transaction ids: while they are the same and none is open, nothing was committed. */
  async activity(): Promise<string> {
    return (await this.#row<{ text: string }>(sql`select pg_current_snapshot()::text as text`)).text;
  }

  /** The time of the database, in milliseconds since 1970. */
  async now(): Promise<number> {
    return Number((await this.#row<{ at: string }>(sql`select ${NOW} as at`)).at);
  }

  /**
   * Commits a message and finishes the segment. Recovery to any moment before the mark ends at this commit at the latest.
   */
  async mark(): Promise<CommitMarker> {
    const { at } = await this.#row<{ at: string }>(
      sql`select ${NOW} as at, pg_logical_emit_message(true, 'broker-crm', 'stored')`,
    );
    const activity = await this.activity();
    const { position } = await this.#row<{ position: string }>(
      sql`select pg_current_wal_insert_lsn()::text as position`,
    );
    const { segment } = await this.#row<{ segment: string }>(sql`select pg_walfile_name(pg_switch_wal()) as segment`);
    return { at: Number(at), position, segment, activity };
  }

  /** Waits until the archive has a finished segment. @throws Error where PostgreSQL cannot archive it */
  async untilArchived(segment: string): Promise<void> {
    const file = join(walArchiveOf(this.data), segment);
    for (const end = performance.now() + ARCHIVED_MS; !existsSync(file) && !existsSync(`${file}.gz`); await pause(10)) {
      this.requireIt();
      if (performance.now() > end)
        throw new Error(`PostgreSQL has not archived ${segment} to ${walArchiveOf(this.data)}: see postgres.log`);
    }
  }

  /** Bytes of the segment that is being written. */
  async unfinishedBytes(): Promise<number> {
    const row = await this.#row<{ bytes: number }>(
      sql`select (pg_walfile_name_offset(pg_current_wal_lsn())).file_offset as bytes`,
    );
    return row.bytes;
  }

  /** The ledger of erasures. */
  async erasures(): Promise<readonly ErasureEntry[]> {
    return (await this.client.query(selectLedger.query)).rows;
  }

  /** Begins a low-level backup: from now on the files may be copied as they are. @returns the first segment it needs */
  async beginCopy(): Promise<string> {
    const row = await this.#row<{ segment: string }>(
      sql`select pg_walfile_name(pg_backup_start('broker-crm backup', true)) as segment`,
    );
    return row.segment;
  }

  /** Ends it, as the end of the connection does. @returns the content of `backup_label` */
  async endCopy(): Promise<string> {
    return (await this.#row<{ label: string }>(sql`select labelfile as label from pg_backup_stop(false)`)).label;
  }
}

/** Connects as the owner. @returns what `work` returns */
export const withWalReader = async <T>(dataDir: string, work: (source: WalReader) => Promise<T>): Promise<T> => {
  const { data } = await preparePaths(dataDir, findUnprivilegedUser());
  return withConnection(await embeddedConnection(dataDir), async (client, requireIt) => {
    // Copies and checks of large databases take their time.
    await client.query(SESSION_NO_TIMEOUTS);
    return work(new WalReader(client, data, requireIt));
  });
};
