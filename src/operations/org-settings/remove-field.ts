/**
 * Removes an own field (docs/decisions/0018): a marker replaces the field in the settings, so that reads and writes
 * ignore its stored values. Values are deleted at once, and again when no writer with the old settings can be
 * running; then the marker is removed. The service continues after an interruption.
 */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import type { LeavingField, OrganisationSettings } from '../../derive/org-settings/apply-settings.ts';
import { fail } from '../../errors/api-error.ts';
import { truncateForEcho } from '../../errors/issues.ts';
import { systemContext } from '../call/system-actor.ts';
import { dropValues } from '../rebuild/rebuild-json.ts';
import { changeFields } from './custom-fields.ts';
import { changeSettings } from './settings-document.ts';
import type { SettingsJob } from './settings-job.ts';

/** The fields of a record kind that are being removed, without one that has left. */
const withoutMark = (settings: OrganisationSettings, path: string, mark: LeavingField): OrganisationSettings => {
  const { leaving = {}, ...others } = settings;
  const left = (leaving[path] ?? []).filter(({ name, since }) => name !== mark.name || since !== mark.since);
  const { [path]: _this, ...kinds } = leaving;
  const next = left.length ? { ...kinds, [path]: left } : kinds;
  return Object.keys(next).length ? { ...others, leaving: next } : others;
};

/** Deletes the committed values of a removed field; does nothing where the field exists again. */
const drop = async (db: Database, orgId: number, path: string, name: string, within?: number): Promise<void> => {
  const { registry } = (await systemContext(db, orgId)).model;
  if (!Object.hasOwn(registry.get(path).fields, name)) await dropValues(db, orgId, registry, path, name, within);
};

/**
 * Removes an own field and its values; the change history keeps them. Afterwards no record shows it and none is found
 * by it, except records that took longer than `within`: the service deletes their values (settings-jobs.ts). A
 * repetition deletes the rest.
 * @param within milliseconds that callers wait at most
 * @throws 400 `unknown_field` where there is none and none is being removed
 */
export const removeField = async (
  db: Database,
  orgId: number,
  path: string,
  name: string,
  by: Author = SERVICE,
  within?: number,
): Promise<void> => {
  await changeFields(
    db,
    orgId,
    path,
    (all, settings) => {
      const leaving = settings.leaving?.[path] ?? [];
      if (all.some((field) => field.name === name)) {
        const mark = { name, since: new Date().toISOString() };
        return {
          ...settings,
          fields: { ...settings.fields, [path]: all.filter((field) => field.name !== name) },
          leaving: { ...settings.leaving, [path]: [...leaving, mark] },
        };
      }
      if (leaving.some((field) => field.name === name)) return settings;
      throw fail('validation_failed', {
        as: 'unknown_field',
        message: `${truncateForEcho(path)} has no field ${truncateForEcho(name)}.`,
      });
    },
    by,
  );
  await drop(db, orgId, path, name, within);
};

/** The removals of an organisation that have not come to their end. */
export const removalsIn = (orgId: number, { leaving = {} }: OrganisationSettings): readonly SettingsJob[] =>
  Object.entries(leaving).flatMap(([path, marks]) =>
    marks.map((mark) => ({
      orgId,
      key: [orgId, path, mark.name, mark.since].join(' '),
      work: (db: Database) => drop(db, orgId, path, mark.name),
      settle: async (db: Database) => {
        await changeSettings(db, orgId, (settings) => withoutMark(settings, path, mark));
      },
    })),
  );
