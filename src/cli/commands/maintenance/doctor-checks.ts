/** Checks of `doctor` without the database: settings, file stores, backup. They also run with a lost database. */
import { existsSync } from 'node:fs';
import type { Config } from '../../../config/config.ts';
import { type Certificate, expiryOf, readCertificate, SOON_MS } from '../../../config/tls-certificate.ts';
import { diskFullError } from '../../../db/embedded/embedded-paths.ts';
import { lockOwnerOf } from '../../../db/embedded/lock-file.ts';
import { uploadFolderOf } from '../../../files/disk-store.ts';
import { folderOf, openStores } from '../../../files/open-stores.ts';
import { durablePath } from '../../backup/backup-target.ts';
import { exposedSecretFiles } from '../../context/secret-files.ts';
import { backupTrouble } from '../../data-dir/backup-status.ts';
import { configErrors } from '../../serve/config-check.ts';
import { periodsOf } from './continuous-backup.ts';

/** Longer than any successful round takes. */
const BACKUP_LATE_MS = 300_000;

/** A check and its result. */
export interface CheckResult {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  /** The service works; the operator should change something all the same. */
  readonly warning?: true;
}

/** Whether the service starts with these settings; those that are wrong by themselves have ended the command before. */
const startable = (config: Config): CheckResult[] => {
  const check = 'settings';
  const refusals = configErrors(config);
  if (!refusals.length) return [{ check, ok: true, detail: 'each is valid, and they fit together' }];
  return refusals.map((refusal) => ({ check, ok: false, detail: `the service does not start: ${refusal}` }));
};

/** The certificate; null without one, or if it is unusable, which the settings check reports. */
const usable = (config: Config): Certificate | null => {
  try {
    return readCertificate(config);
  } catch {
    return null;
  }
};

/** Whether the certificate is valid, and for how long. */
const certificate = (config: Config): CheckResult[] => {
  const check = 'certificate';
  const read = usable(config);
  if (!read) return [];
  const end = expiryOf(read);
  const at = new Date(end).toISOString();
  const left = end - Date.now();
  if (left > SOON_MS) return [{ check, ok: true, detail: `${config.tlsCert} ends at ${at}` }];
  const renew = 'renew it; the service takes the new files by itself';
  const detail = left > 0 ? `ends soon, at ${at}: ${renew}` : `has ended at ${at}, and callers refuse it: ${renew}`;
  return [{ check, ok: false, detail: `${config.tlsCert} ${detail}` }];
};

const secretFiles = (config: Config): CheckResult[] =>
  exposedSecretFiles(config).map((detail) => ({ check: 'files of secrets', ok: true, warning: true, detail }));

/** Checks of the settings that need no database. */
export const checkSettings = (config: Config): CheckResult[] => [
  ...startable(config),
  ...certificate(config),
  ...secretFiles(config),
];

/** Reads the first object of every file store, and writes a byte to the one for new files. */
export const checkStores = async (config: Config): Promise<CheckResult[]> => {
  const files = openStores(config);
  try {
    return await Promise.all(
      files.all.map(async (store) => {
        const check = store.aws ? 'bucket' : 'folder of files';
        // Without any stored file, this check would create the folder under the account of its caller.
        const takesNew = store === files.current && !store.aws && existsSync(uploadFolderOf(folderOf(config)));
        let doing = 'read';
        try {
          for await (const _entry of store.list()) break;
          doing = 'written';
          if (takesNew) await store.check();
          return { check, ok: true, detail: takesNew ? 'can be read and written' : 'can be read' };
        } catch (cause) {
          const { message, name } = cause as Error;
          const said = [message || name, diskFullError(cause)].filter(Boolean).join('; ');
          return { check, ok: false, detail: `cannot be ${doing}: ${said}` };
        }
      }),
    );
  } finally {
    await files.close();
  }
};

/** Whether the configured backup is running and readable. */
export const checkBackup = async (config: Config): Promise<CheckResult[]> => {
  // Backups need the embedded database; the settings check reports BACKUP_TO with DATABASE_URL.
  if (!config.backupTo || config.databaseUrl) return [];
  const check = 'backup';
  try {
    const trouble = await backupTrouble(config.dataDir, durablePath(config) ?? '');
    if (trouble) return [{ check, ok: false, detail: `has not gone on since ${trouble.since}: ${trouble.cause}` }];
    const periods = await periodsOf(config);
    const { to, from } = periods.filter((period) => Date.parse(period.from) <= Date.now()).at(-1) ?? {};
    if (!to) {
      const detail = `${config.backupTo} has copies of the whole of a time to come alone, ${periods.at(-1)?.from}: the clock was wrong. Only the latest moment can be restored from them; the service makes a new one soon, and broker-crm backup at once`;
      return [{ check, ok: false, detail }];
    }
    const late =
      (await lockOwnerOf(config.dataDir))?.kind === 'service' && Date.now() - Date.parse(to) > BACKUP_LATE_MS;
    return [{ check, ok: !late, detail: `${config.backupTo} has any moment from ${from} to ${to}` }];
  } catch (cause) {
    return [{ check, ok: false, detail: (cause as Error).message || (cause as Error).name }];
  }
};
