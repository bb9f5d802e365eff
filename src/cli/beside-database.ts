/** What `doctor` finds beside the database: settings, the keepers of files, the backup. It can be asked of a database that is gone, too. */
import { existsSync } from 'node:fs';
import { type Certificate, endOf, readCertificate, SOON_MS } from '../certificate.ts';
import type { Config } from '../config.ts';
import { holderOf } from '../db/data-lock.ts';
import { outOfFull } from '../db/embedded-places.ts';
import { asideOf } from '../files/disk-store.ts';
import { folderOf, openStores } from '../files/open-stores.ts';
import { lastingPlace } from './backup-target.ts';
import { backupTrouble } from './last-backup.ts';
import { periodsOf } from './recover.ts';
import { exposedSecretFiles } from './secret-files.ts';
import { refusalsOf } from './startable.ts';

/** Longer than any round takes that goes well. */
const BACKUP_LATE_MS = 300_000;

/** What was looked at, and what was found. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  /** The service works; the operator should change something all the same. */
  readonly warning?: true;
}

/** Whether the service starts with these settings; those that are wrong by themselves have ended the command before. */
const startable = (config: Config): Finding[] => {
  const check = 'settings';
  const refusals = refusalsOf(config);
  if (!refusals.length) return [{ check, ok: true, detail: 'each is valid, and they fit together' }];
  return refusals.map((refusal) => ({ check, ok: false, detail: `the service does not start: ${refusal}` }));
};

/** The certificate; null where there is none, and where it cannot be used, which is a finding of the settings. */
const usable = (config: Config): Certificate | null => {
  try {
    return readCertificate(config);
  } catch {
    return null;
  }
};

/** Whether callers take the certificate, and go on to. */
const certificate = (config: Config): Finding[] => {
  const check = 'certificate';
  const read = usable(config);
  if (!read) return [];
  const end = endOf(read);
  const at = new Date(end).toISOString();
  const left = end - Date.now();
  if (left > SOON_MS) return [{ check, ok: true, detail: `${config.tlsCert} ends at ${at}` }];
  const renew = 'renew it; the service takes the new files by itself';
  const detail = left > 0 ? `ends soon, at ${at}: ${renew}` : `has ended at ${at}, and callers refuse it: ${renew}`;
  return [{ check, ok: false, detail: `${config.tlsCert} ${detail}` }];
};

const secretFiles = (config: Config): Finding[] =>
  exposedSecretFiles(config).map((detail) => ({ check: 'files of secrets', ok: true, warning: true, detail }));

/** What the settings lead to that needs no database to be looked at. */
export const settings = (config: Config): Finding[] => [
  ...startable(config),
  ...certificate(config),
  ...secretFiles(config),
];

/** Asks every keeper of content for the first thing that it keeps, and the folder that takes what is new to take a byte. */
export const keepers = async (config: Config): Promise<Finding[]> => {
  const files = openStores(config);
  try {
    return await Promise.all(
      files.all.map(async (store) => {
        const check = store.aws ? 'bucket' : 'folder of files';
        // Where the service has stored nothing yet, the folder would be made by whoever looks, and belong to him.
        const takesNew = store === files.current && !store.aws && existsSync(asideOf(folderOf(config)));
        let doing = 'read';
        try {
          for await (const _entry of store.list()) break;
          doing = 'written';
          if (takesNew) await store.check();
          return { check, ok: true, detail: takesNew ? 'can be read and written' : 'can be read' };
        } catch (cause) {
          const { message, name } = cause as Error;
          const said = [message || name, outOfFull(cause)].filter(Boolean).join('; ');
          return { check, ok: false, detail: `cannot be ${doing}: ${said}` };
        }
      }),
    );
  } finally {
    await files.close();
  }
};

/** Whether the backup that the settings name goes on and can be read. */
export const backup = async (config: Config): Promise<Finding[]> => {
  // Of a server of one's own there is none here; that both are given is a finding of the settings.
  if (!config.backupTo || config.databaseUrl) return [];
  const check = 'backup';
  try {
    const trouble = await backupTrouble(config.dataDir, lastingPlace(config) ?? '');
    if (trouble) return [{ check, ok: false, detail: `has not gone on since ${trouble.since}: ${trouble.cause}` }];
    const periods = await periodsOf(config);
    const { to, from } = periods.filter((period) => Date.parse(period.from) <= Date.now()).at(-1) ?? {};
    if (!to) {
      const detail = `${config.backupTo} has copies of the whole of a time to come alone, ${periods.at(-1)?.from}: the clock was wrong. Only the latest moment can be restored from them; the service makes a new one soon, and broker-crm backup at once`;
      return [{ check, ok: false, detail }];
    }
    const late = (await holderOf(config.dataDir))?.kind === 'service' && Date.now() - Date.parse(to) > BACKUP_LATE_MS;
    return [{ check, ok: !late, detail: `${config.backupTo} has any moment from ${from} to ${to}` }];
  } catch (cause) {
    return [{ check, ok: false, detail: (cause as Error).message || (cause as Error).name }];
  }
};
