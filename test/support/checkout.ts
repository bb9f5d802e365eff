/** A copy of a clean checkout: files that the build or a file list omits are missing there. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The checkout that the tests run in. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Copies committed files and new ones into a folder. */
export const copyCheckout = async (place: string): Promise<void> => {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', list, { cwd: ROOT, maxBuffer: 2 ** 24 });
  for (const file of stdout.split('\0').filter((name) => name && existsSync(join(ROOT, name))))
    await cp(join(ROOT, file), join(place, file));
};
