/** What a restore leaves that did not end: who made an empty database beside it would take its place. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where a restore makes a database that nobody may use yet; it is there for as long as a restore has not ended. */
export const restoringIn = (dataDir: string): string => join(resolve(dataDir), 'restoring');

/** The folder that a restore into a DATA_DIR has left, or is at work on. */
export const leftByRestore = (dataDir: string): readonly string[] => [restoringIn(dataDir)].filter(existsSync);

/** That a restore has not ended, and the way out; undefined where none has left anything. */
export const sayUnfinishedRestore = (dataDir: string): string | undefined => {
  const left = leftByRestore(dataDir);
  if (!left.length) return undefined;
  return `A restore into DATA_DIR ${dataDir} has not ended, and there is no database: say "broker-crm restore" again, which goes on with it. To begin with an empty database instead, remove ${left.join(' and ')}.`;
};
