/**
 * A continuous backup: copies of the whole database, and between them its WAL and new documents, a round every few seconds
 * (docs/decisions/0020). Several processes of one DATA_DIR may do rounds; locks in the database keep them apart.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { forEachConcurrent } from '../concurrency/for-each-concurrent.ts';
import { findUnprivilegedUser, preparePaths } from '../db/embedded/embedded-paths.ts';
import { passwordOf } from '../db/embedded/embedded-roles.ts';
import { type WalReader, withWalReader } from '../db/embedded/wal-reader.ts';
import { nextSegment, walArchiveOf } from '../db/embedded/wal-segments.ts';
import { keyFileOf, readKeyFile } from '../db/encryption/key-file.ts';
import type { FileStores } from '../files/object-store.ts';
import type { BackupKey } from './backup-encryption.ts';
import type { Repository } from './backup-repository.ts';
import { type Base, type CopyProgress, copyBase } from './base-backup.ts';
import { type EncryptedStore, openEncryptedStore } from './encrypted-store.ts';
import { LedgerCopier } from './erasure-ledger.ts';
import { ContentCopier } from './file-backup.ts';
import { baseName, basesIn, type TimelineHead, timelineFolder, timelineHeadName, walChunkName } from './object-keys.ts';
import { prune } from './prune-backups.ts';
import {
  boundWalArchive,
  hasSegment,
  readSegment,
  readState,
  removeSegments,
  waitingBytes,
  writeState,
} from './wal-archive.ts';
import { lockBackup, release } from './writer-lock.ts';

const TARGET_DIGITS = 8;
const LINE_BYTES = 6;
const UPLOADS_AT_ONCE = 4;
const MB = 1_048_576;

/** Source and target of a backup. */
export interface BackupRunnerOptions {
  readonly dataDir: string;
  readonly repository: Repository;
  readonly key: BackupKey;
  readonly files: FileStores;
  /** MB of WAL that may wait on this machine; null for a single copy, which has no archive. */
  readonly waitingMb: number | null;
}

/** How far a backup is. */
export interface BackupRound {
  readonly line: string;
  /** Everything that was committed until then is in it (milliseconds since 1970). */
  readonly at: number;
  /** The last segment. */
  readonly segment: string;
  /** Segments were missing: a new line began. */
  readonly gap: boolean;
}

/** A copy of the whole. */
export interface MadeBase {
  readonly at: number;
  readonly database: CopyProgress;
  readonly files: { readonly files: number; readonly bytes: number };
}

/** Who waits for a copy, and who breaks it off. */
export interface Watcher {
  report(progress: CopyProgress): void;
  /** @throws where it is to be broken off */
  stopped(): void;
}

/** No transaction is open where the oldest running one would be the next one. */
const isQuiet = (activity: string): boolean => {
  const [oldest, next] = activity.split(':');
  return oldest === next;
};

const newLine = (): string => randomBytes(LINE_BYTES).toString('hex');

export class BackupRunner {
  readonly vault: EncryptedStore;
  /** Identifies the repository and the key. */
  readonly target: string;
  readonly #contents: ContentCopier;
  readonly #ledger: LedgerCopier;
  /** `activity` behind the latest mark. */
  #activity = '';
  /** The line that is known to have a copy of the whole. */
  #copied = '';
  /** The line of a single copy, for which the connection holds the WAL. */
  #single = '';

  constructor(readonly parts: BackupRunnerOptions) {
    const { repository, key, files } = parts;
    this.vault = openEncryptedStore(repository, key);
    this.target = key.nameOf(`target ${repository.place}`).slice(0, TARGET_DIGITS);
    this.#contents = new ContentCopier(this.vault, files);
    this.#ledger = new LedgerCopier(this.vault);
  }

