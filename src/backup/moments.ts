/** Which moments a backup can be restored to, and what each of them needs. */
import { nextSegment } from '../db/wal-segments.ts';
import type { Repository } from '../files/repository.ts';
import type { Base } from './base.ts';
import type { BackupKey } from './encryption.ts';
import { type BaseName, basesIn, type Head, headName, type Piece, piecesOf } from './names.ts';
import { keysUsed, openVault, type Vault } from './vault.ts';

/** It cannot be restored: says why, and what can. */
export class NoMoment extends Error {}

/** Moments without a break (milliseconds since 1970). */
export interface Period {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}

/** What a moment is restored from. */
export interface Moment {
  readonly vault: Vault;
  readonly base: Base;
  readonly baseAt: number;
  /** The WAL from the copy on, without a gap. */
  readonly pieces: readonly Piece[];
  /** The moment, where the WAL leads beyond it; else the position that all of it reaches. */
  readonly stop: { readonly time: number } | { readonly position: string };
  /** What it will be as of. */
  readonly at: number;
  /** Keys of its secrets, where the backup has them: the first of them encrypts. */
  readonly secretsKeys: readonly string[];
}

interface Line extends Period {
  readonly vault: Vault;
  readonly bases: readonly BaseName[];
}

const shown = (at: number): string => new Date(at).toISOString();

/** What the keys open. @throws NoMoment where they open nothing, and another one would */
const vaultsOf = async (repository: Repository, keys: readonly BackupKey[]): Promise<Vault[]> => {
  const used = await keysUsed(repository);
  const known = keys.filter(({ id }) => used.includes(id));
  if (known.length) return known.map((key) => openVault(repository, key));
  if (!used.length) throw new NoMoment(`There is no backup in ${repository.place}.`);
  throw new NoMoment(
    `The backup in ${repository.place} is encrypted with key ${used.join(' and ')}; BACKUP_KEY holds ${keys.map(({ id }) => id).join(', ')}. Set the key that it was made with.`,
  );
};

const linesIn = async (vault: Vault): Promise<Line[]> => {
  const { bases, lines } = await basesIn(vault);
  const found: Line[] = [];
  for (const line of lines) {
    const own = bases.filter((base) => base.line === line);
    const head = await vault.getJson<Head>(headName(line));
    if (own[0] && head) found.push({ vault, line, bases: own, from: own[0].at, to: head.at });
  }
  return found;
};

const allLines = async (repository: Repository, keys: readonly BackupKey[]): Promise<Line[]> => {
  const lines = (await Promise.all((await vaultsOf(repository, keys)).map(linesIn))).flat();
  if (!lines.length) throw new NoMoment(`The backup in ${repository.place} has no whole copy of the database yet.`);
  return lines.sort((a, b) => a.from - b.from);
};

/** The periods that can be restored, oldest first. @throws NoMoment where there is none */
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

/** The segments from a copy on. @throws NoMoment where some are missing */
const leadingOn = async (vault: Vault, base: Base, until: number): Promise<{ pieces: Piece[]; head: Head }> => {
  const [head, found] = [await vault.getJson<Head>(headName(base.line)), await piecesOf(vault, base.line)];
  const pieces: Piece[] = [];
  // Segments up to the end of the copy are needed, whatever the clock said when they were stored.
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
  throw new NoMoment(
    `The backup is damaged: the WAL of ${base.line} has a gap after ${reached ?? base.from}. Earlier moments are whole, and so are those behind a later copy: give one with --at (broker-crm backup list).`,
  );
};

const readBase = async (vault: Vault, { name }: BaseName): Promise<Base> => {
  const base = await vault.getJson<Base>(name);
  if (!base) throw new NoMoment(`The copy ${name} is gone.`);
  return base;
};

/**
 * What a moment is restored from: the latest copy before it, and the log from there on.
 * @param at milliseconds since 1970; null for the latest moment that there is
 * @param until how far the log is wanted, where not to the moment
 * @throws NoMoment where the backup does not have it; Damaged
 */
export const momentAt = async (
  repository: Repository,
  keys: readonly BackupKey[],
  at: number | null,
  until = at ?? Number.POSITIVE_INFINITY,
): Promise<Moment> => {
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
    throw new NoMoment(
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
