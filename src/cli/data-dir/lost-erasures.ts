/** Erasures that a restored database has lost, until the next start carries them out again. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../filesystem/atomic-write.ts';
import { type ErasureEntry, parseLedger } from '../../shared/erasure-entry.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'lost-erasures.json');

/** Writes them into DATA_DIR. Reasons are written by people: only the account of the service reads them. */
export const writeLostErasures = async (dataDir: string, entries: readonly ErasureEntry[]): Promise<void> => {
  if (entries.length) await writeAtomically(fileIn(dataDir), JSON.stringify(entries), 0o600);
  else await removeLostErasures(dataDir);
};

/** @throws Error where the file cannot be read */
export const readLostErasures = async (dataDir: string): Promise<readonly ErasureEntry[]> => {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return parseLedger(text);
};

/** They were carried out. */
export const removeLostErasures = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });
