/** Retention: removes data that no restore point within the retention time needs. */
import type { Repository } from './backup-repository.ts';
import type { Base } from './base-backup.ts';
import { type EncryptedStore, keysUsed } from './encrypted-store.ts';
import {
  type BaseName,
  basesIn,
  type TimelineHead,
  timelineFolder,
  timelineHeadName,
  walChunksOf,
} from './object-keys.ts';

/**
 * The retained base backups of a timeline: those within the time, and the one before, from which its first moments
 * are restored.
 */
const keptOf = (bases: readonly BaseName[], line: string, cutoff: number): BaseName[] => {
  const own = bases.filter((base) => base.line === line);
  const first = own.findLastIndex(({ at }) => at <= cutoff);
  return own.slice(Math.max(0, first));
};

const removeAll = async (vault: Pick<EncryptedStore, 'list' | 'remove'>, prefix: string): Promise<void> => {
  const names: string[] = [];
  for await (const name of vault.list(prefix)) names.push(name);
  for (const name of names) await vault.remove(name);
};

const isOver = async (vault: EncryptedStore, line: string, cutoff: number): Promise<boolean> => {
  const head = await vault.getJson<TimelineHead>(timelineHeadName(line));
  return head !== null && head.at < cutoff;
};

/** Removes WAL that follows no retained base backup. @returns the blocks of the retained ones */
const pruneLine = async (vault: EncryptedStore, line: string, kept: readonly BaseName[]): Promise<string[]> => {
  const blocks: string[] = [];
  let from: string | undefined;
  for (const { name } of kept) {
    const base = await vault.getJson<Base>(name);
    if (!base) continue;
    // Base backups are ordered by a clock that may have been wrong; segment numbers only grow.
    if (from === undefined || base.from < from) from = base.from;
    blocks.push(...base.files.flatMap((file) => file.blocks));
  }
  if (from === undefined) return blocks;
  for (const piece of (await walChunksOf(vault, line)).values())
    if (piece.segment < from) await vault.remove(piece.name);
  return blocks;
};

/**
 * Removes data that is not needed for restore points since `cutoff`. No base backup may run meanwhile.
 * @param current the active timeline
 */
export const prune = async (
  vault: EncryptedStore,
  repository: Repository,
  current: string,
  cutoff: number,
): Promise<void> => {
  const { bases, lines } = await basesIn(vault);
  const needed = new Set<string>();
  for (const line of lines) {
    if (line !== current && (await isOver(vault, line, cutoff))) {
      await removeAll(vault, timelineFolder(line));
      continue;
    }
    const kept = keptOf(bases, line, cutoff);
    // The base backup is removed before its blocks.
    for (const base of bases) if (base.line === line && !kept.includes(base)) await vault.remove(base.name);
    for (const block of await pruneLine(vault, line, kept)) needed.add(block);
  }
  const blocks: string[] = [];
  for await (const name of vault.list('blocks/')) if (!needed.has(name)) blocks.push(name);
  for (const name of blocks) await vault.remove(name);
  await pruneOtherKeys(vault, repository, cutoff);
};

/** Data encrypted with an earlier key is unreadable here; once all of it is older, it is removed. */
const pruneOtherKeys = async (vault: EncryptedStore, repository: Repository, cutoff: number): Promise<void> => {
  for (const id of await keysUsed(repository)) {
    if (id === vault.key.id) continue;
    const folder = `age-${id}/`;
    let latest = 0;
    for await (const name of repository.list(`${folder}lines/`))
      latest = Math.max(latest, Number(/-(\d+)$|\/bases\/(\d+)$/.exec(name)?.slice(1).find(Boolean) ?? 0));
    if (latest && latest < cutoff) await removeAll(repository, folder);
  }
};