  /** The line that the local archive belongs to; null where it belongs to none of this place. */
  async #archived({ data }: WalReader): Promise<string | null> {
    const state = await readState(data);
    return state?.target === this.target ? state.line : null;
  }

  /** The line that is written to, and the folder with its segments. */
  async #line(source: WalReader): Promise<{ line: string; folder: string; begun: boolean }> {
    const archived = await this.#archived(source);
    const folder = walArchiveOf(source.data);
    if (archived) return { line: archived, folder, begun: true };
    if (this.parts.waitingMb !== null) return { line: newLine(), folder, begun: false };
    if (!this.#single) await source.holdWal();
    this.#single ||= newLine();
    return { line: this.#single, folder: join(source.data, 'pg_wal'), begun: false };
  }

  /** Keys of the secrets: without them a backup is worth little. */
  #secretsKeys(): readonly string[] {
    return readKeyFile(keyFileOf(this.parts.dataDir));
  }

  /** The segments behind one that is stored, with their content; null where one is missing. */
  async #segments(source: WalReader, folder: string, from: string, to: string): Promise<readonly string[] | null> {
    const bytes = await source.segmentBytes();
    const found: string[] = [];
    for (let segment = from; segment < to; ) {
      segment = nextSegment(segment, bytes);
      if (!hasSegment(folder, segment)) return null;
      found.push(segment);
    }
    return found.at(-1) === to ? found : null;
  }

  /**
   * Stores new data: documents first, then the WAL, so that each record in the WAL has its content.
   * @param always stores the WAL even without a commit, including the records written by base backups
   * @param mayBeEmpty whether the repository may be empty although it was written to before
   * @throws BackupLock, or Error of the database or the repository
   */
  round(source: WalReader, always = false, mayBeEmpty = false): Promise<BackupRound> {
    return source.alone('round', async () => {
      const { waitingMb, repository, dataDir } = this.parts;
      if (waitingMb !== null) await boundWalArchive(source.data, waitingMb * MB);
      const { begun, folder, ...current } = await this.#line(source);
      await lockBackup(repository, dataDir, begun && !mayBeEmpty);
      const before = await this.vault.getJson<TimelineHead>(timelineHeadName(current.line));
      const now = await source.now();
      const activity = await source.activity();
      if (before && !always && isQuiet(activity) && activity === this.#activity) {
        await this.#contents.storeNew(before.at);
        const head: TimelineHead = { ...before, at: now, secretsKeys: this.#secretsKeys() };
        await this.vault.putJson(timelineHeadName(current.line), head);
        return { line: current.line, at: now, segment: before.segment, gap: false };
      }
      const { at, segment, position, activity: after } = await source.mark();
      await this.#ledger.store(await source.erasures());
      if (folder === walArchiveOf(source.data)) await source.untilArchived(segment);
      const segments = before && (await this.#segments(source, folder, before.segment, segment));
      const gap = before !== null && segments === null;
      const line = gap ? newLine() : current.line;
      if (segments && before) await this.#contents.storeNew(before.at);
      else await this.#contents.compareAll(0, () => undefined);
      await forEachConcurrent(segments ?? [segment], UPLOADS_AT_ONCE, async (one) => {
        const bytes = await readSegment(folder, one);
        if (!bytes) throw new Error(`${join(folder, one)} is gone`);
        await this.vault.putCompressed(walChunkName(line, one, at), bytes);
      });
      const head: TimelineHead = { at, segment, position, secretsKeys: this.#secretsKeys() };
      await this.vault.putJson(timelineHeadName(line), head);
      if (waitingMb !== null && (gap || !begun)) await writeState(source.data, { target: this.target, line });
      if (folder === walArchiveOf(source.data)) await removeSegments(source.data, segment);
      this.#activity = after;
      return { line, at, segment, gap };
    });
  }

  /**
   * Makes a base backup, and removes data that is not needed for restore points since `cutoff`.
   * @throws as `round`, and errors of `watcher`
   */
  base(cutoff: number, watcher: Watcher): Promise<MadeBase> {
    const { dataDir, repository, waitingMb } = this.parts;
    return withWalReader(dataDir, (source) =>
      source.alone('base', async () => {
        const stopped = (): void => {
          source.requireIt();
          watcher.stopped();
        };
        const goesOn = waitingMb !== null || (await this.#archived(source)) !== null;
        const { line } = await this.round(source, true, waitingMb === null);
        const { copied, ...copy } = await copyBase(source, this.vault, watcher.report, stopped);
        const files = await this.#contents.compareAll(cutoff, stopped);
        const end = await this.round(source, true);
        if (end.line !== line) throw new Error('WAL that the copy needs was given up (BACKUP_LOG_MB); try again.');
        const base: Base = {
          line,
          ...copy,
          until: end.segment,
          segmentBytes: await source.segmentBytes(),
          secret: await passwordOf(await preparePaths(dataDir, findUnprivilegedUser())),
          secretsKeys: this.#secretsKeys(),
        };
        await this.vault.putJson(baseName(line, end.at), base);
        await prune(this.vault, repository, line, cutoff);
        if (!goesOn) await release(repository, dataDir);
        return { at: end.at, database: copied, files };
      }),
    );
  }

  /** Whether moments of a line can be restored: its log is of use only with a copy of the whole. */
  async hasBase(line: string): Promise<boolean> {
    if (this.#copied === line) return true;
    const { bases } = await this.#basesOf(line);
    if (bases.length > 0) this.#copied = line;
    return bases.length > 0;
  }

  #basesOf(line: string) {
    return basesIn(this.vault, `${timelineFolder(line)}bases/`);
  }

  /** Bytes of WAL that wait to be stored; null where they wait for another place. */
  async waiting(source: WalReader): Promise<number | null> {
    const unfinished = await source.unfinishedBytes();
    return (await this.#archived(source)) ? unfinished + (await waitingBytes(source.data)) : null;
  }

  /** When the latest copy of the line was made that is written to now; 0 where it has none, or of a time to come alone. */
  async latestBase(source: WalReader): Promise<number> {
    const line = await this.#archived(source);
    if (!line) return 0;
    const now = await source.now();
    return (await this.#basesOf(line)).bases.findLast(({ at }) => at <= now)?.at ?? 0;
  }
}
