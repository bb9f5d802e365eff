/**
 * Tools of others that read the description. They bring some three hundred packages, so they live in a folder of their own
 * (docs/decisions/0023), and are installed where they are needed for the first time.
 */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const TOOLS = fileURLToPath(new URL('../tools/', import.meta.url));
const LOCK = join(TOOLS, 'package-lock.json');
const INSTALLED = join(TOOLS, 'node_modules/.package-lock.json');

const isInstalled = (): boolean => existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(LOCK).mtimeMs;

/** @throws npm's output where they cannot be installed */
export const installTools = async (): Promise<void> => {
  if (isInstalled()) return;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await promisify(execFile)(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: TOOLS });
};
