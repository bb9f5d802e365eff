/** Modes of the files that hold secrets: settings of NAME_FILE, the file of settings, the key of the certificate. */
import { statSync } from 'node:fs';
import type { Config } from '../../config/config.ts';

/** May be read by accounts that are neither the owner's nor of the file's group. */
const READABLE_BY_OTHERS = 0o004;

/** A sentence for each file of secrets that every account of the machine can read; none on Windows, which has no modes. */
export const exposedSecretFiles = ({ secretFiles, tlsKey }: Config): readonly string[] => {
  if (process.platform === 'win32') return [];
  return [...secretFiles, ...(tlsKey ? [tlsKey] : [])]
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & READABLE_BY_OTHERS)
    .map((path) => `${path} holds a secret, and every account of this machine can read it: chmod 600 ${path}`);
};
