/**
 * Removing an added field (docs/decisions/0018): a mark stands in the settings where the field was, so that reads and
 * writes know the field no more, whatever is stored. Its values are dropped at once, and once more when no writer can be
 * left that began with the field; then the mark goes. Whatever is interrupted, the service goes on with it.
 */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import type { LeavingField, OrganisationSettings } from '../../derive/apply-settings.ts';
import { fail } from '../../errors.ts';
import { echo } from '../../issues.ts';
import { dropValues } from '../reprint.ts';
import { serviceContext } from '../service-actor.ts';
import { changeFields } from './organisation-fields.ts';
import type { Unsettled } from './unsettled.ts';

/** The fields of a record kind that are being removed, without one that has left. */
const withoutMark = (settings: OrganisationSettings, path: string, mark: LeavingField): OrganisationSettings => {
  const { leaving = {}, ...others } = settings;
  const left = (leaving[path] ?? []).filter(({ name, since }) => name !== mark.name || since !== mark.since);
  const { [path]: _this, ...kinds } = leaving;
  const next = left.length ? { ...kinds, [path]: left } : kinds;
  return Object.keys(next).length ? { ...others, leaving: next } : others;
};

/** Drops what is stored of a removed field, as far as it is committed by now; nothing where it is a field all the same. */
const drop = async (db: Database, orgId: number, path: string, name: string, within?: number): Promise<void> => {
  const { registry } = (await serviceContext(db, orgId)).model;
  if (!Object.hasOwn(registry.get(path).fields, name)) await dropValues(db, orgId, registry, path, name, within);
};

/**
 * Removes an added field, also from the records that have a value for it; the change history keeps the values. No record shows it
 * any more and none is found by it when this resolves, but for records that took longer than `within`: their values are dropped by
 * the service (settle-settings.ts). Repeated, it drops what is left.
 * @param within milliseconds that callers wait for at most
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
      throw fail('validation_failed', { as: 'unknown_field', message: `${echo(path)} has no field ${echo(name)}.` });
    },
    by,
  );
  await drop(db, orgId, path, name, within);
};

/** The removals of an organisation that have not come to their end. */
export const removalsIn = (orgId: number, { leaving = {} }: OrganisationSettings): readonly Unsettled[] =>
  Object.entries(leaving).flatMap(([path, marks]) =>
    marks.map((mark) => ({
      orgId,
      key: [orgId, path, mark.name, mark.since].join(' '),
      work: (db: Database) => drop(db, orgId, path, mark.name),
      settled: (settings: OrganisationSettings) => withoutMark(settings, path, mark),
    })),
  );
