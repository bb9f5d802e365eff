/** Detects an interrupted restore: an empty database created next to it would replace it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The staging folder of a restore; it exists until the restore has ended. */
export const restoringIn = (dataDir: string): string => join(resolve(dataDir), 'restoring');

/** The folder that a restore into a DATA_DIR has left, or is at work on. */
export const interruptedRestore = (dataDir: string): readonly string[] => [restoringIn(dataDir)].filter(existsSync);

/** The message about an interrupted restore, with the fix; undefined without one. */
export const reportInterruptedRestore = (dataDir: string): string | undefined => {
  const left = interruptedRestore(dataDir);
  if (!left.length) return undefined;
  return `A restore into DATA_DIR ${dataDir} has not ended, and there is no database: say "broker-crm restore" again, which goes on with it. To begin with an empty database instead, remove ${left.join(' and ')}.`;
};
