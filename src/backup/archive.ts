/**
 * One backup that goes on: copies of the whole database, and between them its log and what is new of the files, a round every
 * few seconds (docs/decisions/0020). Several processes of one DATA_DIR may do rounds; the database keeps them apart.
 */
import { randomBytes } from 'node:crypto';
import { passwordOf } from '../db/embedded-access.ts';
import { preparePlaces, unprivileged } from '../db/embedded-places.ts';
import { keyFileOf, readKeyFile } from '../db/key-file.ts';
import { segmentStart } from '../db/log-position.ts';
import { type LogSource, type Slot, withLogSource } from '../db/log-source.ts';
import { sumTablesAt } from '../db/table-sums.ts';
import type { FileStores } from '../files/object-store.ts';
import type { Repository } from '../files/repository.ts';
import { type Base, type CopyProgress, copyBase } from './base.ts';
import { claim, release } from './claim.ts';
import { ContentKeeper } from './contents.ts';
import { baseName, basesIn, type Head, headName, lineFolder, pieceName, secretsName } from './names.ts';
import { prune } from './retention.ts';
import type { BackupKey } from './sealed.ts';
import { openVault, type Vault } from './vault.ts';

const TARGET_DIGITS = 8;
const LINE_BYTES = 6;

/** What a backup is of, and where it goes. */
export interface ArchiveParts {
  readonly dataDir: string;
  readonly repository: Repository;
  readonly key: BackupKey;
  readonly files: FileStores;
  /** Whether it goes on: then the database keeps its log for it, while nobody stores it too. */
  readonly continuous: boolean;
}

/** How far a backup is. */
export interface Round {
  readonly line: string;
  /** Everything that was committed until then is in it (milliseconds since 1970). */
  readonly at: number;
  readonly position: bigint;
  /** So much of the log waited before this round that the database let go of it: history has a gap. */
  readonly gap: boolean;
}

/** A copy of the whole. */
export interface MadeBase {
  readonly at: number;
  readonly database: CopyProgress;
  readonly files: { readonly files: number; readonly bytes: number };
  /** Whether it recorded what the tables held. */
  readonly recorded: boolean;
}

/** Who waits for a copy, and who breaks it off. */
export interface Watcher {
  told(progress: CopyProgress): void;
  /** @throws where it is to be broken off */
  stopped(): void;
}

const nextOf = (activity: string): number => Number(activity.split(':')[1]);
/** Nothing is under way where the oldest transaction that is open would be the next one. */
const isQuiet = (activity: string): boolean => Number(activity.split(':')[0]) === nextOf(activity);

export class Archive {
  readonly vault: Vault;
  /** Stands for the place and the key in the names of what keeps the log. */
  readonly target: string;
  readonly #contents: ContentKeeper;
  /** What the database said after the latest mark, if nothing else was committed since the one before. */
  #quiet: string | null = null;
  #secrets = '';
  /** The line that is known to have a copy of the whole. */
  #copied = '';

  constructor(readonly parts: ArchiveParts) {
    const { repository, key, files } = parts;
    this.vault = openVault(repository, key);
    this.target = key.nameOf(`target ${repository.place}`).slice(0, TARGET_DIGITS);
    this.#contents = new ContentKeeper(this.vault, files);
  }

