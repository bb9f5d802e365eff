/** Sparten of an organisation: the shipped ones, but for those that it has switched off. */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import { fail } from '../../errors/api-error.ts';
import { sparten } from '../../model/seed/sparten.ts';
import { changeSettings } from './settings-document.ts';

/** Takes a Sparte into use or out of it; contracts that have it keep it. @throws 404 for an unknown one */
export const switchSparte = async (
  db: Database,
  orgId: number,
  id: number,
  active: boolean,
  by: Author = SERVICE,
): Promise<void> => {
  if (!sparten.some((sparte) => sparte.id === id))
    throw fail('not_found', { as: 'unknown_sparte', message: `There is no Sparte ${id}.` });
  await changeSettings(
    db,
    orgId,
    (settings) => {
      const { sparten_off: off = [] } = settings;
      if (off.includes(id) !== active) return settings;
      return { ...settings, sparten_off: active ? off.filter((one) => one !== id) : [...off, id] };
    },
    by,
  );
};
