/**
 * The log of the embedded PostgreSQL, read while it is written, as a standby would be sent it: a replication slot keeps it
 * until it is stored elsewhere. Read from the files, because the programs that come from npm have no pg_receivewal; what
 * was flushed never changes any more.
 */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { raw, type Sql, sql } from '../sql.ts';
import { embeddedConnection } from './embedded.ts';
import { preparePlaces, unprivileged } from './embedded-places.ts';
import { bySegment, positionOf, positionText, segmentName, segmentStart } from './log-position.ts';
import { onConnection } from './own-connection.ts';
import { SESSION_WITHOUT_BOUNDS } from './session-settings.ts';

/** What keeps the log for one target. */
export interface Slot {
  /** The sequence of positions that it belongs to: another one begins where the log was not kept. */
  readonly line: string;
  /** From here on the log is kept; null where it was given up, because too much of it waited. */
  readonly from: bigint | null;
}

/** How far the log is at a moment. */
export interface Mark {
  /** Everything that was committed until then is before `position`. */
  readonly at: number;
  readonly position: bigint;
}

/** Locks between processes that write to one target for one database. */
const LOCKS = { round: 711_000_001, base: 711_000_002 } as const;
const PREFIX = 'broker_crm_';
const NOW = raw('floor(extract(epoch from clock_timestamp()) * 1000)::bigint');
const nameOf = (target: string, line: string): string => `${PREFIX}${target}_${line}`;

interface SlotRow {
  readonly name: string;
  readonly from: string | null;
  readonly lost: boolean;
}

/** The owner's connection, with what archiving asks on it. */
export class LogSource {
  constructor(
    readonly client: pg.Client,
    readonly data: string,
    /** @throws where the connection is lost */
    readonly requireIt: () => void,
  ) {}

  async #rows<T>({ query }: Sql): Promise<T[]> {
    return (await this.client.query(query)).rows as T[];
  }

  async #row<T>(statement: Sql): Promise<T> {
    return (await this.#rows<T>(statement))[0] as T;
  }

  /** Waits until nobody else does this kind of work, and keeps others from it meanwhile. */
  async alone<T>(kind: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> {
    await this.#rows(sql`select pg_advisory_lock(${LOCKS[kind]})`);
    try {
      return await work();
    } finally {
      await this.#rows(sql`select pg_advisory_unlock(${LOCKS[kind]})`);
    }
  }

  #slots(): Promise<SlotRow[]> {
    return this.#rows(sql`select slot_name as name, restart_lsn::text as from, coalesce(wal_status = 'lost', false) as lost
      from pg_replication_slots
      where starts_with(slot_name, ${PREFIX}) and (not temporary or active_pid = pg_backend_pid())`);
  }

  /** What keeps the log for a target; null where nothing does. */
  async slotOf(target: string): Promise<Slot | null> {
    const prefix = nameOf(target, '');
    const found = (await this.#slots()).find(({ name }) => name.startsWith(prefix));
    if (!found) return null;
    return { line: found.name.slice(prefix.length), from: found.lost || !found.from ? null : positionOf(found.from) };
  }

  /** Has the log kept from now on. @param temporary for as long as the connection lasts */
  async makeSlot(target: string, line: string, temporary: boolean): Promise<void> {
    await this.#rows(sql`select pg_create_physical_replication_slot(${nameOf(target, line)}, true, ${temporary})`);
  }

  async dropSlot(target: string, line: string): Promise<void> {
    await this.#rows(sql`select pg_drop_replication_slot(${nameOf(target, line)})`);
  }

  /** Lets the log go that was kept for other targets than this one. */
  async dropOthers(target: string | null): Promise<void> {
    const own = target && nameOf(target, '');
    for (const { name } of await this.#slots())
      if (!own || !name.startsWith(own)) await this.#rows(sql`select pg_drop_replication_slot(${name})`);
  }

  /** Lets the log before a position go. */
  async advance(target: string, line: string, position: bigint): Promise<void> {
    const until = positionText(position);
    await this.#rows(sql`select pg_replication_slot_advance(${nameOf(target, line)}, ${until}::pg_lsn)`);
  }

  async timeline(): Promise<number> {
    const row = await this.#row<{ timeline: number }>(sql`select timeline_id as timeline from pg_control_checkpoint()`);
    return row.timeline;
  }

  /** Transactions that there were and that are open: where this stays the same, nothing was committed. */
  async activity(): Promise<string> {
    return (await this.#row<{ text: string }>(sql`select pg_current_snapshot()::text as text`)).text;
  }

  /** The time, as commits have it. */
  async now(): Promise<number> {
    return Number((await this.#row<{ at: string }>(sql`select ${NOW} as at`)).at);
  }

  /**
   * Commits a sign into the log, so that a later restore to any moment before it has something to stop at: it stops at the
   * first commit behind its moment.
   */
  async mark(): Promise<Mark> {
    const { at } = await this.#row<{ at: string }>(
      sql`select ${NOW} as at, pg_logical_emit_message(true, 'broker-crm', 'stored')`,
    );
    const { position } = await this.#row<{ position: string }>(
      sql`select pg_current_wal_flush_lsn()::text as position`,
    );
    return { at: Number(at), position: positionOf(position) };
  }

  /** Bytes of the log behind a position. */
  async behind(position: bigint): Promise<number> {
    const { bytes } = await this.#row<{ bytes: string }>(
      sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), ${positionText(position)}::pg_lsn)::text as bytes`,
    );
    return Number(bytes);
  }

  /** From now on the files may be copied as they are. @returns where the log begins that makes the copy whole */
  async beginCopy(): Promise<bigint> {
    const { at } = await this.#row<{ at: string }>(sql`select pg_backup_start('broker-crm backup', true)::text as at`);
    return positionOf(at);
  }

  /** Ends it; a connection that ends before does so too. @returns what the copy needs to be started */
  async endCopy(): Promise<{ readonly label: string; readonly position: bigint }> {
    const { label, at } = await this.#row<{ label: string; at: string }>(
      sql`select labelfile as label, lsn::text as at from pg_backup_stop(false)`,
    );
    return { label, position: positionOf(at) };
  }

  /** The bytes of a range that was flushed, a piece a file. */
  async *read(from: bigint, to: bigint): AsyncGenerator<{ from: bigint; to: bigint; bytes: Buffer }> {
    const timeline = await this.timeline();
    for (const [start, end] of bySegment(from, to)) {
      const file = await open(join(this.data, 'pg_wal', segmentName(timeline, start)));
      try {
        const bytes = Buffer.alloc(Number(end - start));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, Number(start - segmentStart(start)));
        if (bytesRead !== bytes.length) throw new Error(`The log ends before ${positionText(end)}`);
        yield { from: start, to: end, bytes };
      } finally {
        await file.close();
      }
    }
  }
}

/** Connects as the owner. @returns what `work` brings */
export const withLogSource = async <T>(dataDir: string, work: (source: LogSource) => Promise<T>): Promise<T> => {
  const { data } = await preparePlaces(dataDir, unprivileged());
  return onConnection(await embeddedConnection(dataDir), async (client, requireIt) => {
    // Copies and checks of large databases take their time.
    await client.query(SESSION_WITHOUT_BOUNDS);
    return work(new LogSource(client, data, requireIt));
  });
};