  /** The line that is written to, from where; a new one where the log was not kept or is kept for nobody yet. */
  async #line(source: LogSource, found: Slot | null): Promise<{ line: string; from: bigint }> {
    if (found?.from) return { line: found.line, from: found.from };
    if (found) await source.dropSlot(this.target, found.line);
    const line = randomBytes(LINE_BYTES).toString('hex');
    await source.makeSlot(this.target, line, !this.parts.continuous);
    this.#quiet = null;
    this.#secrets = '';
    return { line, from: (await source.slotOf(this.target))?.from ?? 0n };
  }

  /** A moment, and the position before which all is that was committed until then. */
  async #mark(source: LogSource, head: Head | null, always: boolean): Promise<{ at: number; position: bigint }> {
    const at = await source.now();
    const before = await source.activity();
    if (head && !always && this.#quiet === before) return { at, position: BigInt(`0x${head.position}`) };
    const mark = await source.mark();
    const after = await source.activity();
    const alone = isQuiet(before) && isQuiet(after) && nextOf(after) === nextOf(before) + 1;
    this.#quiet = alone ? after : null;
    return mark;
  }

  /** Keys of the secrets change seldom, and are of no use without their backup. */
  async #storeSecrets(line: string): Promise<readonly string[]> {
    const keys = readKeyFile(keyFileOf(this.parts.dataDir));
    const text = keys.join('\n');
    if (text && text !== this.#secrets) await this.vault.putJson(secretsName(line), keys);
    this.#secrets = text;
    return keys;
  }

  /**
   * Stores what is new: files first, then the log, so that each record in the log has its content.
   * @param always stores the log too where nothing was committed, with what copies write into it
   * @param anew whether the place may be empty though it was written to before
   * @throws Claimed, or Error of the database or the place
   */
  round(source: LogSource, always = false, anew = false): Promise<Round> {
    return source.alone('round', async () => {
      const slot = await source.slotOf(this.target);
      await claim(this.parts.repository, this.parts.dataDir, slot !== null && !anew);
      const { line, from } = await this.#line(source, slot);
      const head = await this.vault.getJson<Head>(headName(line));
      const { at, position } = await this.#mark(source, head, always);
      if (head) await this.#contents.storeNew(head.at);
      else await this.#contents.compareAll(0, () => undefined);
      await this.#storeSecrets(line);
      const stored = head ? BigInt(`0x${head.position}`) : segmentStart(from);
      for await (const piece of source.read(stored, position)) {
        const name = pieceName(line, piece.from, piece.to, piece.to === position ? at : (head?.at ?? 0));
        await this.vault.putBytes(name, piece.bytes);
      }
      await this.vault.putJson(headName(line), { at, position: position.toString(16) } satisfies Head);
      if (position > from) await source.advance(this.target, line, position);
      return { line, at, position, gap: slot?.from === null };
    });
  }

  /**
   * Copies the whole database, and removes what is not needed to restore to moments since `cutoff`.
   * @throws as `round`, and what `watcher` throws
   */
  base(cutoff: number, watcher: Watcher): Promise<MadeBase> {
    const { dataDir, repository, continuous } = this.parts;
    return withLogSource(dataDir, (source) =>
      source.alone('base', async () => {
        const stopped = (): void => {
          source.requireIt();
          watcher.stopped();
        };
        const goesOn = continuous || (await source.slotOf(this.target)) !== null;
        const { line } = await this.round(source, true, !continuous);
        const { copied, ...copy } = await copyBase(source, this.vault, watcher.told, stopped);
        const files = await this.#contents.compareAll(cutoff, stopped);
        const end = await this.round(source, true);
        const point = `broker-crm ${randomBytes(LINE_BYTES).toString('hex')}`;
        const tables = await sumTablesAt(source.client, point);
        if (tables) await this.round(source, true);
        if (end.line !== line) throw new Error('So much was written meanwhile that the log was not kept; try again.');
        const base: Base = {
          line,
          timeline: await source.timeline(),
          ...copy,
          secret: await passwordOf(await preparePlaces(dataDir, unprivileged())),
          secretsKeys: await this.#storeSecrets(line),
          state: tables && { point, tables },
        };
        await this.vault.putJson(baseName(line, end.at), base);
        await prune(this.vault, repository, line, cutoff);
        if (!goesOn) await release(repository, dataDir);
        return { at: end.at, database: copied, files, recorded: tables !== null };
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
    return basesIn(this.vault, `${lineFolder(line)}bases/`);
  }

  /** Bytes of the log that wait to be stored; null where nothing keeps them. */
  async waiting(source: LogSource): Promise<number | null> {
    const slot = await source.slotOf(this.target);
    return slot?.from ? source.behind(slot.from) : null;
  }

  /**
   * When the latest copy of the line was made that is written to now; 0 where it has none. One of a time to come is that of
   * a clock that was wrong: no later moment is restored from it for as long.
   */
  async latestBase(source: LogSource): Promise<number> {
    const slot = await source.slotOf(this.target);
    if (!slot) return 0;
    const now = await source.now();
    return (await this.#basesOf(slot.line)).bases.findLast(({ at }) => at <= now)?.at ?? 0;
  }
}
