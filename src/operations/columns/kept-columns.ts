/**
 * Columns in memory of organisations whose lists leave many records, kept true by the change feed (docs/decisions/0039):
 * whoever looks through them hears first what was committed since the last time.
 */
import { hasCitus } from '../../db/citus.ts';
import type { Database } from '../../db/database.ts';
import {
  type Behind,
  type ChangedRow,
  changedStatement,
  columnsStatement,
  type Standing,
  standingStatement,
} from '../../derive/column-sql.ts';
import type { Resource } from '../../model/resource.ts';
import { ColumnTable } from './column-table.ts';
import { Drawn } from './drawn.ts';

/** Bytes of all tables of a process. */
const MOST_BYTES = 96 * 1024 * 1024;
/** Records of one table: to look through them takes some milliseconds, in which nobody else is answered. */
const MOST_RECORDS = 4_000_000;
/** Changes that are made up for; behind more the columns are read anew. */
const MOST_CHANGES = 5000;
/** A table that nobody looks through goes. Changes are kept far longer than this. */
const IDLE_MS = 600_000;
/** What could not be kept is not tried again for so long. */
const REST_MS = 60_000;
/**
 * After so many times what it took, other columns are read, and the same anew that could not be made up for: whatever
 * somebody asks for, and where all changes all the time, reading takes a part of the time only.
 */
const [RESTS, RESTS_ANEW] = [2, 5];
/** How often, and how long between, transactions of before are looked for that are not over. */
const [LOOKS, LOOK_MS] = [100, 100];

interface Kept {
  readonly table: ColumnTable;
  readonly server: number;
  /** How long it took to read. */
  readonly readMs: number;
  behind: Behind;
  /** Whether the last look found nothing that had changed. */
  isCalm: boolean;
  usedAt: number;
  /** Makes up for what changed; the one after it is that of who comes meanwhile. */
  running?: Promise<boolean> | undefined;
  next?: Promise<boolean> | undefined;
}

/** Fields by whose columns lists would have been found, and those of them by which more than one would. */
interface Wished {
  at: number;
  readonly once: Set<string>;
  readonly again: Set<string>;
}

/** Whose columns: a kind of records of an organisation. */
export interface Whose {
  /** Where they are read. */
  readonly db: Database;
  readonly orgId: number;
  readonly resource: Resource;
}

const keyOf = ({ orgId, resource }: Whose): string => `${orgId} ${resource.path}`;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LOOK_MS).unref();
  });

const standingOf = async ({ db, orgId }: Whose): Promise<Standing> => {
  const [found] = await db.read<Standing>(standingStatement(orgId));
  if (!found) throw new Error('The database says nothing of itself');
  return found;
};

/** Waits until all transactions before a number are over: what they changed is then seen. */
const areOver = async (whose: Whose, next: number): Promise<boolean> => {
  for (let look = 0; look < LOOKS; look += 1) {
    if ((await standingOf(whose)).oldest >= next) return true;
    await pause();
  }
  return false;
};

/** The tables of a process. */
export class KeptColumns {
  readonly #kept = new Map<string, Kept>();
  /** What somebody waited for. */
  readonly #wished = new Map<string, Wished>();
  /** Before when nothing is tried; milliseconds of `performance.now`. */
  readonly #notBefore = new Map<string, number>();
  readonly #drawn = new Drawn();
  #loading: Promise<void> | null = null;
  #restsUntil = 0;
  #sweep: ReturnType<typeof setInterval> | undefined;

  /** Columns as they were lately, and whether they have hardly changed since; null where they are not kept. */
  lately(whose: Whose, names: readonly string[]): { readonly table: ColumnTable; readonly isCalm: boolean } | null {
    const kept = this.#kept.get(keyOf(whose));
    return kept?.table.has(names) ? kept : null;
  }

