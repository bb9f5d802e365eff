/** Which moments a backup can be restored to, and what each of them needs. */
import { nextSegment } from '../db/embedded/wal-segments.ts';
import type { BackupKey } from './backup-encryption.ts';
import type { Repository } from './backup-repository.ts';
import type { Base } from './base-backup.ts';
import { type EncryptedStore, keysUsed, openEncryptedStore } from './encrypted-store.ts';
import {
  type BaseName,
  basesIn,
  type TimelineHead,
  timelineHeadName,
  type WalChunk,
  walChunksOf,
} from './object-keys.ts';

/** It cannot be restored: says why, and what can. */
export class NoRestorePoint extends Error {}

/** Moments without a break (milliseconds since 1970). */
export interface Period {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}

/** The sources of a restore point. */
export interface RestorePoint {
  readonly vault: EncryptedStore;
  readonly base: Base;
  readonly baseAt: number;
  /** The WAL from the copy on, without a gap. */
  readonly pieces: readonly WalChunk[];
  /** The moment, where the WAL leads beyond it; else the position that all of it reaches. */
  readonly stop: { readonly time: number } | { readonly position: string };
  /** The time of the restored data. */
  readonly at: number;
  /** Keys of its secrets, where the backup has them: the first of them encrypts. */
  readonly secretsKeys: readonly string[];
}

interface Line extends Period {
  readonly vault: EncryptedStore;
  readonly bases: readonly BaseName[];
}

const shown = (at: number): string => new Date(at).toISOString();

/** The stores that the keys decrypt. @throws NoRestorePoint where they decrypt nothing, and another key would */
const vaultsOf = async (repository: Repository, keys: readonly BackupKey[]): Promise<EncryptedStore[]> => {
  const used = await keysUsed(repository);
  const known = keys.filter(({ id }) => used.includes(id));
  if (known.length) return known.map((key) => openEncryptedStore(repository, key));
  if (!used.length) throw new NoRestorePoint(`There is no backup in ${repository.place}.`);
  throw new NoRestorePoint(
    `The backup in ${repository.place} is encrypted with key ${used.join(' and ')}; BACKUP_KEY holds ${keys.map(({ id }) => id).join(', ')}. Set the key that it was made with.`,
  );
};

const linesIn = async (vault: EncryptedStore): Promise<Line[]> => {
  const { bases, lines } = await basesIn(vault);
  const found: Line[] = [];
  for (const line of lines) {
    const own = bases.filter((base) => base.line === line);
    const head = await vault.getJson<TimelineHead>(timelineHeadName(line));
    if (own[0] && head) found.push({ vault, line, bases: own, from: own[0].at, to: head.at });
  }
  return found;
};

const allLines = async (repository: Repository, keys: readonly BackupKey[]): Promise<Line[]> => {
  const lines = (await Promise.all((await vaultsOf(repository, keys)).map(linesIn))).flat();
  if (!lines.length)
    throw new NoRestorePoint(`The backup in ${repository.place} has no whole copy of the database yet.`);
  return lines.sort((a, b) => a.from - b.from);
};

/** The periods that can be restored, oldest first. @throws NoRestorePoint if there is none */
export const periodsIn = async (
  repository: Repository,
  keys: readonly BackupKey[],
): Promise<(Period & { readonly bases: readonly number[] })[]> =>
  (await allLines(repository, keys)).map(({ line, from, to, bases }) => ({
    line,
    from,
    to,
    bases: bases.map(({ at }) => at),
  }));

const described = (lines: readonly Line[]): string =>
  lines.map(({ from, to }) => `${shown(from)} to ${shown(to)}`).join(', and ');

/** The segments from a copy on. @throws NoRestorePoint where some are missing */
const leadingOn = async (
  vault: EncryptedStore,
  base: Base,
  until: number,
): Promise<{ pieces: WalChunk[]; head: TimelineHead }> => {
  const [head, found] = [
    await vault.getJson<TimelineHead>(timelineHeadName(base.line)),
    await walChunksOf(vault, base.line),
  ];
  const pieces: WalChunk[] = [];
  // Segments up to the end of the base backup are needed, independent of the clock at which they were stored.
  let later: number | null = null;
  for (let segment = base.from; head && segment <= head.segment; segment = nextSegment(segment, base.segmentBytes)) {
    const piece = found.get(segment);
    if (!piece) break;
    // The round that stored the first later segment ends with a commit behind the moment, its mark: recovery stops there.
    if (segment > base.until && piece.at > until) later ??= piece.at;
    if (later !== null && piece.at > later) return { pieces, head };
    pieces.push(piece);
  }
  const reached = pieces.at(-1)?.segment;
  if (head && reached && reached >= head.segment) return { pieces, head };
  throw new NoRestorePoint(
    `The backup is damaged: the WAL of ${base.line} has a gap after ${reached ?? base.from}. Earlier moments are whole, and so are those behind a later copy: give one with --at (broker-crm backup list).`,
  );
};

const readBase = async (vault: EncryptedStore, { name }: BaseName): Promise<Base> => {
  const base = await vault.getJson<Base>(name);
  if (!base) throw new NoRestorePoint(`The copy ${name} is gone.`);
  return base;
};

/**
 * The sources of a restore point: the latest base backup before it, and the WAL from there on.
 * @param at milliseconds since 1970; null for the latest restore point
 * @param until end of the required WAL, where it is not that moment
 * @throws NoRestorePoint where the backup does not have it; IntegrityError
 */
export const restorePointAt = async (
  repository: Repository,
  keys: readonly BackupKey[],
  at: number | null,
  until = at ?? Number.POSITIVE_INFINITY,
): Promise<RestorePoint> => {
  const lines = await allLines(repository, keys);
  const having =
    at === null
      ? lines.toSorted((a, b) => b.to - a.to).slice(0, 1)
      : lines.filter(({ from, to }) => from <= at && at <= to);
  const wanted = at ?? having[0]?.to ?? 0;
  const [line] = having.toSorted((a, b) => b.from - a.from);
  // The latest moment follows from each of the line's copies: also where all were made while the clock was ahead.
  const found = line?.bases.findLast((base) => base.at <= wanted) ?? (at === null ? line?.bases.at(-1) : undefined);
  if (!line || !found)
    throw new NoRestorePoint(
      `The backup does not have ${shown(wanted)}: it can be restored to any moment from ${described(lines)}.`,
    );
  const base = await readBase(line.vault, found);
  const { pieces, head } = await leadingOn(line.vault, base, until);
  const beyond = at !== null && (pieces.at(-1)?.at ?? 0) > at;
  // A rotation since then keeps the key before, to read with.
  const secretsKeys = [...new Set([...head.secretsKeys, ...base.secretsKeys])];
  // All of the WAL has to be replayed up to the last mark, where recovery does not stop before.
  const stop = beyond ? { time: at } : { position: head.position };
  return { vault: line.vault, base, baseAt: found.at, pieces, stop, at: wanted, secretsKeys };
};
