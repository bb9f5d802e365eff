/** What no moment within the time to be kept needs any more. */
import type { Repository } from '../files/repository.ts';
import type { Base } from './base.ts';
import { type BaseName, basesIn, type Head, headName, lineFolder, piecesOf } from './names.ts';
import { keysUsed, type Vault } from './vault.ts';

/** A line's copies that are kept: those within the time, and the one before, from which its first moments are restored. */
const keptOf = (bases: readonly BaseName[], line: string, cutoff: number): BaseName[] => {
  const own = bases.filter((base) => base.line === line);
  const first = own.findLastIndex(({ at }) => at <= cutoff);
  return own.slice(Math.max(0, first));
};

const removeAll = async (vault: Pick<Vault, 'list' | 'remove'>, prefix: string): Promise<void> => {
  const names: string[] = [];
  for await (const name of vault.list(prefix)) names.push(name);
  for (const name of names) await vault.remove(name);
};

const isOver = async (vault: Vault, line: string, cutoff: number): Promise<boolean> => {
  const head = await vault.getJson<Head>(headName(line));
  return head !== null && head.at < cutoff;
};

/** Removes the log that leads on from no copy that is kept. @returns the blocks of these copies */
const pruneLine = async (vault: Vault, line: string, kept: readonly BaseName[]): Promise<string[]> => {
  const blocks: string[] = [];
  let from: string | undefined;
  for (const { name } of kept) {
    const base = await vault.getJson<Base>(name);
    if (!base) continue;
    // The copies are in the order of what the clock said, which may have been wrong; segments only grow.
    if (from === undefined || base.from < from) from = base.from;
    blocks.push(...base.files.flatMap((file) => file.blocks));
  }
  if (from === undefined) return blocks;
  for (const piece of (await piecesOf(vault, line)).values()) if (piece.segment < from) await vault.remove(piece.name);
  return blocks;
};

/**
 * Removes what is not needed to restore to moments since `cutoff`. Nobody writes copies meanwhile.
 * @param current the line that is written to
 */
export const prune = async (vault: Vault, repository: Repository, current: string, cutoff: number): Promise<void> => {
  const { bases, lines } = await basesIn(vault);
  const needed = new Set<string>();
  for (const line of lines) {
    if (line !== current && (await isOver(vault, line, cutoff))) {
      await removeAll(vault, lineFolder(line));
      continue;
    }
    const kept = keptOf(bases, line, cutoff);
    // The copy goes before what it needs.
    for (const base of bases) if (base.line === line && !kept.includes(base)) await vault.remove(base.name);
    for (const block of await pruneLine(vault, line, kept)) needed.add(block);
  }
  const blocks: string[] = [];
  for await (const name of vault.list('blocks/')) if (!needed.has(name)) blocks.push(name);
  for (const name of blocks) await vault.remove(name);
  await pruneOtherKeys(vault, repository, cutoff);
};

/** What was encrypted with a key before cannot be read here; once all of it is older, it goes. */
const pruneOtherKeys = async (vault: Vault, repository: Repository, cutoff: number): Promise<void> => {
  for (const id of await keysUsed(repository)) {
    if (id === vault.key.id) continue;
    const folder = `age-${id}/`;
    let latest = 0;
    for await (const name of repository.list(`${folder}lines/`))
      latest = Math.max(latest, Number(/-(\d+)$|\/bases\/(\d+)$/.exec(name)?.slice(1).find(Boolean) ?? 0));
    if (latest && latest < cutoff) await removeAll(repository, folder);
  }
};
