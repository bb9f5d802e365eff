/** Programs of Debian that some tests start. */
import { existsSync } from 'node:fs';

/** Moves the clock of who loads it (LD_PRELOAD). */
export const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Where a program is; undefined where it is not on this machine. */
export const firstProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));

/** Says so where tests are left out because a program is missing; under CI it must be there. */
export const hasProgram = (name: string): boolean => {
  if (firstProgram(name)) return true;
  console.warn(`\n*** ${name} was not found: its tests are SKIPPED. apt-get install ${name} ***\n`);
  return false;
};
