/**
 * The data map: every table and column of the database, and what an erasure does with it. Tables of record kinds follow from
 * the declarations, the others are in stored-tables.ts; test/db/data-map.test.ts compares the map with a migrated database.
 */

import { tableColumns } from '../../src/derive/ddl/create-tables.ts';
import { personKinds, personResources } from '../../src/derive/privacy/person-records.ts';
import type { Resource } from '../../src/model/declaration/resource.ts';
import type { Registry } from '../../src/model/registry.ts';
import { type MappedTable, storedTables } from './stored-tables.ts';

const NO_PART =
  'no record of a customer: it is deleted by itself. Texts that name the person are listed for a person to look at.';

const howOf = (registry: Registry, resources: readonly Resource[]): Pick<MappedTable, 'erasure' | 'how'> => {
  const erased = resources.filter((resource) => personResources(registry).has(resource));
  const [first] = erased;
  if (!first) return { erasure: 'none', how: NO_PART };
  const kind = personKinds(registry).find(({ resource }) => resource === first);
  if (kind) {
    const via = kind.via.map(({ column }) => `, without one by \`${column}\``).join('');
    return { erasure: 'deleted', how: `records by \`${kind.kid}\`${via}; own fields, stored JSON and file with them.` };
  }
  const { ownerSection, parentColumn } = first.nesting;
  const by = ownerSection ? '`owner_section` and `owner_id`' : `\`${parentColumn}\``;
  return { erasure: 'deleted', how: `with the record that ${by} names.` };
};

/** The map, by table. */
export const dataMap = (registry: Registry): ReadonlyMap<string, MappedTable> => {
  const declared = new Map<string, Resource[]>();
  for (const resource of registry.resources)
    if (resource.storage.stored) declared.set(resource.table, [...(declared.get(resource.table) ?? []), resource]);
  return new Map([
    ...[...declared].map(([table, resources]): [string, MappedTable] => [
      table,
      { columns: [...tableColumns(resources).keys()], ...howOf(registry, resources) },
    ]),
    ...Object.entries(storedTables),
  ]);
};
