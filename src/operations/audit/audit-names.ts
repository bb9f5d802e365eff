/** Names of the records that entries of the audit log are about, and of those that their values name (rules 18.7). */
import type { Database } from '../../db/database.ts';
import { eventFamily } from '../../derive/events/record-diff.ts';
import { collectNamed, type NamedIds } from '../../derive/metadata/named-records.ts';
import { namesStatement } from '../../derive/sql/names-sql.ts';
import type { Resource } from '../../model/declaration/resource.ts';
import { registry } from '../../model/registry.ts';
import { MAX_INT } from '../../shared/int32.ts';
import type { AuditEntryRead } from './audit-log.ts';

/** Names by record kind and number. */
export type AuditNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Record kinds with rows of their own, by the name that entries have. */
const kinds: ReadonlyMap<string, Resource> = new Map(
  registry.resources
    .filter(({ nesting, storage }) => nesting.topLevel && storage.stored)
    .map((resource) => [eventFamily(resource), resource]),
);

const collect = (entries: readonly AuditEntryRead[]): NamedIds => {
  const ids: NamedIds = new Map();
  const add = (section: string | null, id: number | null) => {
    const path = kinds.get(section ?? '')?.path;
    if (path && id && id <= MAX_INT) ids.set(path, (ids.get(path) ?? new Set()).add(id));
  };
  for (const { section, record_id, owner_section, owner_id, changes } of entries) {
    add(section, record_id);
    add(owner_section, owner_id);
    const resource = registry.resources.find((one) => eventFamily(one) === section);
    if (!resource) continue;
    for (const side of [0, 1]) {
      // Some changes are only named, without values.
      const values = Object.fromEntries(Object.entries(changes).map(([name, pair]) => [name, pair?.[side]]));
      collectNamed({ resource, embeds: [], registry }, values, ids);
    }
  }
  return ids;
};

/** @returns also names of deleted records, as far as a user may see them */
export const auditNames = async (
  db: Database,
  reader: { readonly orgId: number; readonly userKid: number | null },
  entries: readonly AuditEntryRead[],
): Promise<AuditNames> => {
  const ids = collect(entries);
  const asked = registry.resources.flatMap((resource) => {
    const wanted = ids.get(resource.path);
    return wanted?.size && kinds.get(eventFamily(resource)) === resource
      ? [{ resource, ids: [...wanted], deleted: true }]
      : [];
  });
  const names: Record<string, Record<string, string>> = {};
  if (!asked.length) return names;
  const rows = await db.read<{ section: string; id: number; name: string }>(namesStatement(asked, reader));
  for (const { section, id, name } of rows) (names[section] ??= {})[String(id)] = name;
  return names;
};
