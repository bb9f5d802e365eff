/**
 * Removing an added field (docs/decisions/0018): a mark stands in the settings where the field was, so that reads and
 * writes know the field no more, whatever is stored. Its values are dropped at once, and once more when no writer can be
 * left that began with the field; then the mark goes. Whatever is interrupted, the service goes on with it.
 */
import { type Author, SERVICE } from '../../db/audit-entry.ts';
import type { Database } from '../../db/database.ts';
import type { LeavingField, OrganisationSettings } from '../../derive/apply-settings.ts';
import { shapeSettings } from '../../derive/settings-shape.ts';
import { fail } from '../../errors.ts';
import { echo } from '../../issues.ts';
import { Rounds, type Stoppable } from '../../rounds.ts';
import { sql } from '../../sql.ts';
import { dropValues } from '../reprint.ts';
import { serviceContext } from '../service-actor.ts';
import { configurable } from './organisation-fields.ts';
import { changeSettings } from './settings-document.ts';

/**
 * Milliseconds between two looks for removals, for each range that is asked, and for how long a writer may work with the
 * fields as they were when it began: a body arrives within two minutes, a statement takes one at most, and items of a
 * batch come one after the other.
 */
const TIMES = { rest: 60_000, late: 600_000 };

/** The fields of a record kind that are being removed, without one that has left. */
const withoutMark = (settings: OrganisationSettings, path: string, mark: LeavingField): OrganisationSettings => {
  const { leaving = {}, ...others } = settings;
  const left = (leaving[path] ?? []).filter(({ name, since }) => name !== mark.name || since !== mark.since);
  const { [path]: _this, ...kinds } = leaving;
  const next = left.length ? { ...kinds, [path]: left } : kinds;
  return Object.keys(next).length ? { ...others, leaving: next } : others;
};

/** Drops what is stored of a removed field, as far as it is committed by now; nothing where it is a field all the same. */
const drop = async (db: Database, orgId: number, path: string, name: string): Promise<void> => {
  const { registry } = (await serviceContext(db, orgId)).model;
  if (!Object.hasOwn(registry.get(path).fields, name)) await dropValues(db, orgId, registry, path, name);
};

/**
 * Removes an added field, also from the records that have a value for it; the change history keeps the values. Resolves
 * when no record shows it any more and none is found by it. Repeated, it drops what is left.
 * @throws 400 `unknown_field` where there is none and none is being removed
 */
export const removeField = async (
  db: Database,
  orgId: number,
  path: string,
  name: string,
  by: Author = SERVICE,
): Promise<void> => {
  configurable(path);
  await changeSettings(
    db,
    orgId,
    (settings) => {
      const all = settings.fields?.[path] ?? [];
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
  await drop(db, orgId, path, name);
};

/** A removal that has not come to its end. */
interface Removal {
  readonly orgId: number;
  readonly path: string;
  readonly mark: LeavingField;
}

const findRemovals = async (db: Database): Promise<readonly Removal[]> => {
  const rows = await db.readLong<{ org_id: number; leaving: string }>(
    sql`select org_id, (settings -> 'leaving')::text as leaving from organisation where settings ? 'leaving' order by org_id`,
  );
  return rows.flatMap(({ org_id: orgId, leaving }) =>
    Object.entries(shapeSettings({ leaving: JSON.parse(leaving) }).settings.leaving ?? {}).flatMap(([path, marks]) =>
      marks.map((mark) => ({ orgId, path, mark })),
    ),
  );
};

const keyOf = ({ orgId, path, mark }: Removal): string => [orgId, path, mark.name, mark.since].join(' ');

/**
 * Starts to bring removals of fields to their end, until it is stopped. Several processes may do so at once. How long ago a
 * field was removed is counted from when this process saw that, so that no clock decides; a restart counts anew.
 * @param failed is called with what failed; it is tried again
 */
export const keepDropping = (db: Database, failed: (error: Error) => void, { rest, late } = TIMES): Stoppable => {
  const rounds = new Rounds();
  /** When removals were first seen whose values have been dropped since. */
  const dropped = new Map<string, number>();

  const goOn = async (removal: Removal, seen: number): Promise<void> => {
    const { orgId, path, mark } = removal;
    const own = db.of(orgId);
    const first = dropped.get(keyOf(removal));
    if (first !== undefined && seen - first < late) return;
    await drop(own, orgId, path, mark.name);
    if (first === undefined) dropped.set(keyOf(removal), seen);
    else await changeSettings(own, orgId, (settings) => withoutMark(settings, path, mark));
  };

  rounds.run(async () => {
    try {
      const seen = performance.now();
      const removals = await findRemovals(db);
      const keys = new Set(removals.map(keyOf));
      for (const key of dropped.keys()) if (!keys.has(key)) dropped.delete(key);
      for (const removal of removals) {
        if (rounds.stopping) return;
        await goOn(removal, seen).catch(failed);
      }
    } catch (error) {
      failed(error as Error);
    }
    await rounds.rest(rest * db.ranges());
  });
  return rounds;
};
