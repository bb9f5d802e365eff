/** Which moments a backup can be restored to, and what each of them needs. */
import { segmentStart } from '../db/log-position.ts';
import type { Repository } from '../files/repository.ts';
import type { Base } from './base.ts';
import { type BaseName, basesIn, type Head, headName, type Piece, piecesOf, secretsName } from './names.ts';
import type { BackupKey } from './sealed.ts';
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
  /** The log from the copy on, without a break. */
  readonly pieces: readonly Piece[];
  /** The moment, where the log leads beyond it; null where all of the log is wanted. */
  readonly stopAt: number | null;
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

/** The pieces from a copy on. @throws NoMoment where some are missing */
const leadingOn = async (vault: Vault, base: Base, baseAt: number, until: number): Promise<Piece[]> => {
  let reached = segmentStart(BigInt(`0x${base.from}`));
  // Pieces before the end of the copy are needed, whatever the clock said when they were stored.
  let whole = false;
  let later: number | null = null;
  const needed: Piece[] = [];
  for (const piece of await piecesOf(vault, base.line)) {
    if (piece.to <= reached) continue;
    if (piece.from > reached) break;
    needed.push(piece);
    reached = piece.to;
    whole ||= piece.at === baseAt;
    if (!whole || piece.at <= until) continue;
    // Of the first pieces stamped later none may hold a commit of then: a round stamps all its pieces but the last with the end of
    // the round before, which was a quiet one where nothing was committed. Recovery stops at a commit behind the moment only.
    later ??= piece.at;
    if (piece.at > later) return needed;
  }
  const head = await vault.getJson<Head>(headName(base.line));
  if (!head || reached < BigInt(`0x${head.position}`))
    throw new NoMoment(
      `The backup is damaged: the log of ${base.line} has a gap at ${reached.toString(16)}. Earlier moments are whole, and so are those behind a later copy: give one with --at (broker-crm backup list).`,
    );
  return needed;
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
  const pieces = await leadingOn(line.vault, base, found.at, until);
  const beyond = at !== null && (pieces.at(-1)?.at ?? 0) > at;
  // A rotation since then keeps the key before, to read with.
  const latest = (await line.vault.getJson<readonly string[]>(secretsName(line.line))) ?? [];
  const secretsKeys = [...new Set([...latest, ...base.secretsKeys])];
  return { vault: line.vault, base, baseAt: found.at, pieces, stopAt: beyond ? at : null, at: wanted, secretsKeys };
};
