/**
 * Reindexes records whose list values were renamed by an organisation, since records are found by displayed values;
 * runs after the change of the settings (docs/decisions/0008).
 */
import type { OrganisationSettings, RenamedValues } from '../../derive/org-settings/apply-settings.ts';
import { column } from '../../derive/storage/columns.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { join, literal, raw, type Sql, sql } from '../../sql/sql.ts';
import { renewHolders } from '../rebuild/reindex.ts';
import { changeSettings } from './settings-document.ts';
import type { SettingsJob } from './settings-job.ts';

/** Condition that a record `t` holds one of the values in one of the fields. */
const holding =
  (names: readonly string[], values: RenamedValues['values']) =>
  (resource: Resource): Sql => {
    const texts = values?.map(String);
    const conditions = names.flatMap((name): Sql[] => {
      const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
      if (!field) return [];
      const value = field.custom
        ? sql`(t.extra::jsonb ->> ${literal(name)})`
        : sql`t.${column(field.sameAs ?? name)}::text`;
      const there = field.custom ? sql`t.extra is not null and ` : raw('');
      return [texts ? sql`${there}${value} = any(${texts}::text[])` : sql`${there}${value} is not null`];
    });
    return conditions.length ? sql`(${join(conditions, ' or ')})` : raw('false');
  };

const without = (settings: OrganisationSettings, since: string): OrganisationSettings => {
  const { renamed, ...others } = settings;
  return renamed?.since === since ? others : settings;
};

/** Jobs for the values that an organisation renamed. */
export const renamedValuesIn = (orgId: number, { renamed }: OrganisationSettings): readonly SettingsJob[] => {
  if (!renamed) return [];
  const kinds = new Map<string, string[]>();
  for (const field of renamed.fields) {
    const dot = field.lastIndexOf('.');
    const path = field.slice(0, dot);
    kinds.set(path, [...(kinds.get(path) ?? []), field.slice(dot + 1)]);
  }
  return [
    {
      orgId,
      key: `${orgId} renamed ${renamed.since}`,
      work: async (db) => {
        for (const [path, names] of kinds) await renewHolders(db, orgId, path, holding(names, renamed.values));
      },
      settle: async (db) => {
        await changeSettings(db, orgId, (settings) => without(settings, renamed.since));
      },
    },
  ];
};