  /** Columns of records as they are now; null where they are not kept. */
  async now(whose: Whose, names: readonly string[]): Promise<ColumnTable | null> {
    const key = keyOf(whose);
    const kept = this.#kept.get(key);
    if (!kept?.table.has(names)) return null;
    kept.usedAt = performance.now();
    if (await this.#madeUp(kept, whose)) return kept.table;
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
    this.#notBefore.set(key, performance.now() + RESTS_ANEW * kept.readMs);
    return null;
  }

  /** Somebody waited for a list of many records: from the second time on its columns are kept. */
  wish(whose: Whose, names: readonly string[]): void {
    const [key, now] = [keyOf(whose), performance.now()];
    const wished = this.#wished.get(key) ?? { at: now, once: new Set(), again: new Set() };
    this.#wished.set(key, wished);
    this.#sweep ??= setInterval(() => this.#forgetIdle(), IDLE_MS / 10).unref();
    wished.at = now;
    for (const name of names) (wished.once.has(name) ? wished.again : wished.once).add(name);
    if (names.some((name) => !wished.again.has(name))) return;
    if (
      this.#kept.get(key)?.table.has(names) ||
      this.#loading ||
      now < Math.max(this.#restsUntil, this.#notBefore.get(key) ?? 0)
    )
      return;
    const refuse = (): void => {
      this.#wished.delete(key);
      this.#notBefore.set(key, performance.now() + REST_MS);
    };
    this.#loading = this.#load(whose, [...wished.again])
      .then((isKept) => (isKept ? undefined : refuse()), refuse)
      .finally(() => {
        this.#loading = null;
      });
  }

  /** Bytes of all of them. */
  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { table }) => sum + table.bytes, 0);
  }

  /** Resolves once no columns are being read. */
  async rest(): Promise<void> {
    await this.#loading;
  }

  /**
   * Once for all who ask meanwhile: who comes while it runs waits for the next, which sees what he has seen. Never two at
   * once: the later one of two answers could be that of the earlier look.
   */
  #madeUp(kept: Kept, whose: Whose): Promise<boolean> {
    const begin = (): Promise<boolean> => {
      kept.next = undefined;
      const running = this.#makeUp(kept, whose)
        .catch(() => false)
        .finally(() => {
          kept.running = undefined;
        });
      kept.running = running;
      return running;
    };
    if (kept.next) return kept.next;
    if (!kept.running) return begin();
    kept.next = kept.running.then(begin);
    return kept.next;
  }

  /** @returns false where too much has changed, or the server is another one */
  async #makeUp(kept: Kept, { db, orgId, resource }: Whose): Promise<boolean> {
    const { table, behind, server } = kept;
    const note = this.#drawn.begin();
    const rows = await db.read<ChangedRow>(changedStatement(resource, orgId, table.names, behind, MOST_CHANGES));
    const [first] = rows;
    if (!first) return false;
    const drawn = note(first);
    if (first.server !== server || first.seen > MOST_CHANGES || table.length > MOST_RECORDS) return false;
    for (const row of rows)
      if (row.id !== null) table.put(row.id, row.there ? table.names.map((_, i) => row[`m${i}`] ?? null) : null);
    kept.isCalm = rows.length === 1 && first.id === null;
    kept.behind = {
      drawn: Math.max(behind.drawn, drawn),
      numbered: Math.max(behind.numbered, first.numbered),
    };
    return true;
  }

  /** Reads columns. @returns whether they are kept from now on */
  async #load(whose: Whose, asked: readonly string[]): Promise<boolean> {
    const { db, orgId, resource } = whose;
    // Numbers of transactions and changes are those of one server.
    if (await hasCitus(db)) return false;
    const known = this.#kept.get(keyOf(whose))?.table.names ?? [];
    const names = [...new Set([...known, ...asked])].sort();
    const begun = await standingOf(whose);
    if (!(await areOver(whose, begun.next))) return false;
    const table = new ColumnTable(names);
    const from = performance.now();
    await db.stream(columnsStatement(resource, orgId, names), ([id, ...numbers]) => {
      if (table.length >= MOST_RECORDS || table.bytes > MOST_BYTES) throw new Error('Too many records');
      table.put(Number(id), numbers as (number | null)[]);
    });
    const { drawn, numbered, server } = begun;
    const usedAt = performance.now();
    const behind = { drawn, numbered };
    const readMs = usedAt - from;
    this.#restsUntil = usedAt + RESTS * readMs;
    this.#kept.set(keyOf(whose), { table, server, behind, isCalm: false, usedAt, readMs });
    this.#makeRoom();
    return true;
  }

  /** Those that were not used for the longest time go first. */
  #makeRoom(): void {
    let bytes = 0;
    for (const [key, { table }] of [...this.#kept].sort(([, one], [, other]) => other.usedAt - one.usedAt)) {
      bytes += table.bytes;
      if (bytes > MOST_BYTES) this.#kept.delete(key);
    }
  }

  #forgetIdle(): void {
    const before = performance.now() - IDLE_MS;
    for (const [key, { usedAt }] of this.#kept) if (usedAt < before) this.#kept.delete(key);
    for (const [key, { at }] of this.#wished) if (at < before) this.#wished.delete(key);
    for (const [key, until] of this.#notBefore) if (until < performance.now()) this.#notBefore.delete(key);
    if (this.#kept.size || this.#wished.size) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}
